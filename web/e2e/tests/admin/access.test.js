/** Tokens, which are shown once, and sessions, which can be ended. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Api } from "../../harness/api.js";
import { assertAccessible } from "../../harness/axe.js";
import { leave, openAsOwner, site, until, withPage } from "../../harness/browser.js";
import { startServer } from "../../harness/server.js";

after(leave);
const api = new Api(site.origin, site.token);
const owner = { signedIn: true };
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

test("browsers are named, one of them is signed out, then all others", async () => {
  const server = await startServer();
  const rooms = [];
  try {
    const enter = async (link, userAgent) => {
      const page = await openAsOwner(server, { link, userAgent });
      rooms.push(page.context());
      return page;
    };
    const mine = await enter(server.link);
    const phone = await enter(await server.command("login-link"), "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1");
    const third = await enter(await server.command("login-link"), "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0");
    const isIn = (page) => page.evaluate(async () => (await (await fetch("/auth/session")).json()).authenticated);
    await mine.goto("/admin/settings/access");
    const sessions = mine.getByRole("region", { name: /^Sessions/ });
    await until("all three are listed", async () => (await sessions.getByRole("listitem").count()) === 3);
    assert.equal(await sessions.getByText("This one").count(), 1);
    await sessions.getByRole("button", { name: /^Sign out Safari/ }).click();
    await until("the phone is out", async () => !(await isIn(phone)));
    assert.deepEqual([await isIn(mine), await isIn(third)], [true, true]);

    await sessions.getByRole("button", { name: "Sign out everywhere else" }).click();
    const dialog = mine.getByRole("dialog", { name: "Sign out everywhere else?" });
    await dialog.getByText("1 other browser").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    assert.equal(await isIn(third), true);
    await sessions.getByRole("button", { name: "Sign out everywhere else" }).click();
    await dialog.getByRole("button", { name: "Sign out everywhere else" }).click();
    await until("the third is out", async () => !(await isIn(third)));
    assert.equal(await isIn(mine), true);
    await until("one is listed", async () => (await sessions.getByRole("listitem").count()) === 1);
    assert.equal(await sessions.getByRole("button", { name: "Sign out everywhere else" }).count(), 0);
  } finally {
    for (const context of rooms) await context.close();
    await server.stop();
  }
});

test("axe finds nothing on the access page and its dialog", async () => {
  await withPage({ ...owner, bypassCSP: true }, async (page) => {
    await page.goto("/admin/settings/access");
    await page.getByRole("table").waitFor();
    await assertAccessible(page, "access");
    await page.getByRole("button", { name: "New token" }).click();
    await page.getByRole("dialog").waitFor();
    await assertAccessible(page, "new token");
    await page.getByRole("textbox", { name: "Name" }).fill("For axe");
    await page.getByRole("radio", { name: "On a date" }).check({ force: true });
    await assertAccessible(page, "new token, on a date");
    await page.getByRole("radio", { name: "1 year" }).check({ force: true });
    await page.getByRole("button", { name: "Make token" }).click();
    await page.getByRole("heading", { name: "“For axe” is ready" }).waitFor();
    await assertAccessible(page, "token is ready");
    await page.getByRole("button", { name: "Revoke For axe", exact: true }).click();
    await assertAccessible(page, "access, asking");
    await page.getByRole("button", { name: "Revoke For axe now" }).click();
    await until("it is gone", async () => (await tokens()).every(({ name }) => name !== "For axe"));
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("dialog").waitFor();
    await assertAccessible(page, "putting away");
    await page.getByRole("button", { name: "Put it away" }).click();
  });
});
