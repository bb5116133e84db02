/** Undo after Unpublish, things that are deleted elsewhere, titles and times that are none: nothing is public unasked, and no word is lost. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { leave, until, withPage } from "../../harness/browser.js";
import { RESUME } from "../../harness/resume.js";
import { api, draft, edit, keptHere, owner, refused, saved, stored, toEnd } from "../../harness/writing.js";

after(leave);

const plain = (body) => body.replaceAll("\n", "");
const status = (page, words) => page.locator(".saving").filter({ hasText: words });
const undo = (page) => page.locator(".toast").getByRole("button", { name: "Undo" });
const title = (page) => page.getByRole("textbox", { name: "Title" });
async function unpublish(page) {
  await page.getByRole("button", { name: "Unpublish" }).click();
  await page.getByText("Unpublished. Only signed-in people see it now.").waitFor();
}

test("Undo of Unpublish shows what was public, and words that were saved since wait for Update", () =>
  withPage(owner, async (page) => {
    const { id, published_at } = await api.item("story", "Shown again", { body: "<p>Public text.</p>" });
    const text = await edit(page, id);
    await unpublish(page);
    await page.locator(".toast").hover();
    await toEnd(page, text);
    await page.locator(".toast").hover();
    await page.keyboard.type(" Half a thought");
    await until("the draft has it", async () => (await stored(id)).body.includes("Half a thought"));
    await undo(page).click();
    await until("it is public", async () => (await stored(id)).is_published);
    const now = await stored(id);
    assert.equal(plain(now.body), "<p>Public text.</p>", "nothing else is public");
    assert.equal(now.published_at, published_at);
    await status(page, "Unsaved changes, kept on this device").waitFor();
    assert.match(await text.innerText(), /Public text\. Half a thought/);
    await keptHere(page, "Half a thought");
    // A pause sends nothing of it.
    await page.keyboard.type(" and more");
    await keptHere(page, "and more");
    assert.equal(plain((await stored(id)).body), "<p>Public text.</p>");
    await page.getByRole("button", { name: "Update" }).click();
    await until("it is updated", async () => (await stored(id)).body.includes("Half a thought"));
    await saved(page);
  }));

test("Undo of Unpublish shows what was public when words waited for Update before it, too", () =>
  withPage(owner, async (page) => {
    const { id } = await api.item("story", "Waiting words", { body: "<p>Public text.</p>" });
    const text = await edit(page, id);
    await toEnd(page, text);
    await page.keyboard.type(" Not yet.");
    await status(page, "Unsaved changes").waitFor();
    await unpublish(page);
    assert.match((await stored(id)).body, /Not yet\./, "a draft has all words");
    await undo(page).click();
    await until("it is public", async () => (await stored(id)).is_published);
    assert.equal(plain((await stored(id)).body), "<p>Public text.</p>");
    assert.match(await text.innerText(), /Not yet\./);
    await status(page, "Unsaved changes").waitFor();
  }));

test("Undo of Unpublish from another screen shows what was public, and the words since wait in the editor", () =>
  withPage(owner, async (page) => {
    const { id } = await api.item("story", "Undone elsewhere", { body: "<p>Public text.</p>" });
    const text = await edit(page, id);
    await unpublish(page);
    await page.locator(".toast").hover();
    await toEnd(page, text);
    await page.locator(".toast").hover();
    await page.keyboard.type(" Since then.");
    await until("the draft has it", async () => (await stored(id)).body.includes("Since then."));
    await saved(page);
    await page.evaluate(() => navigation.navigate("/admin/inbox"));
    await page.getByRole("heading", { name: "Inbox", level: 1 }).waitFor();
    await undo(page).click();
    await until("it is public", async () => (await stored(id)).is_published);
    assert.equal(plain((await stored(id)).body), "<p>Public text.</p>");
    await keptHere(page, "Since then.");
    const back = await edit(page, id);
    await page.getByText("were on this device and not on the server").waitFor();
    assert.match(await back.innerText(), /Since then\./);
  }));

test("Undo of Unpublish does not write over what somebody else has saved since", () =>
  withPage(refused, async (page) => {
    const { id } = await api.item("story", "Changed since", { body: "<p>Public text.</p>" });
    await edit(page, id);
    await unpublish(page);
    await api.send("PUT", `/content/story/${id}`, { body: "<p>By others.</p>" });
    await undo(page).click();
    await page.getByText("Not undone.").waitFor();
    const now = await stored(id);
    assert.deepEqual([now.is_published, plain(now.body)], [false, "<p>By others.</p>"]);
  }));

test("a story that is deleted elsewhere while it is open says so, keeps the words, and becomes a draft of its own", () =>
  withPage(refused, async (page) => {
    const { id } = await draft("Deleted under the pen", "<p>Old words.</p>");
    const text = await edit(page, id);
    await api.send("DELETE", `/content/story/${id}`);
    await toEnd(page, text);
    await page.keyboard.type(" New words.");
    const said = page.getByRole("alert").filter({ hasText: "This story was deleted elsewhere." });
    await said.waitFor();
    await keptHere(page, "New words.");
    await toEnd(page, text);
    await page.keyboard.type(" More.");
    await keptHere(page, "More.");
    await said.getByRole("button", { name: "Save them as a new draft" }).click();
    await page.waitForURL((address) => !address.href.includes(id));
    await saved(page);
    await said.waitFor({ state: "detached" });
    const made = new URL(page.url()).pathname.split("/").at(-1);
    const now = await stored(made);
    assert.deepEqual([now.title, plain(now.body), now.is_published], ["Deleted under the pen", "<p>Old words. New words. More.</p>", false]);
  }));

test("a resume that is deleted elsewhere while it is open says so, and becomes another one", async () => {
  const resume = await api.send("POST", "/resumes", { document: RESUME, title: "Deleted under the pen" });
  await withPage(refused, async (page) => {
    await page.goto(`/admin/resumes/${resume.id}?section=basics`);
    await page.getByLabel("Role", { exact: true }).fill("Keeper of lights");
    await api.send("DELETE", `/resumes/${resume.id}`);
    await page.getByRole("button", { name: "Update" }).click();
    const said = page.getByRole("alert").filter({ hasText: "This resume was deleted elsewhere." });
    await said.getByRole("button", { name: "Save mine as a new resume" }).click();
    await page.waitForURL((address) => address.pathname.includes("/resumes/") && !address.href.includes(resume.id));
    await until("its words are there", async () => (await page.getByLabel("Role", { exact: true }).inputValue().catch(() => "")) === "Keeper of lights");
    await api.send("DELETE", `/resumes/${new URL(page.url()).pathname.split("/").at(-1)}`);
  });
});

test("a title that is too long or that nobody sees is said to be so, and nothing of it is cut", () =>
  withPage(refused, async (page) => {
    const { id } = await draft("Short", "<p>Text.</p>");
    await edit(page, id);
    const long = `${"word ".repeat(62)}end.`;
    await title(page).focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(long);
    await page.getByText("Title is too long by 14 letters.").waitFor();
    assert.equal(await title(page).inputValue(), long);
    await keptHere(page, "end.");
    await page.keyboard.press("Control+s");
    assert.equal((await stored(id)).title, "Short");
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    const panel = page.getByRole("dialog", { name: "Publish this story" });
    assert.equal(await panel.getByRole("button", { name: /^Publish/ }).getAttribute("aria-disabled"), "true");
    await page.keyboard.press("Escape");
    await title(page).fill("\u200b\u2060");
    await page.keyboard.press("Control+s");
    await page.getByText("Title is missing").waitFor();
    await title(page).fill("Short again");
    await saved(page);
    assert.equal((await stored(id)).title, "Short again");
    await assert.rejects(api.send("PUT", `/content/story/${id}`, { title: "\u200b" }), /must not be empty/);
  }));

test("words that do not fit into a field are told", () =>
  withPage(owner, async (page) => {
    const { id } = await draft("Summary", "<p>Text.</p>");
    await edit(page, id);
    const summary = page.getByLabel("Summary");
    await summary.fill("a".repeat(275));
    await summary.press("End");
    await page.keyboard.insertText("bcdefghijk");
    await page.getByText("At most 280 letters fit here. 5 letters were left out.").waitFor();
    await api.send("DELETE", `/content/story/${id}`);
  }));

test("a night in which clocks are set has times that are none, and times that are two", () =>
  withPage({ ...owner, timezoneId: "Europe/Vienna" }, async (page) => {
    const { id } = await draft("At night", "<p>Text.</p>");
    await edit(page, id);
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    const panel = page.getByRole("dialog", { name: "Publish this story" });
    await panel.getByText("On a date").click();
    const date = panel.getByLabel("Date and time");
    await date.fill("2027-03-28T02:30");
    await panel.getByText("this time does not exist").waitFor();
    assert.equal(await panel.getByRole("button", { name: "Publish now" }).getAttribute("aria-disabled"), "true");
    await date.fill("2027-10-31T02:30");
    await panel.getByText("this time is there twice").waitFor();
    await panel.getByText("Second, UTC+1").click();
    await panel.getByRole("button", { name: "Schedule" }).click();
    await until("it is scheduled", async () => (await stored(id)).is_published);
    assert.equal(Date.parse((await stored(id)).published_at), Date.parse("2027-10-31T01:30:00Z"));
    await api.send("DELETE", `/content/story/${id}`);
  }));

test("who has solved a conflict goes on where they wrote", () =>
  withPage(refused, async (page) => {
    const { id } = await draft("Solved", "<p>First.</p><p>Second.</p>");
    const text = await edit(page, id);
    await api.send("PUT", `/content/story/${id}`, { body: "<p>First, by others.</p><p>Second.</p>" });
    await toEnd(page, text);
    await page.keyboard.type(" Mine.");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await saved(page);
    await until("the text has the focus", () => text.evaluate((element) => element === document.activeElement));
    await page.keyboard.type(" On.");
    await until("it is saved", async () => (await stored(id)).body.includes("Mine. On."));
  }));

test("a resume and a result are printed whole, however long they are", () =>
  withPage(owner, async (page) => {
    const document = { ...RESUME, work: Array.from({ length: 14 }, (_, index) => ({ ...RESUME.work[0], name: `Place ${index}` })) };
    const resume = await api.send("POST", "/resumes", { document, title: "Long life" });
    for (const path of [`/admin/resumes/${resume.id}?section=work`, `/admin/edit/story/${(await draft("Long", "<p>Line.</p>".repeat(150))).id}`]) {
      await page.goto(path);
      await page.locator("main input, .ProseMirror p").first().waitFor();
      await until("all is here", async () => (await page.locator("main .skeleton").count()) === 0);
      const pages = ((await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g) ?? []).length;
      assert.ok(pages > 1, `${path}: ${pages}`);
    }
    await api.send("DELETE", `/resumes/${resume.id}`);
  }));
