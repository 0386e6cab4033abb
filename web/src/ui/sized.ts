/**
 * Tells how wide and high an element is inside, whenever that changes. It is asked once the page has been laid out:
 * `bind:clientWidth` asks before, and so has everything that is still on its way laid out within the same task.
 */
export const sized =
  (tell: (width: number, height: number) => void) =>
  (node: HTMLElement): (() => void) => {
    const watch = new ResizeObserver(() => tell(node.clientWidth, node.clientHeight));
    watch.observe(node);
    return () => watch.disconnect();
  };
