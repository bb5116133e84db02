/**
 * Starts the program and a browser, fills the site, and runs the test files: all of them, or those
 * whose names begin with what is given: `zoom`, `admin/` for the admin area.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
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

/** Runs these files against a site of their own; those of which a test has failed. */
async function failuresOf(files) {
  const folder = mkdtempSync(join(tmpdir(), "folia-e2e-failed-"));
  const list = join(folder, "files");
  const reporters = ["--test-reporter=spec", "--test-reporter-destination=stdout", `--test-reporter=${join(import.meta.dirname, "harness/failed.js")}`, `--test-reporter-destination=${list}`];
  try {
    const code = await withSite((site) => {
      const env = { ...process.env, FOLIA_E2E: JSON.stringify(site) };
      // One file at a time: tests that share two cores with others are slow, and slow tests are unreliable.
      const args = ["--test", "--test-force-exit", "--test-concurrency=1", ...reporters, ...files];
      return new Promise((done) => spawn(process.execPath, args, { env, stdio: "inherit" }).on("exit", done));
    });
    const named = existsSync(list) ? readFileSync(list, "utf8").split("\n").filter(Boolean) : [];
    // A run that ends badly without naming a file counts against all of them.
    if (code !== 0 && named.length === 0) return files;
    return files.filter((file) => named.includes(file));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// A real browser on a busy machine stumbles now and then. What fails is tried once more, on a new
// site; what fails twice has failed. Whatever needed the second run is named in the end, where it is
// seen: a test that stumbles often is wrong, or what it tests is.
const names = (files) => files.map((file) => `  ${relative(folder, file)}`).join("\n");
const stumbled = await failuresOf(files);
let failed = stumbled;
if (stumbled.length > 0) {
  console.error(`once more:\n${names(stumbled)}`);
  failed = await failuresOf(stumbled);
  const passed = stumbled.filter((file) => !failed.includes(file));
  if (passed.length > 0) console.error(`\nPASSED ONLY IN A SECOND RUN (${passed.length} of ${files.length} files):\n${names(passed)}`);
  if (failed.length > 0) console.error(`\nFAILED TWICE (${failed.length} of ${files.length} files):\n${names(failed)}`);
}
process.exit(failed.length > 0 ? 1 : 0);
