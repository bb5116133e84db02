/** A look as a page of the site shows it, for a preview that nobody else sees. */
import type { Look } from "../../api/client.gen.ts";
import { css, shades } from "./accent.ts";

/** Custom properties of the page's root; the usual values of a page stand where one is absent. The same as `crates/site/src/look.rs`. */
export function lookProperties(look: Look): Record<string, string> {
  const { light, dark } = shades(look.accent);
  const hue = look.accent.hue.toFixed(1);
  const isUsual = look.accent.hue === 160 && look.accent.chroma === 0.1;
  return {
    ...(isUsual ? {} : {
      "--leaf": `light-dark(${css(light)},${css(dark)})`,
      "--leaf-wash": `light-dark(oklch(.945 .03 ${hue}),oklch(.285 .04 ${hue}))`,
    }),
    ...(look.text_face === "plain" ? { "--text": "var(--ui)" } : look.text_face === "typed" ? { "--text": "var(--mono)" } : {}),
    ...(look.text_size === "small" ? { "--body": "clamp(1rem,.95rem + .25vw,1.125rem)" } : look.text_size === "large" ? { "--body": "clamp(1.1875rem,1.1rem + .45vw,1.4375rem)" } : {}),
    // 37 rem hold 66 characters.
    ...(look.width === 66 ? {} : { "--measure": `${((look.width * 37) / 66).toFixed(2)}rem` }),
  };
}

/** Every property that a look may set, so that an earlier one can be taken back. */
export const LOOK_PROPERTIES = ["--leaf", "--leaf-wash", "--text", "--body", "--measure"] as const;

/** What a page has besides its properties. */
export const NO_MARGIN_NOTES =
  "@media(min-width:1200px){.prose>.notes{grid-column:text;grid-row:auto}.prose .note{border-inline-start:2px solid var(--leaf);padding-inline-start:1.1rem}}";
