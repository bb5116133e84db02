/**
 * Starts the program and a browser, fills the site, and runs the test files: all of them, or those
 * whose names begin with what is given: `zoom`, `admin/` for the admin area.
 */
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { binary } from "./harness/server.js";
import { withSite } from "./harness/start.js";

const chosen = process.argv.slice(2);
const folder = join(import.meta.dirname, "tests");
const wanted = (name) => chosen.length === 0 || chosen.some((part) => name.startsWith(part) || basename(name).startsWith(part));
const files = readdirSync(folder, { recursive: true })
  .filter((name) => name.endsWith(".test.js") && wanted(name))
  .map((name) => join(folder, name));
if (files.length === 0) {
  console.error(`no test file begins with ${chosen.join(" or ")}`);
  process.exit(64);
}
if (!existsSync(binary)) {
  console.error(`${binary} is missing: build it with cargo build, or say with FOLIA_BINARY where it is`);
  process.exit(1);
}

const code = await withSite((site) => {
  const env = { ...process.env, FOLIA_E2E: JSON.stringify(site) };
  // One file at a time: tests that share two cores with others are slow, and slow tests are unreliable.
  const args = ["--test", "--test-force-exit", "--test-concurrency=1", "--test-reporter=spec", ...files];
  return new Promise((done) => spawn(process.execPath, args, { env, stdio: "inherit" }).on("exit", done));
});
process.exit(code ?? 1);
