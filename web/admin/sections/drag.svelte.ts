// Dragging a section with mouse, pen or finger. It begins after six pixels, so that a click stays a
// click; Escape or leaving the tree to the side drops nothing.
import { isCancelled, explain } from "../http/client.ts";
import { dropAt, rollBy, type Drop, type Measures } from "./drop.ts";
import { describePlace, describeRedirects, planMove, type MovePlan } from "./moves.ts";
import type { Row } from "./rows.ts";
import { sections } from "./store.svelte.ts";

const BEGINS_AFTER = 6;
const OPENS_AFTER = 650;
const ASKS_AFTER = 120;
/** How far beside the tree the pointer may be. */
const BESIDE = 120;

export interface Dragged {
  id: string;
  title: string;
  x: number;
  y: number;
  drop: Drop | null;
  /** "into Photographs · 17 addresses will redirect" */
  words: string;
  refused: boolean;
}

/** What the tree lends while something is dragged over it. */
export interface Ground {
  scroller: HTMLElement;
  rows(): readonly Row[];
  measures(): Measures;
  open(id: string): void;
}

export class TreeDrag {
  now = $state.raw<Dragged | null>(null);
  /** A drag has just ended: the click that follows it is none. */
  endedNow = false;
  private readonly ground: Ground;
  private opening: { id: string; timer: ReturnType<typeof setTimeout> } | null = null;
  private asking: { timer: ReturnType<typeof setTimeout>; stop: AbortController } | null = null;
  private readonly known = new Map<string, { words: string; refused: boolean }>();
  private end: (() => void) | null = null;

  constructor(ground: Ground) {
    this.ground = ground;
  }

  /** Watches a pointer that went down on a row. */
  watch(event: PointerEvent, row: Row): void {
    this.end?.();
    const start = { x: event.clientX, y: event.clientY };
    let frame = 0;
    let last = start;
    const roll = () => {
      const box = this.ground.scroller.getBoundingClientRect();
      const by = rollBy(last.y - box.top, box.height);
      if (by !== 0) {
        this.ground.scroller.scrollBy(0, by);
        this.over(row, last.x, last.y);
      }
      frame = requestAnimationFrame(roll);
    };
    const move = (moved: PointerEvent) => {
      if (moved.pointerId !== event.pointerId) return;
      last = { x: moved.clientX, y: moved.clientY };
      if (this.now === null) {
        if (Math.hypot(last.x - start.x, last.y - start.y) < BEGINS_AFTER) return;
        this.known.clear();
        frame = requestAnimationFrame(roll);
        document.documentElement.classList.add("dragging");
      }
      moved.preventDefault();
      this.over(row, last.x, last.y);
    };
    const up = (ended: PointerEvent) => {
      if (ended.pointerId !== event.pointerId) return;
      const dragged = this.now;
      stop();
      if (dragged === null) return;
      this.endedNow = true;
      setTimeout(() => (this.endedNow = false));
      const plan = dragged.drop === null ? null : planMove(sections.tree, dragged.id, dragged.drop.place);
      if (plan === null) return;
      if (plan.place.parentId !== null) this.ground.open(plan.place.parentId);
      void sections.move(plan);
    };
    const cancel = (cancelled: PointerEvent) => {
      if (cancelled.pointerId === event.pointerId) stop();
    };
    const key = (pressed: KeyboardEvent) => {
      if (pressed.key !== "Escape" || this.now === null) return;
      pressed.preventDefault();
      pressed.stopPropagation();
      stop();
    };
    const stop = () => {
      cancelAnimationFrame(frame);
      this.stopOpening();
      this.stopAsking();
      document.documentElement.classList.remove("dragging");
      this.now = null;
      this.end = null;
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", cancel);
      removeEventListener("keydown", key, true);
    };
    this.end = stop;
    addEventListener("pointermove", move, { passive: false });
    addEventListener("pointerup", up);
    addEventListener("pointercancel", cancel);
    addEventListener("keydown", key, true);
  }

  stop(): void {
    this.end?.();
  }

  private over(row: Row, x: number, y: number): void {
    const { scroller } = this.ground;
    const box = scroller.getBoundingClientRect();
    const isNear = x > box.left - BESIDE && x < box.right + BESIDE && y > box.top - BESIDE && y < box.bottom + BESIDE;
    const rows = this.ground.rows();
    const inside = { x: x - box.left, y: Math.max(0, y - box.top + scroller.scrollTop) };
    const drop = isNear ? dropAt(sections.tree, rows, row.id, inside.x, inside.y, this.ground.measures()) : null;
    const plan = drop === null ? null : planMove(sections.tree, row.id, drop.place);
    this.now = { id: row.id, title: row.node.section.title, x, y, drop, ...this.tell(plan) };
    const target = drop !== null && "into" in drop.show ? drop.show.into : null;
    this.openLater(rows.find((other) => other.id === target && other.hasChildren && !other.isOpen)?.id ?? null);
  }

  /** What would happen, as far as it is known; the service is asked for the rest. */
  private tell(plan: MovePlan | null): { words: string; refused: boolean } {
    if (plan === null) {
      this.stopAsking();
      return { words: "", refused: false };
    }
    const where = describePlace(sections.tree, plan);
    if (!plan.reparented) {
      this.stopAsking();
      return { words: where, refused: false };
    }
    const key = plan.place.parentId ?? "";
    const known = this.known.get(key);
    if (known === undefined) this.ask(key, plan);
    return known === undefined ? { words: where, refused: false } : { words: `${where} · ${known.words}`, refused: known.refused };
  }

  private ask(key: string, plan: MovePlan): void {
    this.stopAsking();
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const { addresses } = await sections.preview(plan.id, plan.change, stop.signal);
        this.known.set(key, { words: describeRedirects(addresses, "will"), refused: false });
      } catch (error) {
        if (isCancelled(error)) return;
        this.known.set(key, { words: explain(error), refused: true });
      }
      const { now } = this;
      if (now === null || now.drop === null || (now.drop.place.parentId ?? "") !== key) return;
      const again = planMove(sections.tree, now.id, now.drop.place);
      this.now = { ...now, ...this.tell(again) };
    }, ASKS_AFTER);
    this.asking = { timer, stop };
  }

  private stopAsking(): void {
    clearTimeout(this.asking?.timer);
    this.asking?.stop.abort();
    this.asking = null;
  }

  private openLater(id: string | null): void {
    if (this.opening?.id === id) return;
    this.stopOpening();
    if (id === null) return;
    this.opening = { id, timer: setTimeout(() => this.ground.open(id), OPENS_AFTER) };
  }

  private stopOpening(): void {
    clearTimeout(this.opening?.timer);
    this.opening = null;
  }
}
