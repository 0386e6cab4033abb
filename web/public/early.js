// What is tapped last on the first page before its scripts are there is noted, and done once they are: src/ui/early.ts.
const page = document.documentElement.dataset;
page.early ??= "";
addEventListener("click", (event) => {
  const tapped = event.target.closest?.("[data-testid]")?.dataset.testid;
  const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (!tapped || elsewhere || page.early === "over") return;
  event.preventDefault();
  page.early = tapped;
});
