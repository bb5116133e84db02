/** Parts of the admin area that do not arrive: said, asked for again, and after an upgrade loaded with the page. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { assertAccessible } from "../../harness/axe.js";
import { DESKTOP, leave, PHONE, until, withPage } from "../../harness/browser.js";
import { draft, edit, notSaved, refused, stored, toEnd } from "../../harness/writing.js";

after(leave);
const PART = (name) => `**/assets/${name}-*.js*`;

for (const [width, viewport] of [["desktop", DESKTOP], ["phone", PHONE]]) {
  test(`a part that does not arrive says so, and comes when it is asked for again, ${width}`, () =>
    withPage({ ...refused, viewport, bypassCSP: true }, async (page) => {
      const { id } = await draft(`Without its panel, ${width}`, "<p>Words.</p>");
      await edit(page, id);
      await page.route(PART("PublishPanel"), (route) => route.abort("connectionreset"));
      await page.getByRole("button", { name: "Publish", exact: true }).click();
      const said = page.getByRole("alert").filter({ hasText: "The publish panel could not be loaded. The server did not answer." });
      await said.waitFor();
      await assertAccessible(page, "a part that did not arrive");
      await page.unroute(PART("PublishPanel"));
      await said.getByRole("button", { name: "Try again" }).click();
      await page.getByRole("dialog", { name: "Publish this story" }).waitFor();
      assert.equal(await said.count(), 0);
    }));
}

test("a part that the service has no more is loaded with the page", () =>
  withPage(refused, async (page) => {
    const { id } = await draft("Upgraded meanwhile", "<p>Words.</p>");
    await edit(page, id);
    await page.route(PART("Preview"), (route) => route.fulfill({ status: 404, body: "" }));
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    const said = page.getByRole("alert").filter({ hasText: "There is a newer version of the admin area." });
    await said.waitFor();
    await page.unroute(PART("Preview"));
    await said.getByRole("button", { name: "Load the page again" }).click();
    await said.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    await page.locator("iframe[title='Preview of the page']").waitFor();
  }));

test("what lies above the page can be let be when it does not arrive", () =>
  withPage(refused, async (page) => {
    await page.goto("/admin");
    await page.getByRole("tree", { name: "Sections" }).waitFor();
    await page.route(PART("Palette"), (route) => route.abort("connectionreset"));
    await page.keyboard.press("Control+k");
    const said = page.getByRole("alert").filter({ hasText: "The palette could not be loaded." });
    await said.getByRole("button", { name: "Close" }).click();
    await said.waitFor({ state: "detached" });
    await page.unroute(PART("Palette"));
    await page.keyboard.press("Control+k");
    await until("the palette or its absence is there", async () => (await page.getByRole("combobox").count()) > 0 || (await said.count()) > 0);
    if ((await said.count()) > 0) await said.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("combobox").waitFor();
  }));

test("a screen that was never loaded says that it did not arrive, and opens without a reload once the line is back", () =>
  withPage(refused, async (page, context) => {
    const { id } = await draft("Left on a train", "<p>Words.</p>");
    const text = await edit(page, id);
    await page.getByRole("searchbox", { name: "Filter sections" }).fill("walk");
    await toEnd(page, text);
    await page.evaluate(() => (window.isSamePage = true));
    await context.setOffline(true);
    await page.keyboard.type(" Written in a tunnel.");
    await notSaved(page, "Written in a tunnel.");
    for (const name of ["Media", "Redirects"]) {
      await page.getByRole("link", { name, exact: true }).first().click();
      const leaving = page.getByRole("button", { name: "Leave", exact: true });
      const failed = page.getByRole("heading", { name: "This screen could not be loaded" });
      await leaving.or(failed).first().waitFor();
      if ((await leaving.count()) > 0) await leaving.click();
      await failed.waitFor();
      // As often as one likes.
      for (let attempt = 0; attempt < 2; attempt += 1) {
        await page.getByRole("button", { name: "Try again" }).click();
        await until("it was tried", async () => (await page.getByRole("button", { name: "Try again" }).getAttribute("aria-busy")) !== "true");
        await failed.waitFor();
      }
    }
    await context.setOffline(false);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("button", { name: "New redirect" }).waitFor();
    await until("the focus is in the screen", () => page.evaluate(() => document.activeElement?.id === "work"));
    await page.getByRole("link", { name: "Media", exact: true }).first().click();
    await page.locator("main ul img").first().waitFor();
    // Styles have come, too: without them the pictures are no grid.
    assert.equal(await page.locator("main ul:has(img)").first().evaluate((list) => getComputedStyle(list).display), "grid");
    assert.equal(await page.evaluate(() => window.isSamePage), true, "the page is the same");
    assert.equal(await page.getByRole("searchbox", { name: "Filter sections" }).inputValue(), "walk");
    await edit(page, id);
    await until("nothing that was written is lost", async () => /Written in a tunnel\./.test(await text.innerText().catch(() => "")) || (await stored(id)).body.includes("Written in a tunnel."));
  }));

test("a screen comes after the service was busy, with the state that its parts share", () =>
  withPage(refused, async (page) => {
    await page.goto("/admin/more");
    await page.getByRole("navigation", { name: "All places" }).waitFor();
    // One file that the screen shares with others is missing, and not the screen's own.
    let refusals = 0;
    await page.route(/\/assets\/(Pager|resource\.svelte|when)-[^/]*\.js$/, (route) => (refusals++, route.fulfill({ status: 503, body: "" })));
    await page.evaluate(() => navigation.navigate("/admin/redirects"));
    await page.getByRole("button", { name: "Try again" }).waitFor();
    assert.ok(refusals > 0);
    await page.unroute(/\/assets\/(Pager|resource\.svelte|when)-[^/]*\.js$/);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("button", { name: "New redirect" }).waitFor();
    // No module was loaded under two addresses: each would have its own state.
    const loaded = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => new URL(name)).filter(({ pathname }) => pathname.startsWith("/assets/")).map(({ search }) => search));
    assert.deepEqual([...new Set(loaded)], [""]);
  }));
