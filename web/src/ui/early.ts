/**
 * Do what was tapped last on the first page while the scripts were still on their way: public/early.js has noted it. From
 * now on the page listens itself.
 */
export function repeatEarlyTap(): void {
  const page = document.documentElement.dataset;
  const tapped = page.early;
  page.early = "over";
  if (tapped) document.querySelector<HTMLElement>(`[data-testid="${tapped}"]`)?.click();
}
