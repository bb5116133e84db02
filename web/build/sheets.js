// Cuts the faces of printed resumes, one file per weight and range of characters: Source Serif 4,
// Inter and Source Sans 3 (all SIL OFL 1.1). "Source" is a reserved name, so what is cut is called
// Folia Sheet. A PDF embeds the letters that it uses, so the files are plain, without axes.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import fontverter from "fontverter";
import subset from "subset-font";
import { characters } from "./faces.js";
import { rename } from "./sfnt.js";

export const SHEET_COPYRIGHTS = {
  "source-serif-4":
    "© 2014 - 2021 Adobe Systems Incorporated (http://www.adobe.com/), with Reserved Font Name ‘Source’.",
  inter: "Copyright 2020 The Inter Project Authors (https://github.com/rsms/inter)",
  "source-sans-3":
    "Copyright 2010-2020 Adobe (http://www.adobe.com/), with Reserved Font Name 'Source'. All Rights Reserved.",
};

/** What running text needs: joined letters, kerning, marks, figures of one height. */
const FEATURES = ["calt", "ccmp", "kern", "liga", "locl", "mark", "mkmk", "lnum", "pnum"];
/** Ranges as the packages cut them. Other scripts are written with faces of the machine. */
const RANGES = ["latin", "latin-ext"];

/** The look, the cut, the weight; which file of which package, and where on its axes. */
const CUTS = [
  ["classic-text-400", "source-serif-4", "opsz-normal", { opsz: 10, wght: 400 }],
  ["classic-text-400italic", "source-serif-4", "opsz-italic", { opsz: 10, wght: 400 }],
  ["classic-text-600", "source-serif-4", "opsz-normal", { opsz: 10, wght: 600 }],
  ["classic-name-600", "source-serif-4", "opsz-normal", { opsz: 27, wght: 600 }],
  ["modern-text-400", "inter", "opsz-normal", { opsz: 14, wght: 400 }],
  ["modern-text-450", "inter", "opsz-normal", { opsz: 14, wght: 450 }],
  ["modern-text-600", "inter", "opsz-normal", { opsz: 14, wght: 600 }],
  ["modern-name-650", "inter", "opsz-normal", { opsz: 24, wght: 650 }],
  ["compact-text-400", "source-sans-3", "wght-normal", { wght: 400 }],
  ["compact-text-600", "source-sans-3", "wght-normal", { wght: 600 }],
  ["compact-text-650", "source-sans-3", "wght-normal", { wght: 650 }],
];

/** The page to print is read in browsers: its faces as pages want them. */
const FAMILIES = { classic: "Folia Sheet Classic", modern: "Folia Sheet Modern", compact: "Folia Sheet Compact" };

export async function buildSheets(root, out) {
  mkdirSync(`${out}/sheets`, { recursive: true });
  const rules = [];
  for (const [name, family, file, axes] of CUTS) {
    const folder = `${root}/node_modules/@fontsource-variable/${family}`;
    const ranges = JSON.parse(readFileSync(`${folder}/unicode.json`, "utf8"));
    for (const range of RANGES) {
      const original = readFileSync(`${folder}/files/${family}-${range}-${file}.woff2`);
      const cut = await subset(original, characters(ranges[range]), {
        targetFormat: "truetype",
        variationAxes: axes,
        keepFeatures: FEATURES,
        noHinting: true,
      });
      const face = rename(cut, names(name, range, family));
      writeFileSync(`${out}/sheets/${name}-${range}.ttf`, face);
      if (range === "latin" && name.includes("-text-")) {
        const woff = `sheet-${name}.woff2`;
        writeFileSync(`${out}/${woff}`, await fontverter.convert(face, "woff2"));
        rules.push(rule(name, woff, ranges[range]));
      }
    }
  }
  writeFileSync(`${out}/sheets.css`, `${rules.join("\n")}\n`);
}

function rule(name, file, range) {
  const [look, , weight] = name.split("-");
  const style = weight.endsWith("italic") ? "italic" : "normal";
  return (
    `@font-face{font-family:"${FAMILIES[look]}";font-weight:${String(parseInt(weight, 10))};font-style:${style};` +
    `font-display:swap;src:url(${file}) format("woff2");unicode-range:${range}}`
  );
}

function names(name, range, family) {
  const called = `Folia Sheet ${name} ${range}`;
  return {
    0: `${SHEET_COPYRIGHTS[family]} Changed and renamed.`,
    1: called,
    2: "Regular",
    3: `Folia;${called.replace(/[^A-Za-z0-9]/g, "")}`,
    4: called,
    5: "Version 1.0",
    6: `FoliaSheet-${name.replace(/-/g, "")}${range.replace(/-/g, "")}`,
    13: "This Font Software is licensed under the SIL Open Font License, Version 1.1.",
    14: "https://openfontlicense.org",
  };
}
