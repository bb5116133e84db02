/** Parts of the admin area that do not arrive: said, asked for again, and after an upgrade loaded with the page. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { assertAccessible } from "../../harness/axe.js";
import { DESKTOP, leave, PHONE, until, withPage } from "../../harness/browser.js";
import { draft, edit, refused } from "../../harness/writing.js";

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
