/** Redirects: where an address goes, making one, taking it away, and making one from what was asked for in vain. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Api } from "../../harness/api.js";
import { assertAccessible } from "../../harness/axe.js";
import { leave, site, until, withPage } from "../../harness/browser.js";
import { undo } from "../../harness/toasts.js";

after(leave);
const api = new Api(site.origin, site.token);
/** Refusals are what some of these tests are about. */
const owner = { signedIn: true, expected: (message) => /status of (404|409|422)/.test(message.text()) };
const from = async (path) => (await api.send("GET", "/redirects?limit=500")).items.find(({ old_path }) => old_path.replace(/^\//, "") === path);

test("a redirect is made by hand, found again, removed and brought back", async () => {
  await withPage(owner, async (page) => {
    await page.goto("/admin/redirects");
    const where = page.getByLabel("Where does this address go?");
    await where.fill("/talk-of-2019");
    await page.getByText("Nothing is there.").waitFor();
    await page.getByRole("button", { name: "Redirect…" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New redirect" });
    assert.equal(await dialog.getByLabel("Old address").inputValue(), "/talk-of-2019");
    await dialog.getByLabel("New address").fill("/writing/long-read");
    await dialog.getByRole("button", { name: "Make redirect" }).click();
    await page.getByRole("cell", { name: "/talk-of-2019", exact: true }).waitFor();
    const answer = await fetch(`${site.origin}/talk-of-2019`, { redirect: "manual" });
    assert.equal(answer.status, 301);

    await where.fill(`${site.origin}/Talk-of-2019/`);
    await page.getByText("made by hand").waitFor();
    assert.match(await page.getByRole("status").filter({ hasText: "301" }).textContent(), /\/writing\/long-read/);
    await where.fill("writing");
    await page.getByRole("status").filter({ hasText: "200" }).getByRole("link", { name: "Writing" }).waitFor();

    await page.getByRole("button", { name: "Actions for /talk-of-2019" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await until("it is gone", async () => (await from("talk-of-2019")) === undefined);
    await undo(page, "Removed");
    await until("it is back", async () => (await from("talk-of-2019")) !== undefined);
  });
});

test("what the service refuses is said in the dialog, and nothing typed is lost", async () => {
  await withPage(owner, async (page) => {
    await page.goto("/admin/redirects");
    await page.getByRole("button", { name: "New redirect" }).click();
    const dialog = page.getByRole("dialog", { name: "New redirect" });
    await dialog.getByLabel("Old address").fill("/writing");
    await dialog.getByLabel("New address").fill("/projects");
    await dialog.getByRole("button", { name: "Make redirect" }).click();
    await dialog.locator("[role=alert], .error").first().waitFor();
    assert.equal(await dialog.getByLabel("New address").inputValue(), "/projects");
    assert.equal(await from("writing"), undefined);
    // Of a field: at the field, and told to those who do not see it.
    await dialog.getByLabel("Old address").fill("/talk-of-2020");
    await dialog.getByLabel("New address").fill("ftp://example.org/");
    await dialog.getByRole("button", { name: "Make redirect" }).click();
    await until("the field is marked", async () => (await dialog.getByLabel("New address").getAttribute("aria-invalid")) === "true");
    const told = await dialog.getByLabel("New address").getAttribute("aria-describedby");
    assert.match(await page.locator(`[id="${told}"]`).textContent(), /^New address ./);
    assert.equal(await from("talk-of-2020"), undefined);
  });
});

test("an address that was asked for in vain becomes a redirect in one click", async () => {
  await fetch(`${site.origin}/writing/long-reed`, { headers: { accept: "text/html" } });
  await until("the miss is counted", async () => (await api.send("GET", "/redirects/misses?limit=100")).items.some(({ path }) => path.includes("long-reed")));
  await withPage(owner, async (page) => {
    await page.goto("/admin/redirects");
    await page.getByRole("button", { name: /^Redirect \/writing\/long-reed to \/writing\/long-read/ }).click();
    await until("it redirects", async () => (await from("writing/long-reed")) !== undefined);
    await page.getByText("/writing/long-reed now redirects to /writing/long-read.").waitFor();
    await until("it is off the list", async () => !(await page.getByRole("region", { name: /Asked for/ }).getByText("long-reed").isVisible()));
  });
});

test("axe finds nothing on the redirects and their dialog", async () => {
  await withPage({ ...owner, bypassCSP: true }, async (page) => {
    await page.goto("/admin/redirects?where=/writing/ferry");
    await page.getByRole("heading", { name: /^Redirects/, level: 2 }).waitFor();
    await page.getByRole("table").waitFor();
    await assertAccessible(page, "redirects");
    await page.getByRole("button", { name: /^Actions for/ }).first().click();
    await page.getByRole("menu").waitFor();
    await assertAccessible(page, "redirects, menu");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "New redirect" }).click();
    await page.getByRole("dialog").waitFor();
    await assertAccessible(page, "new redirect");
  });
});
