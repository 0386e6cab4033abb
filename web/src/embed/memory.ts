/** In place of `ui/memory.ts` where another's page embeds ours: nothing is remembered, and nothing told. */

export const remembered = (_: string): null => null;
export const remember = (_: string, __: string | null): void => undefined;
export const tellServer = (_: string, __: string | null): void => undefined;
