/**
 * Starts the program and a browser, fills the site, and runs the test files: all of them, or those
 * whose names are given.
 */
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { fill } from "./harness/fill.js";
import { film } from "./harness/film.js";
import { binary, startServer } from "./harness/server.js";

const chosen = process.argv.slice(2);
const folder = join(import.meta.dirname, "tests");
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".test.js") && (chosen.length === 0 || chosen.some((part) => name.startsWith(part))))
  .map((name) => join(folder, name));
if (files.length === 0) {
  console.error(`no test file begins with ${chosen.join(" or ")}`);
  process.exit(64);
}
if (!existsSync(binary)) {
  console.error(`${binary} is missing: build it with cargo build, or say with FOLIA_BINARY where it is`);
  process.exit(1);
}

export const CHROMIUM = {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
};

let code = 1;
const server = await startServer();
const host = await chromium.launchServer(CHROMIUM);
try {
  const browser = await chromium.connect(host.wsEndpoint());
  const token = await server.command("token", "create", "--role", "admin");
  const made = await fill(server.origin, token, await film(browser));
  const session = await signIn(browser, server.link);
  await browser.close();
  const known = { origin: server.origin, browser: host.wsEndpoint(), token, session, made };
  const env = { ...process.env, FOLIA_E2E: JSON.stringify(known) };
  // One file at a time: a test that shares two cores with others is slow, and slow tests are unreliable.
  const args = ["--test", "--test-concurrency=1", "--test-reporter=spec", ...files];
  code = await new Promise((done) => spawn(process.execPath, args, { env, stdio: "inherit" }).on("exit", done));
} catch (error) {
  console.error(error, server.said());
} finally {
  await host.close();
  await server.stop();
}
process.exit(code ?? 1);

/** As the owner does: by the link that the program prints, which is good once. */
async function signIn(browser, link) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  const state = await context.storageState();
  if (state.cookies.length === 0) throw new Error(`the link signed nobody in: ${await page.content()}`);
  await context.close();
  return state;
}
