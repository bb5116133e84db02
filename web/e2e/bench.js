/**
 * How long a story with pictures takes on a slow phone, and how long the screens of the admin area
 * take: the processor four times slower, 1.6 Mb/s, 150 ms to the server. Prints the middle of several
 * rounds, beside the budget. `node bench.js story` or `node bench.js admin` measures one of them.
 */
import { chromium } from "playwright-core";
import { withSite } from "./harness/start.js";
import { measureScreens } from "./screens.js";
import { middle, slowDown } from "./slow.js";

const ROUNDS = 5;
const BUDGET = { LCP: [1200, "ms"], CLS: [0.02, ""], TBT: [50, "ms"] };
const [only] = process.argv.slice(2);

await withSite(async (site) => {
  const browser = await chromium.connect(site.browser);
  if (only !== "admin") await measureStory(browser, site);
  if (only !== "story") await measureScreens(browser, site);
  await browser.close();
});

async function measureStory(browser, site) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(browser, site.origin + site.made.long));
  for (const [name, [most, unit]] of Object.entries(BUDGET)) {
    const value = middle(rounds.map((round) => round[name]));
    console.log(`story on a slow phone  ${name} ${value.toFixed(name === "CLS" ? 3 : 0)} ${unit}  (budget ${most} ${unit})`);
  }
}

async function measure(browser, address) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, deviceScaleFactor: 2 });
  const page = await context.newPage();
  await slowDown(context, page);
  await page.addInitScript(() => {
    window.measured = { FCP: 0, LCP: 0, CLS: 0, tasks: [] };
    const watch = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
    watch("largest-contentful-paint", (entry) => (window.measured.LCP = entry.startTime));
    watch("layout-shift", (entry) => (window.measured.CLS += entry.hadRecentInput ? 0 : entry.value));
    watch("paint", (entry) => entry.name === "first-contentful-paint" && (window.measured.FCP = entry.startTime));
    watch("longtask", ({ startTime, duration }) => window.measured.tasks.push([startTime, startTime + duration]));
  });
  await page.goto(address, { waitUntil: "networkidle" });
  const { FCP, LCP, CLS, tasks } = await page.evaluate(() => window.measured);
  await context.close();
  return { LCP, CLS, TBT: tasks.reduce((sum, task) => sum + blocking(task, FCP), 0) };
}

/** What a task adds to the total blocking time: nobody can be kept waiting by a page that shows nothing yet. */
function blocking([start, end], shown) {
  return Math.max(0, end - Math.max(start, shown) - 50);
}
