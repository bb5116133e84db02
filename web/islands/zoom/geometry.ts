/**
 * Where an enlarged picture lies. Pure: a view is the picture's scale and the offset of its centre
 * from the centre of the window.
 */

export const LEAST = 1;
export const MOST = 3;
/** Between the picture at 1x and the edge of the window, in pixels. */
export const MARGIN = 24;
/** A small picture is not blown up further than this by fitting it into the window. */
const MOST_GROWTH = 2;

export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

export interface View extends Point {
  scale: number;
}

export const FITTED: View = { scale: LEAST, x: 0, y: 0 };

/** The size of the picture at 1x: contained in the window, with a margin on all sides. */
export function fit(picture: Size, around: Size): Size {
  const room = { width: Math.max(around.width - 2 * MARGIN, 1), height: Math.max(around.height - 2 * MARGIN, 1) };
  if (picture.width <= 0 || picture.height <= 0) return room;
  const growth = Math.min(room.width / picture.width, room.height / picture.height, MOST_GROWTH);
  return { width: picture.width * growth, height: picture.height * growth };
}

const between = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** Keeps the scale within its limits, and the picture's edges at the margin or outside of it. */
export function settle(view: View, fitted: Size, around: Size): View {
  const scale = between(view.scale, LEAST, MOST);
  const reach = (length: number, room: number) => Math.max(0, (length * scale - (room - 2 * MARGIN)) / 2);
  const x = reach(fitted.width, around.width);
  const y = reach(fitted.height, around.height);
  return { scale, x: between(view.x, -x, x), y: between(view.y, -y, y) };
}

/** Scales so that what lies under `at` stays there; `at` is measured from the window's centre. */
export function scaleAt(view: View, factor: number, at: Point): View {
  const scale = between(view.scale * factor, LEAST, MOST);
  const change = scale / view.scale;
  return { scale, x: at.x - (at.x - view.x) * change, y: at.y - (at.y - view.y) * change };
}

export function moved(view: View, by: Point): View {
  return { ...view, x: view.x + by.x, y: view.y + by.y };
}

/** Two fingers: they scale by their distance and move by the point between them. */
export function pinched(view: View, before: readonly [Point, Point], after: readonly [Point, Point]): View {
  const distance = ([a, b]: readonly [Point, Point]) => Math.hypot(a.x - b.x, a.y - b.y) || 1;
  const middle = ([a, b]: readonly [Point, Point]): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  const from = middle(before);
  const to = middle(after);
  const scaled = scaleAt(view, distance(after) / distance(before), from);
  return moved(scaled, { x: to.x - from.x, y: to.y - from.y });
}

/** A wheel turns in pixels, lines or pages; a pinch on a touchpad comes as small steps. */
export function wheelFactor(delta: number, mode: number, pinches: boolean): number {
  const pixels = delta * (mode === 1 ? 16 : mode === 2 ? 400 : 1);
  return Math.exp(-between(pixels, -300, 300) * (pinches ? 0.01 : 0.002));
}

/** The address of the largest file: the widest candidate of a `srcset`. */
export function widest(set: string): string | null {
  let best: string | null = null;
  let most = 0;
  for (const candidate of set.split(/,\s+/)) {
    const [address, descriptor] = candidate.trim().split(/\s+/);
    const width = parseFloat(descriptor ?? "1x");
    if (address && width > most) {
      most = width;
      best = address;
    }
  }
  return best;
}
