/** The first minute: an empty site says what to do next, and every page of the sample is sound. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import axe from "axe-core";
import { assertAccessible } from "../harness/axe.js";
import { DESKTOP, inTurn, leave, listed, PHONE, until, withPage } from "../harness/browser.js";
import { invalidities } from "../harness/nu.js";
import { startServer } from "../harness/server.js";

const server = await startServer();
after(async () => {
  await leave();
  await server.stop();
});
const { origin } = server;

test("an empty site is whole and says what to do next, to strangers and to its owner", async () => {
  assert.deepEqual(await invalidities(origin, ["/", "/contact", "/search", "/tags"]), []);
  await withPage({ origin }, async (page) => {
    const answer = await page.goto("/");
    assert.equal(answer.status(), 200);
    await page.getByText("folia demo").waitFor();
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).waitFor();
    await assertAccessible(page, "an empty site");
    await page.goto(server.link);
    await page.goto("/");
    await page.getByRole("heading", { name: "Your site is running. Nothing is published on it yet." }).waitFor();
    await assertAccessible(page, "an empty site, for its owner");
  });
});

test("the sample is valid on every page, and each kind of page is accessible in both schemes and widths", async () => {
  await server.command("demo");
  await until("the sample is seen", async () => (await (await fetch(origin)).text()).includes("A sample notebook"));
  const others = ["/resume", "/contact", "/tags", "/search?q=tide", "/search?q=tdie", "/auth", "/no/such/place"];
  const paths = await listed(origin);
  assert.deepEqual(await invalidities(origin, [...paths, ...others]), []);
  // Pages of one kind differ in their words; the first of each section has everything.
  const parent = (path) => path.slice(0, path.lastIndexOf("/"));
  const kinds = paths.filter((path, index) => paths.findIndex((other) => parent(other) === parent(path)) === index);
  const found = [];
  const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  const expected = (message) => message.location().url.endsWith("/no/such/place");
  await inTurn(["/", ...kinds, ...others], 2, (path) =>
    withPage({ origin, expected }, async (page) => {
      await page.goto(path);
      await page.evaluate(axe.source);
      for (const [viewport, scheme] of [[DESKTOP, "light"], [PHONE, "dark"]]) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme: scheme });
        const options = { runOnly: { type: "tag", values: rules }, resultTypes: ["violations"] };
        const { violations } = await page.evaluate((given) => window.axe.run(document, given), options);
        found.push(...violations.flatMap(({ id, nodes }) => nodes.map((node) => `${path} ${scheme}: ${id}: ${node.target.join(" ")}: ${node.failureSummary}`)));
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (wider > 0) found.push(`${path} is ${wider} pixels too wide at ${viewport.width}`);
      }
    }),
  );
  assert.deepEqual(found, []);
});

test("the resume has its picture, its file, and fits on paper", () =>
  withPage({ origin }, async (page) => {
    await page.goto("/resume");
    await page.getByRole("heading", { level: 1, name: "Jo Sample" }).waitFor();
    assert(await page.locator(".portrait img:not(.placeholder)").isVisible());
    assert(await page.getByRole("button", { name: "Print" }).isVisible());
    const file = await page.getByRole("link", { name: "JSON Resume" }).getAttribute("href");
    const resume = await (await fetch(origin + file)).json();
    assert.equal(resume.basics.name, "Jo Sample");
    assert.equal(resume.basics.email, undefined);
    await page.evaluate(() => (window.print = () => (window.printed = true)));
    await page.getByRole("button", { name: "Print" }).click();
    assert(await page.evaluate(() => window.printed));
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    assert.equal(pdf.match(/\/Type\s*\/Page\b/g).length, 1);
  }));

test("on paper a page is its text: no navigation, always light", () =>
  withPage({ origin, scheme: "dark" }, async (page) => {
    const [path] = (await listed(origin)).filter((path) => path.endsWith("/the-angle-that-sunflowers-use"));
    await page.goto(path);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    for (const selector of [".site-nav", ".tools", ".site-footer .columns", ".theme", ".neighbours", ".contents", ".edit-pill"]) {
      for (const part of await page.locator(selector).all()) assert.equal(await part.isVisible(), false, selector);
    }
    assert(await page.locator(".prose").isVisible());
    const paper = await page.evaluate(() => {
      const pen = document.createElement("canvas").getContext("2d");
      pen.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
      pen.fillRect(0, 0, 1, 1);
      return pen.getImageData(0, 0, 1, 1).data[0];
    });
    assert(paper > 240, `paper is ${paper}`);
  }));
