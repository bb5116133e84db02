/** Where a dragged row goes, and where a key moves it. */

/** The position for a row that began at `from`, by the middles of all rows and the height of the pointer. */
export function dropIndex(middles: readonly number[], from: number, y: number): number {
  return middles.filter((middle, index) => index !== from && middle < y).length;
}

/** Alt and an arrow move a row by one; null for every other key, and at the ends. */
export function keyTarget(event: Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey">, from: number, count: number): number | null {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!event.altKey || event.ctrlKey || event.metaKey || by === undefined) return null;
  const to = from + by;
  return to < 0 || to >= count ? null : to;
}

/** Where an index has gone when another row was moved: the open entry stays open. */
export function follow(index: number, from: number, to: number): number {
  if (index === from) return to;
  if (from < index && index <= to) return index - 1;
  return to <= index && index < from ? index + 1 : index;
}
