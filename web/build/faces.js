// Cuts the face of headings from Source Serif 4 (SIL OFL 1.1): optical size 44, weight 600, one
// file per range of characters. "Source" is a reserved name, so what is cut is called Folia Display.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import fontverter from "fontverter";
import subset from "subset-font";
import { rename } from "./sfnt.js";

const FAMILY = "Folia Display";
const PACKAGE = "@fontsource-variable/source-serif-4";
/** As the font itself says it. */
export const COPYRIGHT =
  "© 2014 - 2021 Adobe Systems Incorporated (http://www.adobe.com/), with Reserved Font Name ‘Source’.";
const AXES = { opsz: 44, wght: 600 };
/** What headings use. Small capitals and the like would double the size. */
const FEATURES = ["calt", "ccmp", "kern", "liga", "locl", "mark", "mkmk", "lnum", "tnum"];
/** Ranges as the package cuts them; the first two are for pages, all are for drawn cards. */
const RANGES = ["latin", "latin-ext", "greek", "cyrillic", "cyrillic-ext", "vietnamese"];
const FOR_PAGES = 2;

export async function buildFaces(root, out) {
  const folder = `${root}/node_modules/${PACKAGE}`;
  const ranges = JSON.parse(readFileSync(`${folder}/unicode.json`, "utf8"));
  mkdirSync(`${out}/cards`, { recursive: true });
  const rules = [];
  for (const [index, range] of RANGES.entries()) {
    const original = readFileSync(`${folder}/files/source-serif-4-${range}-opsz-normal.woff2`);
    const cut = await subset(original, characters(ranges[range]), {
      targetFormat: "truetype",
      variationAxes: AXES,
      keepFeatures: FEATURES,
      noHinting: true,
    });
    const family = index === 0 ? FAMILY : `${FAMILY} ${range}`;
    const face = rename(cut, names(family));
    writeFileSync(`${out}/cards/${String(index)}-${range}.ttf`, face);
    if (index < FOR_PAGES) {
      const file = `folia-display-${range}.woff2`;
      writeFileSync(`${out}/${file}`, await fontverter.convert(face, "woff2"));
      rules.push(
        `@font-face{font-family:"${FAMILY}";font-weight:600;font-display:optional;` +
          `src:url(${file}) format("woff2");unicode-range:${ranges[range]}}`,
      );
    }
  }
  writeFileSync(`${out}/fonts.css`, `${rules.join("\n")}\n`);
}

/** `U+0000-00FF,U+0131` as the characters themselves. */
export function characters(range) {
  let text = "";
  for (const part of range.split(",")) {
    const [first, last] = part.trim().slice(2).split("-").map((digits) => parseInt(digits, 16));
    for (let code = first; code <= (last ?? first); code += 1) {
      if (code < 0xd800 || code > 0xdfff) text += String.fromCodePoint(code);
    }
  }
  return text;
}

function names(family) {
  const plain = family.replace(/[^A-Za-z0-9]/g, "");
  return {
    0: `${COPYRIGHT} Changed and renamed.`,
    1: family,
    2: "Regular",
    3: `Folia;${plain}`,
    4: family,
    5: "Version 1.0",
    6: `${plain}-Semibold`,
    13: "This Font Software is licensed under the SIL Open Font License, Version 1.1.",
    14: "https://openfontlicense.org",
  };
}
