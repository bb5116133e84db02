// The icons of the pages as one file, each a symbol by its name: `<use href="…/icons.svg#search">`.
import { readFileSync, writeFileSync } from "node:fs";

const NAMES = [
  "arrow-left", "arrow-right", "arrow-up-right", "at-sign", "book-open", "calendar", "check", "circle-alert",
  "code", "download", "file-text", "house", "image", "link", "mail", "map-pin", "menu", "monitor", "moon",
  "pencil", "play", "printer", "rss", "search", "sun", "user", "x",
];

export function buildIcons(root, out) {
  const symbols = NAMES.map((name) => {
    const file = readFileSync(`${root}/node_modules/lucide-static/icons/${name}.svg`, "utf8");
    const inside = file.slice(file.indexOf(">", file.indexOf("<svg")) + 1, file.lastIndexOf("</svg>"));
    return `<symbol id="${name}" viewBox="0 0 24 24">${inside.replace(/\s*\n\s*/g, "")}</symbol>`;
  });
  const style = 'fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"';
  writeFileSync(`${out}/icons.svg`, `<svg xmlns="http://www.w3.org/2000/svg" ${style}>${symbols.join("")}</svg>\n`);
}
