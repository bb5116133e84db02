// The licence texts of what is passed on inside the binary.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { COPYRIGHT } from "./faces.js";
import { SHEET_COPYRIGHTS } from "./sheets.js";

const PASSED_ON = [
  ["source-serif-4", "@fontsource-variable/source-serif-4", `Source Serif 4, ${COPYRIGHT}\n\n`],
  ["inter", "@fontsource-variable/inter", `Inter, ${SHEET_COPYRIGHTS.inter}\n\n`],
  ["source-sans-3", "@fontsource-variable/source-sans-3", `Source Sans 3, ${SHEET_COPYRIGHTS["source-sans-3"]}\n\n`],
  ["lucide", "lucide-static", ""],
];

export function copyLicences(root, out) {
  mkdirSync(`${out}/licences`, { recursive: true });
  for (const [name, folder, before] of PASSED_ON) {
    const text = readFileSync(`${root}/node_modules/${folder}/LICENSE`, "utf8");
    writeFileSync(`${out}/licences/${name}.txt`, before + text);
  }
}
