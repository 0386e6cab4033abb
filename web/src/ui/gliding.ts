import { still } from "./still";

interface Place {
  x: number;
  y: number;
}

/** One that sets out anew on its way goes on from where it is, for what moves it is added up. */
const GLIDE = { duration: 200, easing: "cubic-bezier(0.2, 0.75, 0.25, 1)", composite: "add" } as const;

/**
 * Lets what stays in a row glide to its new place when something beside it comes or goes. Attach to the row, against
 * which its children have to be placed. Where they lie is asked once a change, just before the page is laid out anyway;
 * where the row changes its size nothing glides.
 */
export function gliding(row: HTMLElement): () => void {
  let places = new Map<HTMLElement, Place>();
  let frame = 0;

  function look(): Map<HTMLElement, Place> {
    const children = [...row.children].filter((it) => it instanceof HTMLElement);
    return new Map(children.map((it) => [it, { x: it.offsetLeft, y: it.offsetTop }]));
  }

  function glide() {
    frame = 0;
    const before = places;
    places = look();
    if (still()) return;
    for (const [it, { x, y }] of places) {
      const from = before.get(it);
      if (!from || (from.x === x && from.y === y)) continue;
      it.animate([{ translate: `${from.x - x}px ${from.y - y}px` }, { translate: "0 0" }], GLIDE);
    }
  }

  const changes = new MutationObserver(() => {
    frame ||= requestAnimationFrame(glide);
  });
  const sizes = new ResizeObserver(() => {
    places = look();
  });
  changes.observe(row, { childList: true });
  sizes.observe(row);
  return () => {
    cancelAnimationFrame(frame);
    changes.disconnect();
    sizes.disconnect();
  };
}
