/** Single letters on a result: through the proposals, and deciding on the one that is chosen. */

export type ResultKey = "next" | "previous" | "accept" | "edit" | "dismiss" | "requirements";

const KEYS: Record<string, ResultKey> = { j: "next", k: "previous", a: "accept", e: "edit", x: "dismiss", r: "requirements" };

export function resultKey(letter: string): ResultKey | null {
  return KEYS[letter.toLowerCase()] ?? null;
}

/**
 * The line to go to from the chosen one, among those with proposals, in the order of the page. From
 * a line without one it is the nearest in that direction; at an end it goes on at the other.
 */
export function stepTo(lines: readonly string[], waiting: ReadonlySet<string>, chosen: string | null, by: 1 | -1): string | null {
  const count = lines.length;
  const start = chosen === null ? (by === 1 ? -1 : count) : lines.indexOf(chosen);
  for (let step = 1; step <= count; step++) {
    const id = lines[(((start + by * step) % count) + count) % count];
    if (id !== undefined && waiting.has(id)) return id;
  }
  return null;
}
