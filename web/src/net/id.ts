/** An id of a command. Unlike `crypto.randomUUID`, this works on plain http too. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join("-");
}
