// The licence texts of what is passed on inside the binary.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { COPYRIGHT } from "./faces.js";

const PASSED_ON = [
  ["source-serif-4", "@fontsource-variable/source-serif-4", `Source Serif 4, ${COPYRIGHT}\n\n`],
  ["lucide", "lucide-static", ""],
];

export function copyLicences(root, out) {
  mkdirSync(`${out}/licences`, { recursive: true });
  for (const [name, folder, before] of PASSED_ON) {
    const text = readFileSync(`${root}/node_modules/${folder}/LICENSE`, "utf8");
    writeFileSync(`${out}/licences/${name}.txt`, before + text);
  }
}
