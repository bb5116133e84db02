/** The looks the service offers, in its words and in ours. */
export const FILTERS = [
  { value: "none", label: "None" },
  { value: "auto_enhance", label: "Enhance" },
  { value: "warm", label: "Warm" },
  { value: "cool", label: "Cool" },
  { value: "high_contrast", label: "Contrast" },
  { value: "bw", label: "B&W" },
  { value: "vivid", label: "Vivid" },
] as const;

export type Filter = (typeof FILTERS)[number]["value"];

/** How much each colour adds to the grey of a pixel. */
const LUMA = [0.299, 0.587, 0.114] as const;

/** What the large view shows of each: the same arithmetic without the sharpening, as matrices of `feColorMatrix` in their order. */
export const MATRICES: Record<Filter, string[]> = {
  none: [],
  auto_enhance: [contrast(1.15), saturation(1.1)],
  warm: [saturation(1.15), shift(10, 5, -10)],
  cool: [shift(-10, 0, 15), contrast(1.1)],
  high_contrast: [contrast(1.4)],
  bw: [saturation(0), contrast(1.2)],
  vivid: [saturation(1.5), contrast(1.15), brightness(1.05)],
};

function rows(make: (row: number) => number[]): string {
  return [...[0, 1, 2].map(make), [0, 0, 0, 1, 0]].map((row) => row.map((value) => Number(value.toFixed(4))).join(" ")).join("  ");
}

function saturation(factor: number): string {
  return rows((row) => [...LUMA.map((weight, column) => weight * (1 - factor) + (row === column ? factor : 0)), 0, 0]);
}

/** Around the middle: which grey the picture has on average, only its pixels tell. */
function contrast(factor: number): string {
  return rows((row) => [0, 1, 2].map((column) => (row === column ? factor : 0)).concat(0, 0.5 * (1 - factor)));
}

function brightness(factor: number): string {
  return rows((row) => [0, 1, 2].map((column) => (row === column ? factor : 0)).concat(0, 0));
}

function shift(...by: number[]): string {
  return rows((row) => [0, 1, 2].map((column) => Number(row === column)).concat(0, (by[row] ?? 0) / 255));
}
