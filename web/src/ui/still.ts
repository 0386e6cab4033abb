/** Whether whoever looks wants nothing to move. */
export const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
