/**
 * Does something in a task of its own, once what has just changed is on the screen. For what would have the whole page
 * laid out at once, as giving the focus does. The function given back calls it off.
 */
export function painted(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(then);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
