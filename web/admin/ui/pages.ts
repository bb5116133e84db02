/** Where the last page of a list begins. */
export function lastOffset(total: number, limit: number): number {
  return total <= 0 ? 0 : Math.floor((total - 1) / limit) * limit;
}

interface Slice {
  items: readonly unknown[];
  total: number;
  limit: number;
  offset: number;
}

/** Where to go on from a page that is behind the end of its list; null where there is something on it, or nothing at all. */
export function wayBack({ items, total, limit, offset }: Slice): number | null {
  return items.length === 0 && offset > 0 ? lastOffset(total, limit) : null;
}
