/** The program on a filled site, and a browser: what the tests and the measurements begin with. */
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { fill } from "./fill.js";
import { video } from "./video.js";
import { startServer } from "./server.js";

/** The one without windows is the quicker one, where there is one. */
const INSTALLED = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) => existsSync(path));
const CHROMIUM = {
  executablePath: process.env.CHROMIUM ?? INSTALLED,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
};

/** Hands `use` what there is to know, and ends everything after it, also when it fails. */
export async function withSite(use) {
  const server = await startServer();
  const host = await chromium.launchServer(CHROMIUM).catch(async (error) => {
    await server.stop();
    throw error;
  });
  try {
    const browser = await chromium.connect(host.wsEndpoint());
    const token = await server.command("token", "create", "--role", "admin");
    const made = await fill(server.origin, token, await video(browser));
    const session = await signIn(browser, server.link);
    await browser.close();
    return await use({ origin: server.origin, browser: host.wsEndpoint(), token, session, made });
  } catch (error) {
    console.error(server.said());
    throw error;
  } finally {
    await host.close();
    await server.stop();
  }
}

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
