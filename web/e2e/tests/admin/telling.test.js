/** Screens tell what is: what visitors find, which page of a list there is, what a deletion takes along, and Undo of it brings all words back. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { leave, site, until, withPage } from "../../harness/browser.js";
import { RESUME } from "../../harness/resume.js";
import { undo } from "../../harness/toasts.js";
import { api, draft, edit, keptHere, owner, refused, saved, stored, toEnd } from "../../harness/writing.js";

after(leave);
const plain = (body) => body.replaceAll("\n", "");

test("words typed while Publish is on its way wait for Update", () =>
  withPage(refused, async (page) => {
    const { id } = await draft("On its way", "<p>Public sentence.</p>");
    const text = await edit(page, id);
    await page.route("**/api/content/story/*", async (route) => {
      if (route.request().method() === "PUT") await new Promise((done) => setTimeout(done, 2_500));
      await route.continue();
    });
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("dialog", { name: "Publish this story" }).getByRole("button", { name: "Publish now" }).click();
    await toEnd(page, text);
    await page.keyboard.type(" Not yet.");
    await until("it is public", async () => (await stored(id)).is_published);
    await keptHere(page, "Not yet.");
    await page.locator(".saving").filter({ hasText: "Unsaved changes" }).waitFor();
    // Longer than a pause and the way of a save.
    await page.waitForTimeout(4_500);
    assert.equal(plain((await stored(id)).body), "<p>Public sentence.</p>");
    await api.send("DELETE", `/content/story/${id}`);
  }));

for (const [kind, is_published] of [["draft", false], ["published story", true]]) {
  test(`Undo after Delete brings back the last words of a ${kind}`, () =>
    withPage(owner, async (page) => {
      const { id } = await api.item("story", `Deleted ${kind}`, { is_published, body: "<p>Base.</p>" });
      const text = await edit(page, id);
      await toEnd(page, text);
      await page.keyboard.type(" Last words.");
      await page.getByRole("button", { name: "Delete this story" }).click();
      await undo(page, "Deleted");
      await page.waitForURL((address) => address.pathname.endsWith(id));
      await until("the words are there", async () => (await page.getByRole("textbox", { name: "Text", exact: true }).innerText().catch(() => "")) === "Base. Last words.");
      assert.equal(await page.getByText("changed elsewhere").count(), 0, "nobody else was here");
      if (is_published) await page.getByText("were on this device and not on the server").waitFor();
      else await saved(page);
      assert.equal(plain((await stored(id)).body), is_published ? "<p>Base.</p>" : "<p>Base. Last words.</p>");
      await api.send("DELETE", `/content/story/${id}`);
    }));
}

test("what is published below a draft is not said to be seen, and a link to it is named before publishing", async () => {
  const section = await api.section("Not open yet", { is_published: false });
  const below = await api.item("story", "Below one", { section_id: section.id, body: "<p>Text.</p>" });
  const links = await draft("Links", `<p><a href="/writing/a-secret-about-xylophones">draft</a> <a href="/${below.path}">below</a> <a href="/nowhere-at-all">gone</a> <a href="/contact">form</a> <a href="/tags/glass">tag</a> <a href="/links">itself</a></p>`);
  await withPage(owner, async (page) => {
    await edit(page, below.id);
    const details = page.getByRole("complementary", { name: "Details" });
    await details.getByText("Not open yet is not published, so visitors do not see it").waitFor();
    assert.equal(await details.getByText("Everybody sees it").count(), 0);
    for (const path of ["/admin", "/admin/content", `/admin/sections/${section.id}`]) {
      await page.goto(path);
      const row = page.locator("main").locator("tr, li").filter({ hasText: "Below one" });
      await row.getByText("Below a draft").waitFor();
    }
    await page.goto("/admin/redirects");
    await page.getByLabel("Where does this address go?").fill(`/${below.path}`);
    await page.getByText("Below one, in a section that is a draft. Visitors get").waitFor();
    await edit(page, links.id);
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    const panel = page.getByRole("dialog", { name: "Publish this story" });
    await panel.getByText("Leads nowhere: /nowhere-at-all", { exact: true }).waitFor();
    await panel.getByText(`Not public, so visitors do not find it: /writing/a-secret-about-xylophones, /${below.path}`, { exact: true }).waitFor();
  });
  for (const { id } of [below, links]) await api.send("DELETE", `/content/story/${id}`);
  await api.send("DELETE", `/sections/${section.id}`);
});

test("an address that the service answers itself is said to be there, and none is counted as asked for in vain", () =>
  withPage(refused, async (page) => {
    const { items } = await api.send("GET", "/uploads?kind=video&limit=1");
    await page.goto("/admin/redirects");
    const where = page.getByLabel("Where does this address go?");
    const answer = page.locator(".where").getByRole("status");
    for (const path of ["/contact", "/search", "/tags", "/tags/glass", "/feed.xml", "/writing/feed.xml", "/sitemap.xml", new URL(items[0].url, site.origin).pathname]) {
      await where.fill(path);
      await answer.getByRole("link", { name: "Made by Folia" }).and(page.locator(`[href="${path}"]`)).waitFor();
      assert.equal(await answer.getByRole("button").count(), 0, path);
    }
    await where.fill("/admin");
    await answer.getByText("for those who are signed in").waitFor();
    assert.equal(await answer.getByRole("button").count(), 0);
    await where.fill("/asked-by-the-owner");
    await answer.getByText("Nothing is there.").waitFor();
    await page.waitForTimeout(6_000);
    assert(!(await api.send("GET", "/redirects/misses?limit=100")).items.some(({ path }) => path.includes("asked-by-the-owner")));
  }));

test("addresses are taken as people copy them, refusals are said at their field, and long ones are cut", () =>
  withPage(refused, async (page) => {
    await page.goto("/admin/redirects");
    await page.getByRole("button", { name: "New redirect" }).click();
    const dialog = page.getByRole("dialog", { name: "New redirect" });
    const make = async (from, to) => {
      await dialog.getByLabel("Old address").fill(from);
      await dialog.getByLabel("New address").fill(to);
      await dialog.getByRole("button", { name: "Make redirect" }).click();
    };
    await make("/writing", "/projects");
    await dialog.getByText("Old address must be one where nothing is").waitFor();
    await make("/around", "/around");
    await dialog.getByText("New address must not lead back to the old address").waitFor();
    await make("https://elsewhere.example/a", "/projects");
    await dialog.getByText("Old address must be a path of this site").waitFor();
    const long = `/copied-${"a".repeat(900)}`;
    await make(site.origin + long, `${site.origin}/projects`);
    await dialog.waitFor({ state: "detached" });
    const row = page.getByRole("row").filter({ hasText: "/copied-" });
    await row.waitFor();
    assert.ok((await row.boundingBox()).height < 80, "one row of usual height");
    assert.equal(await row.locator("code").first().getAttribute("title"), long);
    assert.ok((await page.locator(".toast").innerText()).length < 200);
    const { items } = await api.send("GET", "/redirects?limit=500");
    const made = items.find(({ old_path }) => old_path.includes("copied-"));
    assert.equal(made.new_path.replace(/^\//, ""), "projects");
    await api.send("DELETE", `/redirects/${made.id}`);
  }));

test("when the last page of a list is emptied, the one before it is shown", async () => {
  const fact = (number) => api.send("POST", "/content/chunks", { text: `Pagination fact number ${number}.`, source: "opinion", chunk_type: "achievement", purpose: ["facts"] });
  for (let number = 1; number <= 13; number++) await fact(number);
  await withPage(owner, async (page) => {
    await page.goto("/admin/memory/chunks?q=Pagination&size=12&page=2");
    const rows = page.locator("tbody tr");
    await until("one row is there", async () => (await rows.count()) === 1);
    await page.getByRole("checkbox", { name: "Choose all on this page" }).check();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await until("the first page is shown", async () => (await rows.count()) === 12);
    assert.equal(await page.getByRole("checkbox", { name: "Choose all on this page" }).isChecked(), false);
    await page.goto("/admin/memory/chunks?q=Pagination&size=12&page=9999");
    await until("the last page is shown", async () => (await rows.count()) === 12);
    await page.goto("/admin/content?from=99950");
    await until("the last of all content is shown", async () => (await rows.count()) > 0);
    await page.goto("/admin/redirects?offset=99950");
    await page.locator("main table tbody tr").first().waitFor();
  });
});

test("a scheduled story is given another date, or is not to be published", () =>
  withPage(owner, async (page) => {
    const { id } = await api.item("story", "Put off", { body: "<p>Text.</p>", published_at: "2036-03-01T09:30:00Z" });
    await edit(page, id);
    await page.getByRole("button", { name: "Change the date" }).click();
    const panel = page.getByRole("dialog", { name: "When to publish this story" });
    const date = panel.getByLabel("Date and time");
    assert.match(await date.inputValue(), /^2036-03-01T/);
    await date.fill("2037-05-06T10:00");
    await panel.getByRole("button", { name: "Schedule" }).click();
    await until("the date is stored", async () => (await stored(id)).published_at.startsWith("2037-05-06"));
    await page.getByRole("button", { name: "Do not publish" }).click();
    await page.getByText("Will not be published.").waitFor();
    await api.send("DELETE", `/content/story/${id}`);
  }));

test("deleting a section says how much goes, and Undo of a move says what is gone", async () => {
  const full = await api.section("Full of things", { sort_order: -50 });
  const inner = await api.section("Inner things", { parent_id: full.id });
  const entries = [];
  for (const section_id of [full.id, inner.id, inner.id]) entries.push(await api.item("story", "Thing", { section_id }));
  await withPage(refused, async (page) => {
    await page.goto("/admin/sections");
    const row = (title) => page.getByRole("tree", { name: "Sections" }).getByRole("treeitem", { name: title, exact: true });
    await row("Full of things").focus();
    await page.keyboard.press("Alt+ArrowDown");
    await page.locator(".toast").filter({ hasText: "Moved Full of things" }).waitFor();
    await row("Full of things").focus();
    await page.keyboard.press("Shift+F10");
    await page.getByRole("menuitem", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete Full of things" });
    await dialog.getByText("goes with 1 section below it and 3 entries").waitFor();
    await page.keyboard.press("Escape");
    await api.send("DELETE", `/sections/${full.id}`);
    await row("Full of things").focus();
    await page.keyboard.press("Control+z");
    await page.getByText("Not moved. Full of things was deleted meanwhile.").first().waitFor();
  });
});

test("a message does not cover the buttons at the foot of a phone", async () => {
  const resume = await api.send("POST", "/resumes", { document: RESUME, is_default: true });
  const result = await api.send("POST", "/tailor", { job_description: "Keeper\n\nRequirements\n- You write programs in Rust\n", threshold: 0 });
  await withPage({ ...owner, viewport: { width: 360, height: 740 } }, async (page) => {
    await page.goto(`/admin/tailor/${result.id}`);
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    const toast = page.locator(".toast");
    await toast.waitFor();
    await page.waitForTimeout(400);
    const [above, button] = [await toast.boundingBox(), await page.getByRole("button", { name: "Reject", exact: true }).boundingBox()];
    assert.ok(above.y + above.height <= button.y, `${above.y + above.height} above ${button.y}`);
  });
  await withPage({ ...owner, viewport: { width: 1024, height: 640 } }, async (page) => {
    await page.goto(`/admin/resumes/${resume.id}`);
    await page.getByLabel("Title of this resume").waitFor();
    const scrolling = await page.locator("#work *").evaluateAll((all) => all.filter((each) => each.tagName !== "TEXTAREA" && /auto|scroll/.test(getComputedStyle(each).overflowY) && each.scrollHeight > each.clientHeight + 1).map((each) => each.className));
    assert.deepEqual(scrolling.filter((name) => !/sections/.test(name)), [], "one page scrolls, and no slot in it");
    assert.equal(await page.getByLabel("Title of this resume").getAttribute("dir"), "auto");
  });
  await api.send("DELETE", `/resumes/${resume.id}`);
});
