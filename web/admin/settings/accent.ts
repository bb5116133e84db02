/**
 * The owner's accent as pages show it. The same arithmetic as in the service
 * (`crates/content/src/settings/accent.rs`): hue and chroma are chosen, the lightness follows until the
 * colour can be read.
 */
import type { Accent } from "../../api/client.gen.ts";

export interface Oklch {
  lightness: number;
  chroma: number;
  hue: number;
}

const READABLE = 4.5;
const LIGHT_SURFACE: Oklch = { lightness: 0.935, chroma: 0.007, hue: 135 };
const DARK_SURFACE: Oklch = { lightness: 0.268, chroma: 0.011, hue: 170 };
export const PAPER: Oklch = { lightness: 0.988, chroma: 0.003, hue: 120 };
const MOST_CHROMA_ON_DARK = 0.115;
const STEP = 0.005;

export function shades({ hue, chroma }: Accent): { light: Oklch; dark: Oklch } {
  const light: Oklch = { lightness: 0.5, chroma, hue };
  while (contrast(light, LIGHT_SURFACE) < READABLE && light.lightness > 0) light.lightness -= STEP;
  const dark: Oklch = { lightness: 0.785, chroma: Math.min(chroma, MOST_CHROMA_ON_DARK), hue };
  while (contrast(dark, DARK_SURFACE) < READABLE && dark.lightness < 1) dark.lightness += STEP;
  return { light, dark };
}

/** What the site's own style sheet has where nobody has chosen otherwise. */
const USUAL: Oklch = { lightness: 0.455, chroma: 0.1, hue: 160 };

/** The accent on light pages, as visitors see it. */
export function onPaper(accent: Accent): Oklch {
  return accent.hue === USUAL.hue && accent.chroma === USUAL.chroma ? USUAL : shades(accent).light;
}

/** The ratio by WCAG 2. */
export function contrast(one: Oklch, other: Oklch): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance({ lightness, chroma, hue }: Oklch): number {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short;
  const green = -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short;
  const blue = -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short;
  const cut = (part: number): number => Math.min(1, Math.max(0, part));
  return 0.2126 * cut(red) + 0.7152 * cut(green) + 0.0722 * cut(blue);
}

export function css({ lightness, chroma, hue }: Oklch): string {
  return `oklch(${lightness.toFixed(3)} ${chroma.toFixed(3)} ${hue.toFixed(1)})`;
}

export interface Preset {
  name: string;
  accent: Accent;
}

export const PRESETS: readonly Preset[] = [
  { name: "Leaf", accent: { hue: 160, chroma: 0.1 } },
  { name: "Sea", accent: { hue: 235, chroma: 0.105 } },
  { name: "Iris", accent: { hue: 290, chroma: 0.14 } },
  { name: "Madder", accent: { hue: 27, chroma: 0.165 } },
  { name: "Ochre", accent: { hue: 70, chroma: 0.105 } },
  { name: "Ink", accent: { hue: 170, chroma: 0.014 } },
];

export function presetOf({ hue, chroma }: Accent): Preset | null {
  return PRESETS.find(({ accent }) => Math.abs(accent.hue - hue) < 0.5 && Math.abs(accent.chroma - chroma) < 0.002) ?? null;
}
