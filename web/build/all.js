// Builds everything that the service embeds into `dist`: scripts, faces, icons, licence texts.
// Does nothing when nothing has changed since the last time; `node build/all.js --force` does.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildAdmin } from "./admin.js";
import { buildFaces } from "./faces.js";
import { buildIcons } from "./icons.js";
import { buildIslands } from "./islands.js";
import { copyLicences } from "./licences.js";
import { buildSheets } from "./sheets.js";

const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const dist = `${root}/dist`;
const stamp = `${dist}/.stamp`;

/** A hash of all that the result depends on. */
function sources() {
  const hash = createHash("sha256");
  const add = (path) => hash.update(path.slice(root.length)).update(readFileSync(path));
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else add(path);
    }
  };
  for (const folder of ["admin", "api", "build", "islands"]) walk(`${root}/${folder}`);
  add(`${root}/package-lock.json`);
  add(`${root}/../crates/contact/assets/solver.js`);
  return hash.digest("hex");
}

const now = sources();
const known = existsSync(stamp) ? readFileSync(stamp, "utf8") : "";
if (now !== known || process.argv.includes("--force")) {
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  await buildIslands(root, dist);
  await buildAdmin(root, dist);
  await buildFaces(root, dist);
  await buildSheets(root, dist);
  buildIcons(root, dist);
  copyLicences(root, dist);
  writeFileSync(stamp, now);
}
