// The number that puts something between two neighbours of a list ordered by `sort_order`.

export interface Ordered {
  id: string;
  sort_order: number;
}

/** `room` are those who must move on first, because they had the same number. */
export function orderBetween(others: readonly Ordered[], index: number): { order: number; room: Ordered[] } {
  const before = others[index - 1]?.sort_order;
  const after = others[index]?.sort_order;
  if (before === undefined && after === undefined) return { order: 1, room: [] };
  if (before === undefined) return { order: Math.ceil(after!) - 1, room: [] };
  if (after === undefined) return { order: Math.floor(before) + 1, room: [] };
  const middle = before + (after - before) / 2;
  if (before < middle && middle < after) return { order: middle, room: [] };
  // The neighbours have the same number: those behind move on until the numbers rise again, or those before, if they are fewer.
  const behind = makeRoom(others.slice(index), before + 1, 1);
  const ahead = makeRoom(others.slice(0, index).reverse(), after - 1, -1);
  return ahead.length < behind.length ? { order: after - 1, room: ahead } : { order: before + 1, room: behind };
}

function makeRoom(others: readonly Ordered[], taken: number, step: 1 | -1): Ordered[] {
  const room: Ordered[] = [];
  let last = taken;
  for (const { id, sort_order } of others) {
    if ((sort_order - last) * step > 0) break;
    last += step;
    room.push({ id, sort_order: last });
  }
  return room;
}
