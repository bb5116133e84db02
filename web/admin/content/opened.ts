/** Which editor stands on the page, and whether another address asks for another one. */

export interface Opened {
  type: string;
  /** With which it was opened; null for a new one. */
  id: string | null;
  /** What was created in it: under that address it is still the same. */
  made: string | null;
  /** Grows with every editor that is opened. */
  turn: number;
}

/**
 * What is created in an editor gets an address of its own, whether it was new or had been deleted elsewhere. The editor
 * stays then. Any other address opens another one: whoever comes back finds what is saved.
 */
export function follow(opened: Opened | null, asked: { type: string; id: string }): Opened {
  const id = asked.id === "new" ? null : asked.id;
  if (opened !== null && opened.type === asked.type) {
    if (id !== null && id === opened.made) return opened;
    if (id === opened.id && opened.made === null) return opened;
  }
  return { type: asked.type, id, made: null, turn: (opened?.turn ?? 0) + 1 };
}
