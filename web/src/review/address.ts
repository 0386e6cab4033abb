/** In the address of a replay, `?ulas`: its review is to be open. */
export const REVIEW = "ulas";
