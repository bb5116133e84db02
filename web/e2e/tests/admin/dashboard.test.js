/** The home screen: the first steps of a new site, what needs attention, what was edited, visits. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Api } from "../../harness/api.js";
import { assertAccessible } from "../../harness/axe.js";
import { DESKTOP, leave, openAsOwner, openContext, PHONE, until } from "../../harness/browser.js";
import { sendMessage } from "../../harness/message.js";
import { RESUME } from "../../harness/resume.js";
import { startServer } from "../../harness/server.js";

let server, api, page;

before(async () => {
  server = await startServer();
  api = new Api(server.origin, await server.command("token", "create", "--role", "admin"));
  page = await openAsOwner(server);
});
after(async () => {
  await page?.context().close();
  await server?.stop();
  await leave();
});

test("the list of first steps can be put away, and brought back at once", async () => {
  await page.goto("/admin");
  const steps = page.getByRole("region", { name: "Set up your site" });
  const away = steps.getByRole("button", { name: "Put this list away" });
  await away.click();
  await steps.waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("heading", { name: "Visits" }).waitFor();
  assert.equal(await steps.count(), 0);
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await away.click();
  await page.getByRole("button", { name: "Undo" }).click();
  await steps.waitFor();
});

test("a new site has a list of first steps, which ticks itself off and goes", async () => {
  await page.goto("/admin");
  const steps = page.getByRole("region", { name: "Set up your site" });
  await steps.getByText("0 of 6").waitFor();
  await page.getByText("Nothing is written yet.").waitFor();
  await assertAccessible(page, "home of a new site");
  // Only the first open step has a button, and it leads where the step is done.
  assert.equal(await steps.getByRole("link").count(), 1);
  await steps.getByRole("link", { name: "Open settings" }).click();
  await page.waitForURL(/\/admin\/settings$/);
  await page.getByLabel("Name of the site").fill("Sample Notebook");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await until("the name is saved", async () => (await api.send("GET", "/settings")).title === "Sample Notebook");
  await page.goto("/admin");
  await steps.getByText("1 of 6").waitFor();
  await steps.getByRole("button", { name: "Add section" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill("Writing");
  await dialog.getByRole("button", { name: /^Add/ }).click();
  await until("there is a section", async () => (await api.send("GET", "/sections?include_unpublished=true")).total === 1);
  const [section] = (await api.send("GET", "/sections?include_unpublished=true")).items;
  await api.send("PUT", `/sections/${section.id}`, { is_published: true });
  const story = await api.item("story", "The first", { section_id: section.id, is_published: false });
  await page.goto("/admin");
  await steps.getByText("3 of 6").waitFor();
  await api.send("PUT", `/content/story/${story.id}`, { is_published: true });
  await api.send("PUT", "/settings", { profile: { name: "Ada Example" } });
  await page.reload();
  await steps.getByText("5 of 6").waitFor();
  await api.send("POST", "/resumes", { document: RESUME });
  await page.reload();
  await page.getByRole("link", { name: "The first" }).waitFor();
  assert.equal(await steps.count(), 0);
});

test("what needs attention is named with its number, and leads where it is dealt with", async () => {
  await sendMessage(server.origin, { name: "Reader", email: "reader@sample.example", message: "A larger file?" });
  await api.item("story", "Half done", { is_published: false });
  await api.item("story", "For later", { published_at: new Date(Date.now() + 86_400_000).toISOString() });
  await fetch(`${server.origin}/writing/the-frist`, { headers: { accept: "text/html" } });
  await until("the miss is counted", async () => (await api.send("GET", "/redirects/misses")).total === 1);
  await page.goto("/admin");
  const needs = page.getByRole("listitem");
  for (const [words, action, path] of [
    ["1 unread message", "Open inbox", "/inbox"],
    ["1 address that visitors asked for does not exist", "Add redirect", "/redirects"],
    ["1 item scheduled", "Open", "/edit/story/"],
    ["1 draft", "Continue", "/edit/story/"],
  ]) {
    const link = needs.filter({ hasText: words }).getByRole("link", { name: action });
    await link.waitFor();
    assert.ok((await link.getAttribute("href")).startsWith(`/admin${path}`), await link.getAttribute("href"));
  }
  await page.getByText("/writing/the-frist alone was asked for once").waitFor();
  await page.getByText(/“For later” comes out/).waitFor();
  const recent = await page.getByRole("link", { name: /^(T )?(For later|Half done|The first)/ }).allTextContents();
  assert.match(recent[0], /For later/, "the newest comes first");
  await assertAccessible(page, "home");
  await page.setViewportSize(PHONE);
  // On a phone the row itself leads there.
  await needs.getByRole("link", { name: /1 unread message/ }).click();
  await page.waitForURL(/\/admin\/inbox/);
  await page.setViewportSize(DESKTOP);
});

test("visits are counted by day and by page", async () => {
  const visitor = await openContext(server);
  const window = await visitor.newPage();
  await window.goto("/writing/the-first");
  await window.getByRole("heading", { name: "The first" }).waitFor();
  await visitor.close();
  await until("the visit is told", async () => (await api.send("GET", "/visits?days=30")).pages.some(({ path }) => path.endsWith("the-first")));
  await page.goto("/admin");
  const table = page.getByRole("table", { name: "Pages looked at most" });
  await table.getByRole("link", { name: "/writing/the-first" }).waitFor();
  const days = page.getByRole("table", { name: "Visits by day" });
  assert.equal(await days.getByRole("row").count(), 30);
});
