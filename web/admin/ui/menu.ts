import type { IconName } from "./icons.ts";

/** An entry of a menu; `"line"` stands between groups. */
export type MenuEntry =
  | { label: string; icon?: IconName; keys?: string; danger?: boolean; disabled?: boolean; href?: string; act?: () => void }
  | "line";

export interface Point {
  x: number;
  y: number;
}

/** Where a menu goes that was asked for at a point: inside the window, above it where there is no room below. */
export function place(at: Point, size: { width: number; height: number }, window: { width: number; height: number }): Point {
  const margin = 8;
  const x = Math.max(margin, Math.min(at.x, window.width - size.width - margin));
  const below = at.y + size.height + margin <= window.height;
  const y = below ? at.y : Math.max(margin, Math.min(at.y - size.height, window.height - size.height - margin));
  return { x, y };
}
