/**
 * How long each screen of the admin area takes until it can be used, after the first one: the
 * processor four times slower, 1.6 Mb/s, 150 ms to the server. Nothing of a screen is in the
 * browser's cache before it is asked for. Beside it, what went over the wire: that is the same on
 * every machine.
 */
import { setTimeout as pause } from "node:timers/promises";
import { Api } from "./harness/api.js";
import { sendMessage } from "./harness/message.js";
import { JOB, RESUME } from "./harness/resume.js";
import { middle, slowDown } from "./slow.js";

const ROUNDS = 3;
const BUDGET = 1000;
const QUIET = 500;

/** Where each screen is, its title, and what has to be on it before anybody can work there. */
async function screensOf(site) {
  const api = new Api(site.origin, site.token);
  for (let number = 1; number <= 30; number++) await sendMessage(site.origin, { name: `Reader ${number}`, email: "reader@sample.example", message: "A larger file? ".repeat(12) });
  for (let number = 1; number <= 60; number++) await api.send("POST", "/redirects", { old_path: `/old-${number}`, new_path: "/writing/long-read" });
  for (let number = 1; number <= 60; number++) await api.send("POST", "/content/chunks", { text: `Kept ${number} tide gauges online.`, source: "opinion", chunk_type: "achievement", purpose: ["facts"] });
  const resume = await api.send("POST", "/resumes", { document: RESUME });
  const [message] = (await api.send("GET", "/contact/messages")).items;
  const [story] = (await api.send("GET", "/content/story?limit=1")).items;
  const sections = (await api.send("GET", "/sections?limit=100")).items;
  const walks = sections.find(({ title }) => title === "Walks");
  const [picture] = (await api.send("GET", "/uploads?limit=1")).items;
  return [
    ["Home", "", "main a.item"],
    ["Inbox", "/inbox", "ul[aria-label=Messages] li"],
    ["Inbox, a message", `/inbox/${message.id}`, "main article h2"],
    ["Media", "/media", "main img, main video"],
    ["Media, a picture", `/media/${picture.id}`, "main img, main video"],
    ["A section", `/sections/${walks.id}`, "main li, main tr"],
    ["Editor", `/edit/story/${story.id}`, ".ProseMirror[contenteditable=true]"],
    ["Navigation", "/navigation", "main ul li"],
    ["Redirects", "/redirects", "main table tbody tr"],
    ["Memory", "/memory", "main table.bars"],
    ["Memory, all chunks", "/memory/chunks", "main table tbody tr"],
    ["Memory, voice", "/memory/voice", "main .empty h2, main li"],
    ["Resumes", "/resumes", "ul[aria-label=Resumes] li"],
    ["A resume", `/resumes/${resume.id}`, "main input"],
    ["Tailor", "/tailor", "main textarea"],
    ["Settings", "/settings", "main form input"],
    ["Settings, profile", "/settings/profile", "main form input"],
    ["Settings, look", "/settings/look", "main input[type=range]"],
    ["Settings, access", "/settings/access", "main table tbody tr"],
    ["A result", `/tailor/${await ownResult(site)}`, "main button.text"],
  ];
}

/** Results are their user's own, and a token is another user than the session. */
async function ownResult(site) {
  const cookie = site.session.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const { csrf_token } = await (await fetch(`${site.origin}/auth/session`, { headers: { cookie } })).json();
  const headers = { cookie, origin: site.origin, "x-csrf-token": csrf_token, "content-type": "application/json", accept: "application/json" };
  const answer = await fetch(`${site.origin}/tailor`, { method: "POST", headers, body: JSON.stringify({ job_description: JOB }) });
  if (!answer.ok) throw new Error(`nothing was tailored: ${answer.status} ${await answer.text()}`);
  return (await answer.json()).id;
}

export async function measureScreens(browser, site) {
  const screens = await screensOf(site);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await oneRound(browser, site, screens));
  for (const [index, [name]] of [["First load"], ...screens].entries()) {
    const value = middle(rounds.map((round) => round[index].took));
    const { requests, bytes } = rounds[0][index];
    console.log(`admin on a slow machine  ${name} ${value.toFixed(0)} ms${index === 0 ? "" : `  (budget ${BUDGET} ms)`}, ${requests} requests, ${(bytes / 1000).toFixed(0)} kB`);
  }
}

async function oneRound(browser, site, screens) {
  const context = await browser.newContext({ baseURL: site.origin, viewport: { width: 1440, height: 900 }, storageState: site.session });
  const page = await context.newPage();
  await slowDown(context, page);
  const wire = await countWire(context, page);
  const began = performance.now();
  await page.goto("/admin/more", { waitUntil: "commit" });
  await page.waitForSelector("nav[aria-label='All places'] a");
  const measured = [{ took: performance.now() - began }];
  for (const [, path, ready] of screens) {
    Object.assign(measured.at(-1), await wire.settled());
    measured.push({ took: await page.evaluate(usable, { path: `/admin${path}`, ready }) });
    await page.evaluate(usable, { path: "/admin/more", ready: "main nav[aria-label='All places']" });
  }
  Object.assign(measured.at(-1), await wire.settled());
  await context.close();
  return measured;
}

/** Counts what the page asks for and gets, compressed as it was sent. */
async function countWire(context, page) {
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  let [requests, bytes, changed] = [0, 0, 0];
  const open = new Set();
  const note = (act) => (event) => void (act(event), (changed = performance.now()));
  session.on("Network.requestWillBeSent", note(({ requestId }) => open.add(requestId)));
  session.on("Network.responseReceived", note(({ response }) => (requests += response.fromDiskCache ? 0 : 1)));
  session.on("Network.loadingFinished", note(({ requestId, encodedDataLength }) => (open.delete(requestId), (bytes += encodedDataLength))));
  session.on("Network.loadingFailed", note(({ requestId }) => open.delete(requestId)));
  return {
    /** What there was since the last time, once the line has been quiet for a while. */
    async settled() {
      while (open.size > 0 || performance.now() - changed < QUIET) await pause(50);
      const counted = { requests, bytes };
      [requests, bytes] = [0, 0];
      return counted;
    },
  };
}

/** In the page: goes there as a link would, and waits until the screen is drawn with what it needs. */
function usable({ path, ready }) {
  const before = document.querySelector("main");
  const began = performance.now();
  navigation.navigate(path);
  return new Promise((done) => {
    const look = () => {
      const there = document.querySelector(ready);
      if (there === null || document.querySelector("main") === before) requestAnimationFrame(look);
      else requestAnimationFrame(() => done(performance.now() - began));
    };
    look();
  });
}
