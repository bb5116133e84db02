/** The inbox: counting, reading, answering and deleting what visitors wrote. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Api } from "../../harness/api.js";
import { assertAccessible } from "../../harness/axe.js";
import { leave, PHONE, site, until, withPage } from "../../harness/browser.js";
import { sendMessage } from "../../harness/message.js";

after(leave);
const api = new Api(site.origin, site.token);
const unread = async () => (await api.send("GET", "/contact/messages?read=false")).total;
const owner = { signedIn: true };

before(async () => {
  for (const message of (await api.send("GET", "/contact/messages?limit=500")).items) await api.send("DELETE", `/contact/messages/${message.id}`);
  await sendMessage(site.origin, { name: "A reader", email: "reader@sample.example", message: "Two plates in my own box.\n\nMay I use the check?" });
  await sendMessage(site.origin, { name: "Printer", email: "print@sample.example", message: "A larger file?" });
});

test("unread messages are counted in the navigation and the title, and opening one marks it", async () => {
  await withPage(owner, async (page) => {
    await page.goto("/admin/inbox");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Inbox 2 unread" }).waitFor();
    await until("2 in the title", async () => (await page.title()).startsWith("(2) Inbox"));
    await page.getByRole("link", { name: /^A reader unread/ }).click();
    await page.getByRole("heading", { name: "A reader" }).waitFor();
    await until("one is read", async () => (await unread()) === 1);
    await until("1 in the title", async () => (await page.title()).startsWith("(1) "));
    const link = new URL(await page.getByRole("link", { name: "Reply by mail" }).getAttribute("href"));
    assert.equal(link.protocol, "mailto:");
    assert.match(link.searchParams.get("body"), /> May I use the check\?/);
    await page.getByRole("button", { name: "Mark unread" }).click();
    await until("it is unread again", async () => (await unread()) === 2);
    await page.reload();
    await page.getByRole("heading", { name: "A reader" }).waitFor();
  });
});

test("deleting asks once, in place, and is for good", async () => {
  await withPage(owner, async (page) => {
    await page.goto("/admin/inbox");
    await page.getByRole("link", { name: /Printer/ }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("button", { name: "Keep" }).click();
    assert.equal((await api.send("GET", "/contact/messages")).total, 2);
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("button", { name: "Delete it" }).click();
    await page.getByText("Deleted the message of Printer.").waitFor();
    assert.equal((await api.send("GET", "/contact/messages")).total, 1);
    await page.getByRole("heading", { name: "A reader" }).waitFor();
  });
});

test("a phone shows the list, then the message, and Back leads to the list", async () => {
  await withPage({ ...owner, viewport: PHONE }, async (page) => {
    await page.goto("/admin/inbox");
    await page.getByRole("link", { name: /A reader/ }).click();
    await page.getByRole("heading", { name: "A reader" }).waitFor();
    assert.equal(await page.getByRole("list", { name: "Messages" }).isVisible(), false);
    await page.getByRole("link", { name: "Back" }).click();
    await page.getByRole("list", { name: "Messages" }).waitFor();
  });
});

test("only unread ones are shown when asked for, also after a reload", async () => {
  const [first] = (await api.send("GET", "/contact/messages")).items;
  await api.send("PUT", `/contact/messages/${first.id}`, { read: true });
  await sendMessage(site.origin, { name: "Late visitor", email: "late@sample.example", message: "Is the ferry still running?" });
  await withPage(owner, async (page) => {
    await page.goto("/admin/inbox");
    await page.getByRole("radio", { name: /^Unread/ }).check({ force: true });
    const list = page.getByRole("list", { name: "Messages" });
    await until("one is left", async () => (await list.getByRole("listitem").count()) === 1);
    assert.ok(page.url().includes("show=unread"));
    await page.reload();
    await list.getByRole("link", { name: /^Late visitor unread/ }).waitFor();
    assert.equal(await list.getByRole("listitem").count(), 1);
    // Opened, it is read, and stays where it is until the list is asked for again.
    await list.getByRole("link", { name: /Late visitor/ }).click();
    await page.getByRole("heading", { name: "Late visitor" }).waitFor();
    await until("it is read", async () => (await unread()) === 0);
    await page.goto("/admin/inbox?show=unread");
    await page.getByRole("heading", { name: "Everything is read." }).waitFor();
  });
});

test("axe finds nothing in the inbox", async () => {
  await withPage({ ...owner, bypassCSP: true }, async (page) => {
    await page.goto("/admin/inbox");
    await page.getByRole("link", { name: /A reader/ }).click();
    await page.getByRole("heading", { name: "A reader" }).waitFor();
    await assertAccessible(page, "inbox");
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("button", { name: "Keep" }).waitFor();
    await assertAccessible(page, "inbox, asking");
    await page.goto("/admin/inbox?show=unread");
    await page.getByRole("heading", { name: "Everything is read." }).waitFor();
    await assertAccessible(page, "inbox, nothing unread");
  });
});
