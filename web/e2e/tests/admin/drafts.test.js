/** Answers that are lost, windows beside each other, and texts that come back or are let go. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { leave, until, withPage } from "../../harness/browser.js";
import { undo } from "../../harness/toasts.js";
import { anotherWindow, api, draft, edit, keptHere, notSaved, owner, refused, saved, stored, toEnd } from "../../harness/writing.js";

after(leave);

const called = async (title) => {
  const { items } = await api.send("GET", `/content/story?include_unpublished=true&limit=50&q=${encodeURIComponent(title)}`);
  return items.filter((item) => item.title.startsWith(title));
};
const textOf = (page) => page.getByRole("textbox", { name: "Text", exact: true });
const notice = (page) => page.getByText("were on this device and not on the server");

/** The service makes what it is asked for, and nobody hears of it. */
async function loseAnswers(context, address, method) {
  let lost = 0;
  const drop = async (route) => {
    if (route.request().method() !== method) return route.continue();
    await route.fetch();
    lost += 1;
    await route.abort("connectionreset");
  };
  await context.route(address, drop);
  return { count: () => lost, end: () => context.unroute(address, drop) };
}

test("the answer to a first save is lost, and however often it is repeated there is one story", () =>
  withPage(refused, async (page, context) => {
    const title = "Lost answer";
    const line = await loseAnswers(context, "**/api/content/story", "POST");
    await page.goto("/admin/new/story");
    await textOf(page).waitFor();
    await page.getByRole("textbox", { name: "Title" }).fill(title);
    await page.getByText("Not saved.").waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.type("Written after it.");
    await until("it was tried again, and lost again", async () => line.count() >= 2);
    await notSaved(page, "Written after it.");
    assert.equal((await called(title)).length, 1, "the service has it");
    await line.end();
    await page.getByRole("button", { name: "Try again" }).click();
    await saved(page);
    const [story, ...others] = await called(title);
    assert.deepEqual(others, []);
    assert.match((await stored(story.id)).body, /Written after it\./);
    await page.waitForURL(new RegExp(story.id));
    // It goes on as any other.
    await toEnd(page, textOf(page));
    await page.keyboard.type(" And more.");
    await until("it is saved", async () => (await stored(story.id)).body.includes("And more."));
  }));

test("a page that is closed before it has heard of its first save does not make the story again", () =>
  withPage(refused, async (page, context) => {
    const title = "Closed unheard";
    const line = await loseAnswers(context, "**/api/content/story", "POST");
    await page.goto("/admin/new/story");
    await textOf(page).waitFor();
    await page.getByRole("textbox", { name: "Title" }).fill(title);
    await page.getByText("Not saved.").waitFor();
    assert.equal((await called(title)).length, 1);
    await line.end();
    await page.close({ runBeforeUnload: false });
    const again = await anotherWindow(context);
    await again.goto("/admin/new/story");
    await notice(again).waitFor();
    await again.getByRole("button", { name: "Save them" }).click();
    await saved(again);
    assert.equal((await called(title)).length, 1);
  }));

test("a section whose answer is lost is added once", () =>
  withPage(refused, async (page, context) => {
    const line = await loseAnswers(context, "**/api/sections", "POST");
    await page.goto("/admin");
    await page.getByRole("tree", { name: "Sections" }).waitFor();
    await page.keyboard.press("Shift+N");
    const dialog = page.getByRole("dialog", { name: "Add section" });
    await dialog.getByLabel("Title").fill("Added unheard");
    await dialog.getByRole("button", { name: "Add section" }).click();
    await dialog.getByText("Not added.").waitFor();
    await line.end();
    await dialog.getByRole("button", { name: "Add section" }).click();
    await dialog.waitFor({ state: "detached" });
    const { items } = await api.send("GET", "/sections?include_unpublished=true&limit=100");
    const made = items.filter(({ title }) => title === "Added unheard");
    assert.equal(made.length, 1);
    await api.send("DELETE", `/sections/${made[0].id}`);
  }));

test("two windows with a new text each keep their own", () =>
  withPage(owner, async (page, context) => {
    const pages = [page, await context.newPage()];
    for (const [index, one] of pages.entries()) {
      // Without a title nothing is saved by itself.
      await one.goto("/admin/new/story");
      await textOf(one).waitFor();
      await textOf(one).click();
      await one.keyboard.type(`Words of window ${index}.`);
      await one.getByText("Unsaved changes, kept on this device").waitFor();
      await keptHere(one, `window ${index}.`);
    }
    for (const [index, one] of pages.entries()) {
      one.on("dialog", (dialog) => void dialog.accept());
      await one.reload();
      await notice(one).waitFor();
      assert.equal((await textOf(one).innerText()).trim(), `Words of window ${index}.`);
    }
    // Whoever closes one and opens another finds the words of the closed one.
    await pages[0].close({ runBeforeUnload: false });
    const third = await anotherWindow(context, 1);
    await third.goto("/admin/new/story");
    await notice(third).waitFor();
    assert.equal((await textOf(third).innerText()).trim(), "Words of window 0.");
    for (const one of [third, pages[1]]) {
      await one.getByRole("button", { name: "Discard them" }).click();
      await notice(one).waitFor({ state: "detached" });
    }
    const fourth = await context.newPage();
    await fourth.goto("/admin/new/story");
    await textOf(fourth).waitFor();
    assert.equal(await notice(fourth).count(), 0);
    assert.equal((await textOf(fourth).innerText()).trim(), "");
  }));

/** A draft with words that only this device has. */
async function leftBehind(context, title) {
  const { id } = await draft(title, "<p>On the server.</p>");
  const page = await context.newPage();
  const text = await edit(page, id);
  await toEnd(page, text);
  await context.setOffline(true);
  await page.keyboard.type(" On the device.");
  await notSaved(page, "On the device.");
  await page.close({ runBeforeUnload: false });
  await context.setOffline(false);
  await (await anotherWindow(context)).close();
  return id;
}

test("words that were found wait for a decision, and are gone for good when discarded", () =>
  withPage(refused, async (page, context) => {
    const id = await leftBehind(context, "To be discarded");
    const text = await edit(page, id);
    await notice(page).waitFor();
    assert.match(await text.innerText(), /On the device\./);
    await page.getByRole("button", { name: "Discard them" }).click();
    await until("the text is that of the server", async () => (await text.innerText()).trim() === "On the server.");
    // Whatever would have come back by itself would have come with this save.
    await toEnd(page, text);
    await page.keyboard.type(" Later.");
    await saved(page);
    assert.equal((await stored(id)).body, "<p>On the server. Later.</p>");
    await page.reload();
    await text.waitFor();
    assert.equal((await text.innerText()).trim(), "On the server. Later.");
    assert.equal(await notice(page).count(), 0);
  }));

test("words that were found are still there for who only looked, and saved by who writes on", () =>
  withPage(refused, async (page, context) => {
    const id = await leftBehind(context, "To be looked at");
    await edit(page, id);
    await notice(page).waitFor();
    // Nobody is asked: they stay where they were.
    await page.getByRole("link", { name: "Media" }).first().click();
    await page.waitForURL(/\/admin\/media/);
    await page.getByRole("heading", { name: "Media", level: 1 }).waitFor();
    assert.equal((await stored(id)).body, "<p>On the server.</p>");
    const text = await edit(page, id);
    await notice(page).waitFor();
    await toEnd(page, text);
    await page.keyboard.type(" Written on.");
    await saved(page);
    assert.equal((await stored(id)).body, "<p>On the server. On the device. Written on.</p>");
    await notice(page).waitFor({ state: "detached" });
  }));

test("an Undo that comes too late says so, and leaves nothing behind", () =>
  withPage(refused, async (page) => {
    const { id } = await api.item("story", "Undone too late", { body: "<p>Public words.</p>" });
    await edit(page, id);
    await page.getByRole("button", { name: "Unpublish" }).click();
    await page.getByText("Unpublished. Only signed-in people see it now.").waitFor();
    await page.getByRole("link", { name: "Media" }).first().click();
    await page.waitForURL(/\/admin\/media/);
    await page.getByRole("heading", { name: "Media", level: 1 }).waitFor();
    await api.send("PUT", `/content/story/${id}`, { body: "<p>Other words.</p>" });
    await undo(page, "Unpublished.");
    await page.getByText("Not undone.").waitFor();
    assert.equal((await stored(id)).is_published, false);
    const text = await edit(page, id);
    assert.equal((await text.innerText()).trim(), "Other words.");
    assert.equal(await notice(page).count(), 0);
  }));

test("an Undo after the screen was left publishes again", () =>
  withPage(owner, async (page) => {
    const { id, published_at } = await api.item("story", "Undone in time", { body: "<p>Public words.</p>" });
    await edit(page, id);
    await page.getByRole("button", { name: "Unpublish" }).click();
    await page.getByText("Unpublished. Only signed-in people see it now.").waitFor();
    await page.getByRole("link", { name: "Media" }).first().click();
    await page.waitForURL(/\/admin\/media/);
    await page.getByRole("heading", { name: "Media", level: 1 }).waitFor();
    await undo(page, "Unpublished.");
    await until("it is public again", async () => (await stored(id)).is_published);
    assert.equal((await stored(id)).published_at, published_at);
  }));

test("what another window has saved stays among the revisions, whoever decides over it", () =>
  withPage(refused, async (page, context) => {
    const { id } = await draft("Never folded", "<p>One line of words here.</p>");
    const mine = await edit(page, id);
    await toEnd(page, mine);
    await page.keyboard.type(" First.");
    await saved(page);
    const other = await context.newPage();
    const theirs = await edit(other, id);
    await toEnd(other, theirs);
    await other.keyboard.type(" Theirs.");
    await until("the other window has saved", async () => (await stored(id)).body.includes("Theirs."));
    await page.keyboard.type(" Mine.");
    await page.getByRole("button", { name: "Keep mine for all" }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await saved(page);
    const { items } = await api.send("GET", `/content/story/${id}/revisions?limit=100`);
    const bodies = await Promise.all(items.map(async ({ number }) => (await api.send("GET", `/content/story/${id}/revisions/${number}`)).body));
    assert.ok(bodies.some((body) => body.includes("Theirs.")), bodies.join("\n"));
    assert.doesNotMatch(bodies[0], /Theirs\./);
  }));

test("drafts of which the server has every word go by themselves, and no other", () =>
  withPage(refused, async (page, context) => {
    const [spare, full] = [await draft("Arrived whole", "<p>Text.</p>"), await draft("Never arrived", "<p>Text.</p>")];
    for (const [{ id }, arrives] of [[spare, true], [full, false]]) {
      const window = await context.newPage();
      const text = await edit(window, id);
      await window.route(`**/api/content/story/${id}`, async (route) => {
        if (route.request().method() === "GET") return route.continue();
        if (arrives) await route.fetch();
        return route.abort("connectionreset");
      });
      await toEnd(window, text);
      await window.keyboard.type(" Words on a train.");
      await notSaved(window, "Words on a train.");
      await window.close({ runBeforeUnload: false });
    }
    await page.close();
    const home = await anotherWindow(context);
    const held = () => home.evaluate(() => new Promise((done) => {
      const open = indexedDB.open("folia-drafts");
      open.onsuccess = () => {
        const all = open.result.transaction("drafts").objectStore("drafts").getAllKeys();
        all.onsuccess = () => (open.result.close(), done(all.result.map((key) => key.split("#")[0])));
      };
    }));
    await home.goto("/admin");
    await home.getByRole("heading", { name: "Needs attention" }).waitFor();
    await until("what the server has is gone from here", async () => !(await held()).includes(`story:${spare.id}`));
    assert.ok((await held()).includes(`story:${full.id}`));
    const text = await edit(home, full.id);
    await home.getByText("were on this device and not on the server").waitFor();
    assert.match(await text.innerText(), /Words on a train\./);
  }));
