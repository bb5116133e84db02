/** The memory: bars, search, the table with its filters in the address, one chunk, clearing and re-indexing. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Api } from "../../harness/api.js";
import { assertAccessible } from "../../harness/axe.js";
import { leave, site, until, withPage } from "../../harness/browser.js";

after(leave);
const api = new Api(site.origin, site.token);
const owner = { signedIn: true };
const chunks = (query) => api.send("GET", `/content/chunks?${query}`);
const fact = (text, source = "opinion") => api.send("POST", "/content/chunks", { text, source, chunk_type: "achievement", purpose: ["facts"] });

before(async () => {
  await fact("Kept ninety tide gauges online with a team of three.");
  await fact("Cut the storage cost of an image archive by half.");
});

test("a fact is added, found with its scores, changed, and deleted", async () => {
  await withPage(owner, async (page) => {
    await page.goto("/admin/memory");
    await page.getByRole("table", { name: "Chunks by source" }).waitFor();
    await page.getByRole("button", { name: "Add a fact" }).click();
    const drawer = page.getByRole("dialog", { name: "Add a fact" });
    await drawer.getByLabel("Text").fill("Restored a quadrant from the lighthouse in 2014.");
    await drawer.getByRole("button", { name: "Add and index" }).click();
    await page.getByText("Added a fact.").waitFor();
    const { items } = await chunks("q=quadrant");
    assert.deepEqual([items[0].source, items[0].chunk_type, items[0].purpose], ["conversation", "achievement", ["facts"]]);

    await page.getByRole("radio", { name: "Words" }).check({ force: true });
    await page.getByLabel("Search the memory").fill("lighthouse quadrants");
    const hit = page.getByRole("listitem").filter({ hasText: "Restored a quadrant" });
    await hit.waitFor();
    assert.equal(await hit.locator("mark").count(), 2);
    assert.match(await hit.locator(".words").textContent(), /\d\.\d/);
    await until("the search is in the address", () => page.url().includes("q=lighthouse") && page.url().includes("mode=keyword"));

    await page.goto("/admin/memory/chunks?q=quadrant");
    await page.getByRole("button", { name: /^Restored a quadrant/ }).click();
    const edit = page.getByRole("dialog", { name: /Edit chunk/ });
    await edit.getByLabel("Text").fill("Restored a sextant from the lighthouse in 2014.");
    await edit.getByRole("button", { name: "Save and index" }).click();
    await until("it is changed", async () => (await chunks("q=sextant")).total === 1);
    await page.goto("/admin/memory/chunks?q=sextant");
    await page.getByRole("button", { name: /^Restored a sextant/ }).click();
    await edit.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog", { name: "Delete this chunk?" }).getByRole("button", { name: "Delete" }).click();
    await until("it is gone", async () => (await chunks("q=sextant")).total === 0);
  });
});

test("filters stand in the address and survive a reload", async () => {
  await withPage(owner, async (page) => {
    await page.goto("/admin/memory/chunks");
    await page.getByLabel("Source").selectOption("opinion");
    await page.getByLabel("Filter by words").fill("tide");
    await until("the address has both", () => page.url().includes("source=opinion") && page.url().includes("q=tide"));
    await page.getByRole("button", { name: /^Kept ninety tide gauges/ }).waitFor();
    await page.reload();
    await page.getByRole("button", { name: /^Kept ninety tide gauges/ }).waitFor();
    assert.equal(await page.getByLabel("Source").inputValue(), "opinion");
    assert.equal(await page.getByRole("button", { name: /image archive/ }).count(), 0);
  });
});

test("the kind of feedback stands in the address, too", async () => {
  for (const [feedback_type, original_text] of [["approved", "Said as I say it."], ["rejected", "Said as nobody does."]]) {
    await api.send("POST", "/voice/feedback", { feedback_type, original_text, job_context: "A job." });
  }
  await withPage(owner, async (page) => {
    await page.goto("/admin/memory/voice");
    await page.getByText("Said as nobody does.").waitFor();
    await page.getByRole("radio", { name: "Approved" }).check({ force: true });
    await until("only approved ones are shown", async () => (await page.getByText("Said as nobody does.").count()) === 0);
    await page.reload();
    await page.getByText("Said as I say it.").waitFor();
    assert.equal(await page.getByText("Said as nobody does.").count(), 0);
    assert.ok(page.url().includes("type=approved"));
    // What was said can be taken back.
    const entry = page.getByRole("listitem").filter({ hasText: "Said as I say it." });
    await entry.getByRole("button", { name: /^Take back/ }).click();
    await page.getByRole("dialog", { name: "Take this back?" }).getByRole("button", { name: "Take back" }).click();
    await until("it is gone", async () => (await api.send("GET", "/voice/feedback?feedback_type=approved")).items.every(({ original_text }) => original_text !== "Said as I say it."));
  });
});

test("a source is cleared only after its name was typed", async () => {
  await fact("Said in passing.", "conversation");
  const before = (await chunks("limit=1")).total;
  const { total } = await chunks("source=conversation&limit=1");
  await withPage(owner, async (page) => {
    await page.goto("/admin/memory/chunks?source=conversation");
    await page.getByRole("button", { name: "Clear conversation…" }).click();
    const dialog = page.getByRole("dialog", { name: "Clear everything from conversation?" });
    await dialog.getByText(`${total} chunks are deleted`).waitFor();
    assert.equal(await dialog.getByRole("button", { name: "Clear" }).getAttribute("aria-disabled"), "true", "nothing was typed yet");
    await dialog.getByRole("textbox").fill("conversation");
    await dialog.getByRole("button", { name: "Clear" }).click();
    await until("the source is empty", async () => (await chunks("source=conversation&limit=1")).total === 0);
    assert.equal((await chunks("limit=1")).total, before - total, "other sources stay");
  });
});

test("everything is indexed again, and the bar says how the index stands", async () => {
  await withPage(owner, async (page) => {
    await page.goto("/admin/memory");
    await page.getByRole("button", { name: /\d+ indexed/ }).waitFor();
    await page.getByRole("button", { name: "Re-index" }).click();
    await page.getByRole("menuitem", { name: "Everything" }).click();
    await page.getByText(/chunks get new vectors/).waitFor();
    const bar = page.getByRole("progressbar", { name: "Indexing" });
    await bar.waitFor();
    assert.ok(Number(await bar.getAttribute("value")) < 100);
    // Every chunk of the site goes through the model once more.
    await until("it is done", async () => !(await bar.isVisible()), 300_000);
    await page.getByRole("button", { name: /\d+ indexed/ }).click();
    await page.getByRole("dialog", { name: "How the index stands" }).getByText("Model", { exact: true }).waitFor();
  });
});

test("axe finds nothing in the memory", async () => {
  await withPage({ ...owner, bypassCSP: true }, async (page) => {
    await page.goto("/admin/memory?q=tide&mode=keyword");
    await page.getByRole("listitem").filter({ hasText: "tide gauges" }).waitFor();
    await assertAccessible(page, "search preview");
    await page.getByRole("button", { name: /\d+ indexed/ }).click();
    await page.getByRole("dialog", { name: "How the index stands" }).waitFor();
    await assertAccessible(page, "index health");
    await page.goto("/admin/memory/chunks?source=opinion");
    await page.getByRole("checkbox", { name: /^Choose “Kept ninety/ }).check();
    await page.getByText("1 chosen:").waitFor();
    await assertAccessible(page, "chunks, one chosen");
    await page.getByRole("button", { name: "Choose none" }).click();
    await page.getByRole("button", { name: "Clear opinion…" }).click();
    await page.getByRole("dialog", { name: /^Clear everything/ }).waitFor();
    await assertAccessible(page, "clearing");
    await page.goto("/admin/memory/chunks");
    await page.getByRole("button", { name: /^Kept ninety/ }).click();
    await page.getByRole("dialog").waitFor();
    await assertAccessible(page, "chunks");
    await page.goto("/admin/memory/voice");
    await page.getByRole("radio", { name: "Approved" }).waitFor();
    await assertAccessible(page, "voice");
  });
});
