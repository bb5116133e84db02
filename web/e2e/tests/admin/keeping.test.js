/** What keeps a text safe: two tabs, a session that ends, no network, leaving, a service that is killed. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Api } from "../../harness/api.js";
import { leave, openAsOwner, until, withPage } from "../../harness/browser.js";
import { binary, startServer } from "../../harness/server.js";
import { anotherWindow, api, draft, edit, keptHere, notSaved, owner, refused, saved, stored, toEnd } from "../../harness/writing.js";

after(leave);

test("two tabs that edit one story merge it by paragraph", () =>
  withPage(refused, async (page, context) => {
    const { id } = await draft("Two tabs", "<p>First of both.</p><p>Second of both.</p>");
    const mine = await edit(page, id);
    const other = await context.newPage();
    const theirs = await edit(other, id);
    await theirs.locator("p").first().click();
    await other.keyboard.press("End");
    await other.keyboard.type(" From the other tab.");
    await until("the other tab has saved", async () => (await stored(id)).body.includes("From the other tab."));
    await toEnd(page, mine);
    await page.keyboard.type(" From this tab.");
    await page.getByRole("heading", { name: "This story was also changed elsewhere" }).waitFor();
    // Each side changed one paragraph, so both are proposed and nothing is left to choose.
    await page.getByText("2 of 2 chosen").waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await saved(page);
    assert.equal((await stored(id)).body.replaceAll("\n", ""), "<p>First of both. From the other tab.</p><p>Second of both. From this tab.</p>");
    assert.match(await page.getByRole("textbox", { name: "Text", exact: true }).innerText(), /From the other tab[\s\S]*From this tab/);
  }));

test("what two tabs wrote into the same paragraph can be kept as a copy", () =>
  withPage(refused, async (page, context) => {
    const { id } = await draft("Same paragraph", "<p>One line.</p>");
    const mine = await edit(page, id);
    const other = await context.newPage();
    const theirs = await edit(other, id);
    await toEnd(other, theirs);
    await other.keyboard.type(" Theirs.");
    await until("the other tab has saved", async () => (await stored(id)).body.includes("Theirs."));
    await toEnd(page, mine);
    await page.keyboard.type(" Mine.");
    await page.getByRole("heading", { name: "This story was also changed elsewhere" }).waitFor();
    await page.getByText("0 of 1 chosen").waitFor();
    await page.getByRole("button", { name: "Keep mine as a copy" }).click();
    await until("the editor shows the saved one", async () => /Theirs\./.test(await mine.innerText().catch(() => "")));
    const { items } = await api.send("GET", "/content/story?include_unpublished=true&q=Same%20paragraph&limit=10");
    const copy = items.find(({ title }) => title === "Same paragraph (copy)");
    assert.match((await stored(copy.id)).body, /One line\. Mine\./);
    assert.match((await stored(id)).body, /One line\. Theirs\./);
  }));

test("a session that ends in the middle of a sentence asks to sign in, and the save is repeated", () =>
  withPage(refused, async (page, context) => {
    const { id } = await draft("Expired", "<p>Text.</p>");
    const text = await edit(page, id);
    await toEnd(page, text);
    const cookies = await context.cookies();
    await context.clearCookies();
    await page.keyboard.type(" Written without a session.");
    await page.getByRole("dialog", { name: "You have been signed out" }).waitFor();
    assert.doesNotMatch((await stored(id)).body, /without a session/);
    await context.addCookies(cookies);
    await until("the save was repeated", async () => (await stored(id)).body.includes("Written without a session."));
    await saved(page);
  }));

test("what asks to sign in waits until nobody writes, so no letter and no press of a key goes to it", () =>
  withPage(refused, async (page, context) => {
    const { id } = await draft("Asked while writing", "<p>Text.</p>");
    const text = await edit(page, id);
    await toEnd(page, text);
    const cookies = await context.cookies();
    await context.clearCookies();
    let answer;
    const asked = new Promise((seen) => void context.route("**/api/content/story/**", async (route) => {
      seen();
      await new Promise((free) => (answer = free));
      await route.continue();
    }, { times: 1 }));
    await page.keyboard.type(" Written");
    await asked;
    const dialog = page.getByRole("dialog", { name: "You have been signed out" });
    const writing = page.keyboard.type(" while nobody was signed in.", { delay: 100 });
    answer();
    await writing;
    assert.equal(await dialog.count(), 0);
    await dialog.waitFor();
    await context.addCookies(cookies);
    await until("all of it is saved", async () => (await stored(id)).body.includes("Written while nobody was signed in."));
    await saved(page);
  }));

test("without a network the text is kept here and said to be unsaved, and saved when it is back", () =>
  withPage(refused, async (page, context) => {
    const { id } = await draft("Offline", "<p>Text.</p>");
    const text = await edit(page, id);
    await toEnd(page, text);
    await context.setOffline(true);
    await page.keyboard.type(" Written offline.");
    await notSaved(page, "Written offline.");
    await page.keyboard.type(" And more.");
    await notSaved(page, "And more.");
    await context.setOffline(false);
    await until("it was saved", async () => (await stored(id)).body.includes("Written offline. And more."));
    await saved(page);
  }));

test("what is public waits for Update, survives closing the window, and asks before it is left", () =>
  withPage(owner, async (page, context) => {
    const { id } = await api.item("story", "Public", { body: "<p>Public text.</p>" });
    const text = await edit(page, id);
    await toEnd(page, text);
    await page.keyboard.type(" Not yet.");
    await page.getByText("Unsaved changes, kept on this device").waitFor();
    await page.getByRole("link", { name: "Media" }).first().click();
    const question = page.getByRole("dialog", { name: "Leave with unsaved changes?" });
    await question.getByRole("button", { name: "Stay" }).click();
    await keptHere(page, "Not yet.");
    await page.close({ runBeforeUnload: false });
    assert.doesNotMatch((await stored(id)).body, /Not yet/);

    const again = await anotherWindow(context);
    const back = await edit(again, id);
    await again.getByText("were on this device and not on the server").waitFor();
    assert.match(await back.innerText(), /Not yet\./);
    await again.getByRole("button", { name: "Update" }).click();
    await until("it is updated", async () => (await stored(id)).body.includes("Not yet."));
  }));

/** A public story with a sentence that is not saved. */
async function unsaved(page, title) {
  const { id } = await api.item("story", title, { body: "<p>Public text.</p>" });
  await page.goto("/admin/media");
  await page.getByRole("heading", { name: "Media", level: 1 }).waitFor();
  await page.evaluate((path) => navigation.navigate(path), `/admin/edit/story/${id}`);
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  await text.waitFor();
  await toEnd(page, text);
  await page.keyboard.type(" Not yet.");
  await page.getByText("Unsaved changes, kept on this device").waitFor();
  return { id, text, question: page.getByRole("dialog", { name: "Leave with unsaved changes?" }) };
}

test("Back asks before unsaved changes are left, and then goes where it was to go", () =>
  withPage(owner, async (page) => {
    const { id, text, question } = await unsaved(page, "Back");
    await page.evaluate(() => history.back());
    await question.getByRole("button", { name: "Stay" }).click();
    await question.waitFor({ state: "detached" });
    assert.ok(page.url().endsWith(id), page.url());
    assert.match(await text.innerText(), /Not yet\./);
    await text.press("End");
    await page.evaluate(() => history.back());
    await question.getByRole("button", { name: "Leave" }).click();
    await page.waitForURL(/\/admin\/media$/);
    await page.getByRole("heading", { name: "Media", level: 1 }).waitFor();
    assert.equal((await stored(id)).body, "<p>Public text.</p>");
  }));

test("closing the window asks while something is unsaved, and not when all is saved", () =>
  withPage(owner, async (page) => {
    await unsaved(page, "Closed");
    const asked = new Promise((done) => page.once("dialog", (dialog) => void dialog.dismiss().then(() => done(dialog.type()))));
    void page.close({ runBeforeUnload: true });
    assert.equal(await asked, "beforeunload");
    await page.getByRole("button", { name: "Update", exact: true }).click();
    await saved(page);
    page.on("dialog", (dialog) => assert.fail(`asked by ${dialog.type()}`));
    const closed = page.waitForEvent("close");
    await page.close({ runBeforeUnload: true });
    await closed;
  }));

test("signing out asks once, and not again by the browser", async () => {
  const server = await startServer();
  try {
    const page = await openAsOwner(server);
    const dialogs = [];
    page.on("dialog", (dialog) => (dialogs.push(dialog.type()), void dialog.accept()));
    const own = new Api(server.origin, await server.command("token", "create", "--role", "admin"));
    const { id } = await own.item("story", "Signed out", { body: "<p>Public text.</p>" });
    await toEnd(page, await edit(page, id));
    await page.keyboard.type(" Not yet.");
    await page.getByText("Unsaved changes, kept on this device").waitFor();
    const signOut = async () => {
      await page.getByRole("complementary", { name: "Sidebar" }).locator(".account").click();
      await page.getByRole("menuitem", { name: "Sign out" }).click();
    };
    const question = page.getByRole("dialog", { name: "Leave with unsaved changes?" });
    await signOut();
    await question.getByRole("button", { name: "Stay" }).click();
    await question.waitFor({ state: "detached" });
    assert.equal((await page.evaluate(async () => (await fetch("/auth/session")).json())).authenticated, true);
    await signOut();
    await question.getByRole("button", { name: "Leave" }).click();
    await page.waitForURL(`${server.origin}/`);
    assert.deepEqual(dialogs, []);
    assert.equal((await page.evaluate(async () => (await fetch("/auth/session")).json())).authenticated, false);
    await page.context().close();
  } finally {
    await server.stop();
  }
});

/** The program on a folder and a port of its own, to be killed and started again. */
function run(data, port) {
  const child = spawn(binary, ["serve", "--listen", `127.0.0.1:${port}`, "--data", data], { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, FOLIA_LOG__LEVEL: "warn" } });
  let said = "";
  const ready = new Promise((done, failed) => {
    const listen = (chunk) => {
      said += chunk;
      const link = said.match(/(http:\/\/\S+\/auth\/link\?key=\S+)\s/)?.[1];
      const origin = said.match(/^listening on (http:\/\/\S+)$/m)?.[1];
      if (origin && link) done({ origin, link });
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.on("exit", () => failed(new Error(said)));
  });
  const kill = () => new Promise((done) => {
    child.once("exit", done);
    child.kill("SIGKILL");
  });
  return { ready, kill };
}

test("a service that is killed in the middle of a save loses nothing that was written", async () => {
  const data = await mkdtemp(join(tmpdir(), "folia-killed-"));
  let server = run(data, 0);
  try {
    const { origin, link } = await server.ready;
    const page = await openAsOwner({ origin, link }, { patience: 60_000 });
    const context = page.context();
    await page.goto("/admin/new/story");
    await page.getByRole("textbox", { name: "Text", exact: true }).waitFor();
    await page.getByRole("textbox", { name: "Title" }).fill("Killed");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Before.");
    await saved(page);
    // The next save is on its way when the service goes.
    await context.route("**/api/content/story/**", async (route) => {
      if (route.request().method() === "PUT") await server.kill();
      await route.continue().catch(() => undefined);
      await context.unroute("**/api/content/story/**");
    });
    await page.keyboard.type(" During.");
    await notSaved(page, "During.");
    await page.keyboard.type(" After.");
    // Not tried by itself at the very moment in which the service is back.
    await notSaved(page, "After.");
    server = run(data, Number(new URL(origin).port));
    await server.ready;
    await page.getByRole("button", { name: "Try again" }).click();
    await saved(page);
    await page.reload();
    const text = page.getByRole("textbox", { name: "Text", exact: true });
    await text.waitFor();
    assert.equal((await text.innerText()).trim(), "Before. During. After.");
    await context.close();
  } finally {
    await server.kill();
    await rm(data, { recursive: true, force: true });
  }
});

test("a story that was made a moment ago is there after Back, and is not made twice", () =>
  withPage(owner, async (page) => {
    await page.goto("/admin/new/story");
    await page.getByRole("textbox", { name: "Title" }).fill("Made and come back to");
    await page.waitForURL(/\/edit\/story\//);
    await saved(page);
    const { id } = await draft("Another one", "<p>Other text.</p>");
    // Inside the page, as the palette does it.
    await page.evaluate((path) => { const link = document.createElement("a"); link.href = path; document.body.append(link); link.click(); link.remove(); }, `/admin/edit/story/${id}`);
    await page.getByText("Other text.").waitFor();
    await page.goBack();
    await until("the title is there", async () => (await page.getByRole("textbox", { name: "Title" }).inputValue()) === "Made and come back to");
  }));

test("words of a story that was deleted elsewhere become a draft of their own", () =>
  withPage(refused, async (page) => {
    const { id } = await draft("Deleted elsewhere", "<p>Old words.</p>");
    const text = await edit(page, id);
    await api.send("DELETE", `/content/story/${id}`);
    await toEnd(page, text);
    await page.keyboard.type(" New words.");
    await page.getByText("Not saved").first().waitFor();
    await keptHere(page, "New words.");
    await page.reload();
    await page.getByRole("button", { name: "Save them" }).click();
    await until("there is a draft", async () => {
      const { items } = await api.send("GET", "/content/story?include_unpublished=true&q=Deleted%20elsewhere&limit=10");
      const made = items.find((item) => item.id !== id);
      return made !== undefined && (await stored(made.id)).body.includes("New words.");
    });
    await page.waitForURL((address) => !address.href.includes(id));
  }));
