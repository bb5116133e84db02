/** Answers that are lost after the first save, and editors that go on: no conflict with oneself, nothing published unasked. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { leave, until, withPage } from "../../harness/browser.js";
import { anotherWindow, api, draft, edit, keptHere, notSaved, refused, saved, stored, toEnd } from "../../harness/writing.js";

after(leave);

const textOf = (page) => page.getByRole("textbox", { name: "Text", exact: true });
const notice = (page) => page.getByText("were on this device and not on the server");
const conflict = (page) => page.getByRole("heading", { name: "This story was also changed elsewhere" });
const called = async (title) => {
  const { items } = await api.send("GET", `/content/story?include_unpublished=true&limit=50&q=${encodeURIComponent(title)}`);
  return items.filter((item) => item.title === title);
};

/** Changes reach the service, and nobody hears of them. With `arrive: false` they do not even arrive. */
async function cut(context, address, { arrive = true } = {}) {
  let lost = 0;
  const drop = async (route) => {
    if (route.request().method() === "GET") return route.continue();
    if (arrive) await route.fetch();
    lost += 1;
    await route.abort("connectionreset");
  };
  await context.route(address, drop);
  return { count: () => lost, mend: () => context.unroute(address, drop) };
}

async function publish(page) {
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("dialog", { name: "Publish" }).getByRole("button", { name: /^Publish/ }).click();
}

test("a page that ends before it has heard of a change finds it saved, and only what was written since unsaved", () =>
  withPage(refused, async (page, context) => {
    const { id } = await draft("Own change", "<p>Text.</p>");
    const text = await edit(page, id);
    const line = await cut(context, `**/api/content/story/${id}`);
    await toEnd(page, text);
    await page.keyboard.type(" Arrived &amp; unheard.");
    await notSaved(page, "unheard.");
    await page.close({ runBeforeUnload: false });
    await line.mend();
    const again = await anotherWindow(context);
    const back = await edit(again, id);
    assert.match(await back.innerText(), /Arrived &amp; unheard\./);
    assert.equal(await conflict(again).count() + (await notice(again).count()), 0, "nothing is left to decide");

    const second = await cut(context, `**/api/content/story/${id}`);
    await toEnd(again, back);
    await again.keyboard.type(" Second.");
    await notSaved(again, "Second.");
    // Neither heard of the second, nor sent the third.
    await context.setOffline(true);
    await again.keyboard.type(" Third.");
    await keptHere(again, "Third.");
    await again.close({ runBeforeUnload: false });
    await context.setOffline(false);
    await second.mend();
    const third = await anotherWindow(context);
    const last = await edit(third, id);
    await notice(third).waitFor();
    assert.match(await last.innerText(), /Second\. Third\./);
    assert.equal(await conflict(third).count(), 0);
    await third.getByRole("button", { name: "Save them" }).click();
    await saved(third);
    assert.match((await stored(id)).body, /Second\. Third\./);
  }));

test("a draft whose change was lost on the way is sent again by itself", () =>
  withPage(refused, async (page, context) => {
    const { id } = await draft("Sent again", "<p>Text.</p>");
    const text = await edit(page, id);
    const line = await cut(context, `**/api/content/story/${id}`, { arrive: false });
    await toEnd(page, text);
    await page.keyboard.type(" Once more.");
    await notSaved(page, "Once more.");
    await line.mend();
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await until("it was sent again", async () => (await stored(id)).body.includes("Once more."));
    await saved(page);
  }));

test("the answer to a first Publish is lost: it is public, said to be, and what was typed since waits for Update", () =>
  withPage(refused, async (page, context) => {
    const title = "Published unheard";
    await page.goto("/admin/new/story");
    await textOf(page).waitFor();
    await page.getByRole("textbox", { name: "Title" }).fill(title);
    await saved(page);
    const [{ id }] = await called(title);
    const line = await cut(context, `**/api/content/story/${id}`);
    await publish(page);
    await page.getByText("Not saved.").waitFor();
    assert.equal((await stored(id)).is_published, true);
    await toEnd(page, textOf(page));
    await page.keyboard.type("Half a sen");
    await line.mend();
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await page.getByRole("button", { name: "Update" }).waitFor();
    await page.getByText("Unsaved changes, kept on this device").waitFor();
    const now = await stored(id);
    assert.equal(now.is_published, true, "it stays public");
    assert.doesNotMatch(now.body, /Half a sen/);
    await page.getByRole("button", { name: "Update" }).click();
    await until("it is updated", async () => (await stored(id)).body.includes("Half a sen"));
  }));

test("a first Publish that never arrived publishes nothing later by itself", () =>
  withPage(refused, async (page, context) => {
    const title = "Not published";
    const line = await cut(context, "**/api/content/story", { arrive: false });
    await page.goto("/admin/new/story");
    await textOf(page).waitFor();
    await page.getByRole("textbox", { name: "Title" }).fill(title);
    // Of what is lost before Publish it would not be known whether Publish was.
    await page.getByText("Not saved.").waitFor();
    const before = line.count();
    await publish(page);
    await until("Publish is lost", async () => line.count() > before);
    await page.getByText("Not saved.").waitFor();
    await line.mend();
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await saved(page);
    const [story] = await called(title);
    assert.equal(story.is_published, false);
    await page.getByRole("button", { name: "Publish", exact: true }).waitFor();
    await publish(page);
    await until("it is public once it was asked for", async () => (await stored(story.id)).is_published);
  }));

test("who types while a story that was deleted elsewhere is created again loses neither words nor place", () =>
  withPage(refused, async (page, context) => {
    const { id } = await draft("Deleted meanwhile", "<p>Text.</p>");
    const text = await edit(page, id);
    const line = await cut(context, `**/api/content/story/${id}`, { arrive: false });
    await toEnd(page, text);
    await page.keyboard.type(" Kept here.");
    await notSaved(page, "Kept here.");
    await page.close({ runBeforeUnload: false });
    await line.mend();
    await api.send("DELETE", `/content/story/${id}`);

    const again = await anotherWindow(context);
    const back = await edit(again, id);
    await notice(again).waitFor();
    let letGo;
    const free = new Promise((done) => (letGo = done));
    await again.route("**/api/content/story", async (route) => {
      await free;
      await route.continue();
    });
    await toEnd(again, back);
    await back.evaluate((element) => (element.dataset.same = "yes"));
    await again.keyboard.type(" Typed");
    await again.getByRole("status").filter({ hasText: "Saving" }).waitFor();
    await again.keyboard.type(" on and");
    letGo();
    await again.waitForURL((url) => !url.pathname.endsWith(id));
    // No click in between: the caret is where it was.
    await again.keyboard.type(" on.");
    assert.equal(await textOf(again).getAttribute("data-same"), "yes", "it is the same editor");
    await saved(again);
    const made = new URL(again.url()).pathname.split("/").at(-1);
    await until("all of it is saved", async () => /Kept here\. Typed on and on\./.test((await stored(made)).body));
  }));

test("after one left-over draft was discarded the next one is offered, and can be saved", () =>
  withPage(refused, async (page, context) => {
    const { id } = await draft("Two left over", "<p>Text.</p>");
    const line = await cut(context, `**/api/content/story/${id}`, { arrive: false });
    const pages = [page, await context.newPage()];
    for (const [number, each] of pages.entries()) {
      await toEnd(each, await edit(each, id));
      await each.keyboard.type(` Left ${number}.`);
      await notSaved(each, `Left ${number}.`);
    }
    // The first window tries again, and keeps its words once more: that makes them no newer.
    const tried = line.count();
    await pages[0].evaluate(() => dispatchEvent(new Event("online")));
    await until("it was tried again", async () => line.count() > tried);
    await pages[0].getByText("Not saved.").waitFor();
    for (const each of pages) await each.close({ runBeforeUnload: false });
    await line.mend();
    const again = await anotherWindow(context);
    const text = await edit(again, id);
    await until("the newer one is offered", async () => /Left 1\./.test(await text.innerText()));
    await again.getByRole("button", { name: "Discard them" }).click();
    await until("the older one is offered", async () => /Left 0\./.test(await text.innerText()));
    await again.getByRole("button", { name: "Save them" }).click();
    await saved(again);
    assert.equal((await stored(id)).body.replaceAll("\n", ""), "<p>Text. Left 0.</p>");
  }));

/** Holds one request back until it is let go. */
async function holdOne(context, address, method) {
  let letGo;
  const free = new Promise((done) => (letGo = done));
  let held = 0;
  await context.route(address, async (route) => {
    if (route.request().method() !== method || held > 0) return route.continue();
    held += 1;
    await free;
    await route.continue();
  });
  return { isHeld: () => until("a request is on its way", async () => held > 0), letGo };
}

test("who leaves during a slow save loses neither what was sent nor what was typed since", () =>
  withPage(refused, async (page, context) => {
    const { id } = await draft("Left during a save", "<p>Text.</p>");
    const text = await edit(page, id);
    const slow = await holdOne(context, `**/api/content/story/${id}`, "PUT");
    await toEnd(page, text);
    await page.keyboard.type(" Sent.");
    await slow.isHeld();
    await page.keyboard.type(" Typed since.");
    await page.getByRole("link", { name: "Media" }).first().click();
    await page.getByRole("dialog", { name: "Leave with unsaved changes?" }).getByRole("button", { name: "Leave" }).click();
    await page.waitForURL(/\/admin\/media$/);
    await page.getByRole("heading", { name: "Media", level: 1 }).waitFor();
    slow.letGo();
    await until("what was on its way has arrived", async () => (await stored(id)).body.includes("Sent."));
    // A second request would be there by now: the first one is answered before the next screen is.
    await page.getByRole("link", { name: "Inbox" }).first().click();
    await page.getByRole("heading", { name: "Inbox", level: 1 }).waitFor();
    assert.match((await stored(id)).body, /Text\. Sent\./, "nothing older was written over it");
    const back = await edit(page, id);
    await until("what was typed since is here", async () => /Sent\. Typed since\./.test(await back.innerText().catch(() => "")));
  }));

test("who leaves before a new story is answered stays where they went, and finds all words under its address", () =>
  withPage(refused, async (page, context) => {
    const title = "Left before it was made";
    const slow = await holdOne(context, "**/api/content/story", "POST");
    await page.goto("/admin/new/story");
    await textOf(page).waitFor();
    await page.getByRole("textbox", { name: "Title" }).fill(title);
    await slow.isHeld();
    await toEnd(page, textOf(page));
    await page.keyboard.type("Typed since.");
    await page.getByRole("link", { name: "Media" }).first().click();
    await page.getByRole("dialog", { name: "Leave with unsaved changes?" }).getByRole("button", { name: "Leave" }).click();
    // The address changes first. Until the screen is here the editor is, and would save what was typed since.
    await page.getByRole("heading", { name: "Media", level: 1 }).waitFor();
    slow.letGo();
    await until("it was made", async () => (await called(title)).length === 1);
    await page.getByRole("link", { name: "Inbox" }).first().click();
    await page.getByRole("heading", { name: "Inbox", level: 1 }).waitFor();
    assert.match(page.url(), /\/admin\/inbox$/);
    const [{ id }] = await called(title);
    const back = await edit(page, id);
    await notice(page).waitFor();
    assert.match(await back.innerText(), /Typed since\./);
  }));

test("what somebody else saved after a change that was not heard of is shown as theirs", () =>
  withPage(refused, async (page, context) => {
    const { id } = await draft("Theirs after mine", "<p>Text.</p>");
    await edit(page, id);
    const line = await cut(context, `**/api/content/story/${id}`);
    await page.getByRole("textbox", { name: "Title" }).fill("Theirs after mine, renamed");
    await page.getByText("Not saved.").waitFor();
    assert.equal((await stored(id)).title, "Theirs after mine, renamed");
    await api.send("PUT", `/content/story/${id}`, { body: "<p>Text by others.</p>" });
    await line.mend();
    await page.getByRole("button", { name: "Try again" }).click();
    await conflict(page).waitFor();
    assert.match((await stored(id)).body, /Text by others\./);
  }));
