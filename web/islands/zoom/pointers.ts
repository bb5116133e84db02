import { LEAST, moved, pinched, type Point, scaleAt, wheelFactor } from "./geometry.ts";
import type { Viewer } from "./viewer.ts";

/** Less than this is a click and no drag. */
const STILL = 5;
/** A finger that pulls a picture at 1x this far up or down means to scroll, and that dismisses. */
const PULL = 48;

/** Mouse, touch and pen, and the wheel. Answers how to stop listening. */
export function listen(viewer: Viewer): () => void {
  const { dialog, image } = viewer;
  /** Where each pointer is, from the window's centre. */
  const pointers = new Map<number, Point>();
  let start: Point = { x: 0, y: 0 };
  /** Whether this has been more than a click since the first pointer went down. */
  let dragged = false;

  const place = (event: MouseEvent): Point => ({
    x: event.clientX - document.documentElement.clientWidth / 2,
    y: event.clientY - innerHeight / 2,
  });
  const onControl = (event: Event) => event.target instanceof Element && event.target.closest("button, .zoom div") !== null;

  const down = (event: PointerEvent) => {
    if (onControl(event) || event.button !== 0) return;
    dialog.setPointerCapture(event.pointerId);
    if (pointers.size === 0) {
      start = place(event);
      dragged = false;
    } else {
      dragged = true;
    }
    pointers.set(event.pointerId, place(event));
    viewer.hold(viewer.view.scale > LEAST);
  };

  const move = (event: PointerEvent) => {
    const before = pointers.get(event.pointerId);
    if (before === undefined) return;
    const now = place(event);
    if (Math.hypot(now.x - start.x, now.y - start.y) >= STILL) dragged = true;
    const [other] = [...pointers].filter(([id]) => id !== event.pointerId);
    pointers.set(event.pointerId, now);
    if (other !== undefined) viewer.show(pinched(viewer.view, [before, other[1]], [now, other[1]]));
    else if (viewer.view.scale > LEAST) {
      if (dragged) viewer.show(moved(viewer.view, { x: now.x - before.x, y: now.y - before.y }));
    } else if (event.pointerType !== "mouse" && Math.abs(now.y - start.y) > PULL) viewer.close();
  };

  const up = (event: PointerEvent) => {
    if (!pointers.delete(event.pointerId) || pointers.size > 0) return;
    viewer.hold(false);
    if (!dragged && event.type === "pointerup") viewer.close();
  };

  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    if (event.target !== image) {
      if (!onControl(event)) viewer.close();
      return;
    }
    const factor = wheelFactor(event.deltaY, event.deltaMode, event.ctrlKey);
    viewer.show(scaleAt(viewer.view, factor, place(event)));
  };

  dialog.addEventListener("pointerdown", down);
  dialog.addEventListener("pointermove", move);
  dialog.addEventListener("pointerup", up);
  dialog.addEventListener("pointercancel", up);
  dialog.addEventListener("wheel", wheel, { passive: false });
  return () => pointers.clear();
}
