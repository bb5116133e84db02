// Rows of a list that are put into another order by a handle, with mouse, pen or finger. Escape puts
// them back.

interface Dragged {
  id: string;
  /** How many places it has gone, up or down. */
  by: number;
}

export class RowDrag {
  now = $state.raw<Dragged | null>(null);
  private readonly dropped: (id: string, by: number) => void;

  constructor(dropped: (id: string, by: number) => void) {
    this.dropped = dropped;
  }

  /** The rows as they would be if it were dropped now. */
  arranged<T extends { id: string }>(items: readonly T[]): readonly T[] {
    const from = this.now === null ? -1 : items.findIndex(({ id }) => id === this.now?.id);
    if (this.now === null || from < 0 || this.now.by === 0) return items;
    const others = items.filter((_, at) => at !== from);
    others.splice(from + this.now.by, 0, items[from]!);
    return others;
  }

  /** `rows` are those it can go between, in order, and `items` what they show. */
  begin(event: PointerEvent, id: string, rows: readonly HTMLElement[], items: readonly { id: string; kind: string }[]): void {
    if (event.button !== 0) return;
    event.preventDefault();
    const from = items.filter(({ kind }) => kind !== "section").findIndex((item) => item.id === id);
    const middles = rows.map((row) => row.getBoundingClientRect()).map((box) => box.top + box.height / 2);
    if (from < 0 || middles.length < 2) return;
    this.now = { id, by: 0 };
    const move = (moved: PointerEvent) => {
      if (moved.pointerId !== event.pointerId) return;
      this.now = { id, by: placeOf(middles, from, moved.clientY) - from };
    };
    const key = (pressed: KeyboardEvent) => {
      if (pressed.key !== "Escape") return;
      pressed.preventDefault();
      pressed.stopPropagation();
      stop();
    };
    const end = (ended: PointerEvent) => {
      if (ended.pointerId !== event.pointerId) return;
      const by = ended.type === "pointerup" ? (this.now?.by ?? 0) : 0;
      stop();
      if (by !== 0) this.dropped(id, by);
    };
    const stop = () => {
      this.now = null;
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      removeEventListener("keydown", key, true);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
    addEventListener("keydown", key, true);
  }
}

/** Between which rows a pointer is, by the middles that the rows had when it began. */
function placeOf(middles: readonly number[], from: number, y: number): number {
  return middles.filter((middle, at) => at !== from && middle < y).length;
}
