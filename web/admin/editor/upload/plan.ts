/** How a picture is made smaller before it is sent. Pure, so that every size can be tried. */
import type { Format } from "./judge.ts";

export const LONGEST_SIDE = 2048;

export interface Size {
  width: number;
  height: number;
}

export interface Plan extends Size {
  /** Sizes of the canvases on the way, the last one is the result. None is larger than twice the result, which every browser can hold. */
  steps: Size[];
}

/** Null: it stays as it is. */
export function planResize(source: Size): Plan | null {
  const longest = Math.max(source.width, source.height);
  if (longest <= LONGEST_SIDE) return null;
  const scale = LONGEST_SIDE / longest;
  const side = (length: number): number => Math.max(1, Math.round(length * scale));
  const target = { width: side(source.width), height: side(source.height) };
  const double = { width: target.width * 2, height: target.height * 2 };
  // Browsers read only some of the pixels when they shrink by more than half at once.
  const steps = longest > LONGEST_SIDE * 2 ? [double, target] : [target];
  return { ...target, steps };
}

export interface Encoding {
  type: "image/jpeg" | "image/webp" | "image/png";
  quality?: number;
}

/** JPEG stays JPEG, all else becomes WebP. */
export function encodingFor(format: Format): Encoding {
  return format === "jpeg" ? { type: "image/jpeg", quality: 0.92 } : { type: "image/webp", quality: 0.9 };
}

/** For browsers that cannot write WebP and hand back PNG without a word. */
export function encodingInstead(transparent: boolean): Encoding {
  return transparent ? { type: "image/png" } : { type: "image/jpeg", quality: 0.92 };
}
