/** Tokens, which are shown once, and sessions, which can be ended. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Api } from "../../harness/api.js";
import { assertAccessible } from "../../harness/axe.js";
import { leave, site, until, withPage } from "../../harness/browser.js";

after(leave);
const api = new Api(site.origin, site.token);
const owner = { signedIn: true, expected: (message) => /status of 404/.test(message.text()) };
const tokens = async () => (await api.send("GET", "/auth/tokens?limit=100")).items;
const asks = (token) => fetch(`${site.origin}/auth/tokens`, { headers: { authorization: `Bearer ${token}` } });

test("a token is shown once, works, and is refused as soon as it is revoked", async () => {
  await withPage(owner, async (page) => {
    await page.goto("/admin/settings/access");
    await page.getByRole("button", { name: "New token" }).click();
    const dialog = page.getByRole("dialog", { name: "New token" });
    await dialog.getByRole("button", { name: "Make token" }).click();
    await dialog.getByText("Name is required").waitFor();
    await dialog.getByLabel("Name").fill("Phone shortcut");
    await dialog.getByRole("button", { name: "Make token" }).click();
    await page.getByRole("heading", { name: "“Phone shortcut” is ready" }).waitFor();
    const secret = await page.getByLabel("The token").inputValue();
    assert.equal((await asks(secret)).status, 200);
    const [kept] = (await tokens()).filter(({ name }) => name === "Phone shortcut");
    const days = (Date.parse(kept.expires_at) - Date.now()) / 86_400_000;
    assert.ok(days > 89 && days < 91, `it ends after ${days} days`);

    // Leaving without having copied it asks.
    await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Site" }).click();
    await page.getByRole("button", { name: "Stay" }).click();
    await page.getByLabel("The token").waitFor();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Put it away" }).click();
    await until("it is put away", async () => !(await page.getByLabel("The token").isVisible()));
    await page.reload();
    await page.getByRole("cell", { name: "Phone shortcut", exact: true }).waitFor();
    assert.ok(!(await page.content()).includes(secret), "the secret is nowhere on the page");

    await page.getByRole("button", { name: "Revoke Phone shortcut", exact: true }).click();
    await page.getByRole("button", { name: "Keep" }).click();
    assert.equal((await asks(secret)).status, 200);
    await page.getByRole("button", { name: "Revoke Phone shortcut", exact: true }).click();
    await page.getByRole("button", { name: "Revoke Phone shortcut now" }).click();
    await until("it is revoked", async () => (await asks(secret)).status === 401);
  });
});

test("the session of this browser is named, and the others can be ended", async (t) => {
  const listed = await fetch(`${site.origin}/auth/sessions`, { headers: { authorization: `Bearer ${site.token}` } });
  if (listed.status === 404) return t.skip("this service does not list sessions");
  await withPage(owner, async (page) => {
    await page.goto("/admin/settings/access");
    await page.getByText("This one").waitFor();
  });
});

test("axe finds nothing on the access page and its dialog", async () => {
  await withPage({ ...owner, bypassCSP: true }, async (page) => {
    await page.goto("/admin/settings/access");
    await page.getByRole("table").waitFor();
    await assertAccessible(page, "access");
    await page.getByRole("button", { name: "New token" }).click();
    await page.getByRole("dialog").waitFor();
    await assertAccessible(page, "new token");
  });
});
