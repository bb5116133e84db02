/** A real provider of identities, and signing in with it as people do. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { resolve } from "node:path";

const folder = resolve(import.meta.dirname, "../../../tests/providers");

export async function startProvider() {
  const child = spawn(process.execPath, ["provider.js"], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk) => (said += chunk));
  const issuer = await new Promise((ready, failed) => {
    createInterface(child.stdout).on("line", (line) => line.startsWith("http://") && ready(line));
    child.on("error", failed);
    child.on("exit", (code) => failed(new Error(`the provider ended with ${code}; tools/setup installs it:\n${said}`)));
  });
  const stop = () => new Promise((done) => {
    child.once("exit", done);
    child.kill();
  });
  /** What the program has to know of it. */
  const settings = { FOLIA_AUTH__ISSUER: issuer, FOLIA_AUTH__CLIENT_ID: "folia-RS256", FOLIA_AUTH__CLIENT_SECRET: "canary-client-secret" };
  return { issuer, settings, stop };
}

/** Fills in the provider's form on a page that has been sent there, and agrees. */
export async function signInAs(page, email) {
  await page.locator("input[name=login]").fill(email);
  await page.locator("input[name=password]").fill("x");
  await page.locator("button[type=submit]").click();
  await page.locator("form:has(input[value=consent]) button").click();
}
