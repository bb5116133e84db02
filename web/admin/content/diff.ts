/** What differs between two lists: by the longest run of steps that both share. */
export interface Step<T> {
  kind: "same" | "removed" | "added";
  left: T | null;
  right: T | null;
}

/** Above this many comparisons, only what both begin and end with is matched. */
const MOST_CELLS = 4_000_000;

export function diff<T>(left: readonly T[], right: readonly T[], key: (value: T) => string): Step<T>[] {
  const leftKeys = left.map(key);
  const rightKeys = right.map(key);
  let start = 0;
  while (start < left.length && start < right.length && leftKeys[start] === rightKeys[start]) start++;
  let end = 0;
  while (end < left.length - start && end < right.length - start && leftKeys[left.length - 1 - end] === rightKeys[right.length - 1 - end]) end++;
  const same = (at: number, other: number): Step<T> => ({ kind: "same", left: left[at] as T, right: right[other] as T });
  const steps: Step<T>[] = [];
  for (let at = 0; at < start; at++) steps.push(same(at, at));
  steps.push(...middle(left.slice(start, left.length - end), right.slice(start, right.length - end), leftKeys.slice(start), rightKeys.slice(start)));
  for (let at = end; at > 0; at--) steps.push(same(left.length - at, right.length - at));
  return steps;
}

function middle<T>(left: readonly T[], right: readonly T[], leftKeys: string[], rightKeys: string[]): Step<T>[] {
  const removed = (value: T): Step<T> => ({ kind: "removed", left: value, right: null });
  const added = (value: T): Step<T> => ({ kind: "added", left: null, right: value });
  if (left.length * right.length > MOST_CELLS) return [...left.map(removed), ...right.map(added)];
  const width = right.length + 1;
  const shared = new Uint32Array((left.length + 1) * width);
  for (let row = left.length - 1; row >= 0; row--) {
    for (let column = right.length - 1; column >= 0; column--) {
      const at = row * width + column;
      shared[at] = leftKeys[row] === rightKeys[column] ? (shared[at + width + 1] ?? 0) + 1 : Math.max(shared[at + width] ?? 0, shared[at + 1] ?? 0);
    }
  }
  const steps: Step<T>[] = [];
  let row = 0;
  let column = 0;
  while (row < left.length || column < right.length) {
    const at = row * width + column;
    if (row < left.length && column < right.length && leftKeys[row] === rightKeys[column]) {
      steps.push({ kind: "same", left: left[row++] as T, right: right[column++] as T });
    } else if (column >= right.length || (row < left.length && (shared[at + width] ?? 0) >= (shared[at + 1] ?? 0))) {
      steps.push(removed(left[row++] as T));
    } else steps.push(added(right[column++] as T));
  }
  return steps;
}

/** Words, with the blanks behind them, so that joining them gives the text again. */
export function words(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}'’]+\s*|[^\p{L}\p{N}\p{M}'’\s]+\s*|\s+/gu) ?? [];
}

export interface Piece {
  kind: Step<string>["kind"];
  text: string;
}

/** Two texts as pieces that both have, that only the first and that only the second has. Neighbours of one kind are one piece. */
export function diffWords(before: string, after: string): Piece[] {
  const pieces: Piece[] = [];
  for (const step of diff(words(before), words(after), (word) => word.trimEnd())) {
    const text = step.kind === "removed" ? (step.left ?? "") : (step.right ?? "");
    const last = pieces[pieces.length - 1];
    if (last?.kind === step.kind) last.text += text;
    else pieces.push({ kind: step.kind, text });
  }
  return pieces;
}

/** How much of the shorter text the longer one has, from 0 to 1. */
export function likeness(left: string, right: string): number {
  const [a, b] = [new Set(words(left.toLowerCase()).map((word) => word.trim())), new Set(words(right.toLowerCase()).map((word) => word.trim()))];
  let both = 0;
  for (const word of a) if (b.has(word)) both++;
  return Math.min(a.size, b.size) === 0 ? 0 : both / Math.max(a.size, b.size);
}

/** "1 word", "1,200 words". */
export function counted(count: number, one: string): string {
  return `${count.toLocaleString("en")} ${one}${count === 1 ? "" : "s"}`;
}

/** How much longer a text has become. */
export function lengthened(by: number): string {
  return by === 0 ? "same length" : `${by > 0 ? "+" : "−"}${counted(Math.abs(by), "word")}`;
}

/** What differs between two texts; what does not is not mentioned. */
export function differences(added: number, removed: number, pictures: number): string {
  const parts = [added > 0 ? lengthened(added) : "", removed > 0 ? lengthened(-removed) : "", pictures > 0 ? counted(pictures, "picture") : ""].filter((part) => part !== "");
  return parts.length === 0 ? "the same words" : parts.join(", ");
}
