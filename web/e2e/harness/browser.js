/** The browser that all test files share, and pages that are watched while they are used. */
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { chromium } from "playwright-core";

/** What `run.js` has started. */
export const site = JSON.parse(process.env.FOLIA_E2E ?? "null");
assert(site !== null, "run the tests with `npm test`, or one file with `npm test zoom`");

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };
const PATIENCE = 30_000;

let connected;
export async function browser() {
  connected ??= await chromium.connect(site.browser);
  return connected;
}

/** To be called by every test file when it ends. */
export async function leave() {
  await connected?.close();
}

/**
 * Hands a page to `use` and fails when, meanwhile, anything was asked of another site, an error was
 * written to the console (a breach of the policy is one), or a script failed. `expected` says which
 * console messages belong to the test, `origin` which site it is about if not the usual one.
 */
export async function withPage(options, use) {
  const { script = true, scheme = "light", viewport = DESKTOP, signedIn = false, expected = () => false, origin: home = site.origin, ...rest } = options;
  const context = await (await browser()).newContext({
    baseURL: home,
    javaScriptEnabled: script,
    colorScheme: scheme,
    viewport,
    reducedMotion: "reduce",
    storageState: signedIn ? site.session : undefined,
    ...rest,
  });
  context.setDefaultTimeout(PATIENCE);
  const faults = [];
  context.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== home && !["data:", "blob:"].includes(protocol)) faults.push(`asked ${request.url()}`);
  });
  context.on("console", (message) => {
    if (message.type() === "error" && !expected(message)) faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => faults.push(`script: ${error.error()}`));
  try {
    const result = await use(await context.newPage(), context);
    assert.deepEqual(faults, []);
    return result;
  } finally {
    await context.close();
  }
}

/** A browser of its own for a server that a test has started for itself. `patience` is for what is work, the rest are options of the context. */
export async function openContext({ origin }, { patience = PATIENCE, ...options } = {}) {
  const context = await (await browser()).newContext({ baseURL: origin, reducedMotion: "reduce", viewport: DESKTOP, bypassCSP: true, ...options });
  context.setDefaultTimeout(patience);
  return context;
}

/** A page of that server, signed in as its owner by the link that it has printed, or by another one. */
export async function openAsOwner(server, { link = server.link, ...options } = {}) {
  const context = await openContext(server, options);
  const page = await context.newPage();
  await page.goto(link);
  return page;
}

/** Asks until the answer is true, and fails saying what was waited for. `patience` is for what is work, and not only waiting. */
export async function until(what, ask, patience = PATIENCE) {
  const end = Date.now() + patience;
  for (;;) {
    if (await ask()) return;
    if (Date.now() > end) assert.fail(`never happened: ${what}`);
    await pause(50);
  }
}

/** The addresses that the sitemap of a site lists. */
export async function listed(origin) {
  const answer = await fetch(`${origin}/sitemap.xml`);
  const places = [...(await answer.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => new URL(address.replaceAll("&amp;", "&")));
  assert(places.length > 10, "the sitemap lists the pages");
  return places.map((address) => address.pathname + address.search);
}

/** All addresses that visitors are told of, and those that are in no list. */
export async function addresses() {
  const paths = await listed(site.origin);
  // Of pages that are alike but for their words, one will do.
  const few = paths.filter((path) => !/\/(day-\d\d|drawing-[34]|river-gauge|tide-table)$/.test(path));
  const others = ["/writing/walks?page=2", "/tags", "/tags/days", "/search", "/search?q=quicksilver", "/search?q=nothing-has-this", "/contact", "/auth"];
  return [...new Set([...few, ...others])];
}

export function inTurn(things, at_a_time, use) {
  const waiting = [...things];
  const work = async () => {
    for (let thing = waiting.shift(); thing !== undefined; thing = waiting.shift()) await use(thing);
  };
  return Promise.all(Array.from({ length: at_a_time }, work));
}
