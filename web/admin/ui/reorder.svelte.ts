// Rows that are put into another order: by a handle with mouse, pen or finger, or by Alt and arrows.
// While a row is dragged nothing moves but a line that shows where it would go: fields keep their
// texts and their focus.
import { dropIndex, keyTarget } from "./order.ts";

/** How near to the edge of what scrolls the pointer makes it scroll, and by how much. */
const EDGE = 48;
const STEP = 8;

export class Reorder {
  /** The row that is dragged, and where it would go. */
  now = $state.raw<{ from: number; to: number } | null>(null);
  private end: (() => void) | null = null;

  constructor(
    private readonly list: () => HTMLElement | undefined,
    private readonly move: (from: number, to: number) => void,
  ) {}

  /** Where the line stands: before this row, or after the last one when it is the count of rows. */
  get line(): number | null {
    if (this.now === null || this.now.from === this.now.to) return null;
    return this.now.to > this.now.from ? this.now.to + 1 : this.now.to;
  }

  drag(event: PointerEvent, from: number): void {
    const list = this.list();
    if (event.button !== 0 || list === undefined) return;
    event.preventDefault();
    (event.currentTarget as HTMLElement).focus();
    this.end?.();
    let y = event.clientY;
    let frame = 0;
    const scroller = scrolls(list);
    const measure = () => {
      const middles = [...list.children].map((row) => row.getBoundingClientRect()).map((box) => box.top + box.height / 2);
      const to = dropIndex(middles, from, y);
      if (this.now?.to !== to) this.now = { from, to };
    };
    const roll = () => {
      const box = scroller.getBoundingClientRect();
      const by = y < Math.max(0, box.top) + EDGE ? -STEP : y > Math.min(innerHeight, box.bottom) - EDGE ? STEP : 0;
      if (by !== 0) {
        scroller.scrollBy(0, by);
        measure();
      }
      frame = requestAnimationFrame(roll);
    };
    const moved = (at: PointerEvent) => {
      if (at.pointerId !== event.pointerId) return;
      y = at.clientY;
      measure();
    };
    const ended = (at: PointerEvent) => {
      if (at.pointerId !== event.pointerId) return;
      const to = this.now?.to;
      stop();
      if (at.type === "pointerup" && to !== undefined && to !== from) this.move(from, to);
    };
    const escape = (pressed: KeyboardEvent) => {
      if (pressed.key !== "Escape") return;
      pressed.preventDefault();
      pressed.stopPropagation();
      stop();
    };
    const stop = () => {
      cancelAnimationFrame(frame);
      this.now = null;
      this.end = null;
      removeEventListener("pointermove", moved);
      removeEventListener("pointerup", ended);
      removeEventListener("pointercancel", ended);
      removeEventListener("keydown", escape, true);
    };
    this.now = { from, to: from };
    this.end = stop;
    frame = requestAnimationFrame(roll);
    addEventListener("pointermove", moved);
    addEventListener("pointerup", ended);
    addEventListener("pointercancel", ended);
    addEventListener("keydown", escape, true);
  }

  key(event: KeyboardEvent, from: number, count: number): void {
    const to = keyTarget(event, from, count);
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.move(from, to);
  }

  stop(): void {
    this.end?.();
  }
}

function scrolls(element: HTMLElement): HTMLElement {
  for (let above = element.parentElement; above !== null; above = above.parentElement) {
    if (above.scrollHeight > above.clientHeight && /auto|scroll/.test(getComputedStyle(above).overflowY)) return above;
  }
  return document.documentElement;
}
