/** Writing: typing, Markdown, paste, tables, pictures, and everything that keeps a text safe. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Api } from "../../harness/api.js";
import { leave, site, until, withPage } from "../../harness/browser.js";
import { hills } from "../../harness/pictures.js";
import { binary } from "../../harness/server.js";

after(leave);
const api = new Api(site.origin, site.token);
const owner = { signedIn: true, expected: (message) => /status of 404/.test(message.text()) };
/** Refusals are part of some of these stories; the browser writes each of them to its console. */
const refused = { signedIn: true, expected: (message) => /Failed to load resource/.test(message.text()) };

const draft = (title, body) => api.item("story", title, { is_published: false, body });
const stored = (id) => api.send("GET", `/content/story/${id}`);

async function edit(page, id) {
  await page.goto(`/admin/edit/story/${id}`);
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  await text.waitFor();
  return text;
}

/** The caret behind the last letter. */
async function toEnd(page, text) {
  await text.click();
  await page.keyboard.press("Control+End");
}

const saved = (page) => page.getByRole("status").filter({ hasText: /^Saved/ }).waitFor();

async function paste(page, data) {
  await page.getByRole("textbox", { name: "Text", exact: true }).evaluate((element, given) => {
    const clipboardData = new DataTransfer();
    for (const [type, value] of Object.entries(given)) clipboardData.setData(type, value);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, data);
}

test("a new story is written in Markdown and saved by itself, and the caret stays where it is", () =>
  withPage(owner, async (page) => {
    await page.goto("/admin/new/story");
    await page.getByRole("textbox", { name: "Text", exact: true }).waitFor();
    await page.getByRole("textbox", { name: "Title" }).fill("The fog is not in the lens");
    await page.keyboard.press("Enter");
    await page.keyboard.type("## What the scanner saw\nIt saw **nothing** at all, `really`.\n- one\ntwo\n\nEnd");
    await saved(page);
    await page.waitForURL(/\/admin\/edit\/story\/[0-9a-f-]{36}$/);
    const id = page.url().split("/").at(-1);
    // The first save gave it an address in the middle of writing.
    await page.keyboard.type(" of it.");
    await until("the rest is saved", async () => (await stored(id)).body.includes("End of it."));
    const { body, slug, is_published } = await stored(id);
    assert.equal(body.replaceAll("\n", ""), "<h2>What the scanner saw</h2><p>It saw <strong>nothing</strong> at all, <code>really</code>.</p><ul><li>one</li><li>two</li></ul><p>End of it.</p>");
    assert.equal(slug, "the-fog-is-not-in-the-lens");
    assert.equal(is_published, false);
  }));

test("a stored body comes back to the letter after a word was added", () =>
  withPage(owner, async (page) => {
    const long = await api.send("GET", `/sections/resolve-path${site.made.long}`);
    const { body } = long.content_item;
    const copy = await draft("A copy of the long read", body);
    const before = (await stored(copy.id)).body;
    const text = await edit(page, copy.id);
    assert.equal(await text.locator(".foreign").count(), 0);
    await toEnd(page, text);
    await page.keyboard.press("Enter");
    await page.keyboard.type("Added.");
    await until("the word is saved", async () => (await stored(copy.id)).body.includes("Added."));
    const after = (await stored(copy.id)).body;
    // Lines between blocks and spaces at their ends mean nothing, and a loose picture is stored in the paragraph that pages make of it.
    const plain = (html) => html.replace(/>\s+</g, "><").replace(/\s+<\/p>/g, "</p>").replace("<p>Added.</p>", "").replace(/<p>(<img[^>]*>)<\/p>/g, "$1").trim();
    assert.equal(plain(after), plain(before));
  }));

test("the slash menu makes a table, and Tab goes through it", () =>
  withPage(owner, async (page) => {
    const { id } = await draft("Tables", "<p>Before</p>");
    const text = await edit(page, id);
    await toEnd(page, text);
    await page.keyboard.press("Enter");
    await page.keyboard.type("/tab");
    await page.getByRole("option", { name: "Table" }).waitFor();
    await page.keyboard.press("Enter");
    await text.locator("table").waitFor();
    await page.getByRole("toolbar", { name: "Table" }).waitFor();
    await page.keyboard.type("Plate");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Place");
    await page.getByRole("button", { name: "Delete column" }).click();
    await until("the table is saved", async () => /<th scope="col">Plate<\/th><th scope="col"><\/th>/.test((await stored(id)).body));
    assert.match((await stored(id)).body, /<thead><tr>.*<\/thead><tbody><tr><td><\/td><td><\/td><\/tr><tr>/s);
  }));

test("what is pasted from elsewhere is clean, and Markdown becomes what it means", () =>
  withPage(owner, async (page) => {
    const { id } = await draft("Pasted", "");
    const text = await edit(page, id);
    await text.click();
    await paste(page, { "text/html": `<b style="font-weight:normal" id="docs-internal-guid-1"><p style="color:red"><span style="font-weight:700">Strong</span> <a href="javascript:alert(1)">bad</a></p><script>alert(1)</script></b>`, "text/plain": "Strong bad" });
    await page.keyboard.press("Enter");
    await paste(page, { "text/plain": "## Title\n\n- a\n- b\n\n| x | y |\n|---|---|\n| 1 | 2 |" });
    await until("it is saved", async () => (await stored(id)).body.includes("<table>"));
    const { body } = await stored(id);
    assert.match(body, /^<p><strong>Strong<\/strong> bad<\/p>\s*<h2>Title<\/h2>\s*<ul><li>a<\/li><li>b<\/li><\/ul>/);
    assert.doesNotMatch(body, /script|style|javascript/);
  }));

/** A photograph of 24 megapixels, drawn and encoded by the browser. */
async function photograph(page) {
  const bytes = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 6000, height: 4000 });
    const pen = canvas.getContext("2d");
    for (let step = 0; step < 300; step++) {
      pen.fillStyle = `hsl(${(step * 37) % 360} 60% ${30 + (step % 5) * 10}%)`;
      pen.fillRect((step * 613) % 6000, (step * 397) % 4000, 900, 700);
    }
    const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.8));
    let text = "";
    for (const byte of new Uint8Array(await blob.arrayBuffer())) text += String.fromCharCode(byte);
    return btoa(text);
  });
  return { name: "IMG_2041.jpg", mimeType: "image/jpeg", buffer: Buffer.from(bytes, "base64") };
}

test("a photograph of 24 megapixels is resized, given a look, described and inserted; cancelled, nothing stays", () =>
  withPage(owner, async (page) => {
    const { id } = await draft("With a picture", "<p>Text.</p>");
    const text = await edit(page, id);
    await toEnd(page, text);
    const photo = await photograph(page);
    const total = async () => (await api.send("GET", "/uploads?limit=1")).total;
    const before = await total();

    const files = page.getByLabel("Pictures and videos");
    await files.setInputFiles(photo);
    const look = page.getByRole("dialog", { name: "Add a picture" });
    await look.getByText("2048 × 1365 after resizing from 6000 × 4000").waitFor();
    await look.getByRole("button", { name: "Cancel" }).click();
    await look.waitFor({ state: "detached" });

    // Once more, up to the words, with the file on the server: it goes again.
    await files.setInputFiles(photo);
    await look.getByRole("button", { name: "Use as it is" }).click();
    const words = page.getByRole("dialog", { name: "Describe the picture" });
    await words.getByText(/^Uploaded/).waitFor();
    assert.equal(await total(), before + 1);
    await words.getByRole("button", { name: "Cancel" }).click();
    await until("the cancelled file is gone", async () => (await total()) === before);

    await files.setInputFiles(photo);
    await look.locator("label", { hasText: "Warm" }).locator("img").waitFor();
    await look.getByRole("radio", { name: "Warm" }).check({ force: true });
    await look.getByRole("button", { name: "Use Warm" }).click();
    const insert = words.getByRole("button", { name: "Insert picture" });
    assert.equal(await insert.getAttribute("aria-disabled"), "true", "it is not inserted without words");
    assert.equal(await words.getByLabel("For people who cannot see it").inputValue(), "", "the name of the file is no description");
    await words.getByLabel("For people who cannot see it").fill("Coloured sheets of paper");
    await words.getByLabel("Caption").fill("Sheets.");
    await insert.click();
    await text.locator("figure img").waitFor();
    await until("it is saved", async () => (await stored(id)).body.includes("<figure>"));
    const { body } = await stored(id);
    assert.match(body, /<figure><img src="\/media\/[^"]+" srcset="[^"]+2048w"[^>]* alt="Coloured sheets of paper"[^>]*><figcaption>Sheets\.<\/figcaption><\/figure>/);
    const [newest] = (await api.send("GET", "/uploads?limit=1")).items;
    assert.deepEqual([newest.width, newest.height, newest.filter], [2048, 1365, "warm"]);
  }));

test("two pictures at once, pasted and dropped, are described one after the other and stand side by side", () =>
  withPage(owner, async (page) => {
    const { id } = await draft("Two pictures", "<p>Text.</p>");
    const text = await edit(page, id);
    await toEnd(page, text);
    const files = [0.1, 0.7].map((hue) => [...hills(600, 400, hue)]);
    await text.evaluate((element, given) => {
      const clipboardData = new DataTransfer();
      given.forEach((bytes, index) => clipboardData.items.add(new File([Uint8Array.from(bytes)], `pasted-${index}.png`, { type: "image/png" })));
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, files);
    for (const words of ["Hills at dawn", "Hills at dusk"]) {
      await page.getByRole("dialog", { name: /^Add a picture/ }).getByRole("button", { name: "Use as it is" }).click();
      const dialog = page.getByRole("dialog", { name: /^Describe the picture/ });
      await dialog.getByLabel("For people who cannot see it").fill(words);
      await dialog.getByRole("button", { name: /^(Insert picture|Next|Insert)/ }).click();
    }
    await until("both are saved", async () => {
      const { body } = await stored(id);
      return body.includes('alt="Hills at dawn"') && body.includes('alt="Hills at dusk"');
    });
    // One more, dropped in front of the text.
    const box = await text.locator("p").first().boundingBox();
    await text.evaluate((element, { bytes, at }) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([Uint8Array.from(bytes)], "dropped.png", { type: "image/png" }));
      element.dispatchEvent(new DragEvent("drop", { dataTransfer, clientX: at.x, clientY: at.y, bubbles: true, cancelable: true }));
    }, { bytes: [...hills(500, 300, 0.4)], at: { x: box.x + 2, y: box.y + 2 } });
    await page.getByRole("dialog", { name: /^Add a picture/ }).getByRole("button", { name: "Use as it is" }).click();
    const dialog = page.getByRole("dialog", { name: /^Describe the picture/ });
    await dialog.getByLabel("Decorative").check();
    await dialog.getByRole("button", { name: "Insert picture" }).click();
    await until("the third is saved with an empty description", async () => /<img[^>]* alt=""/.test((await stored(id)).body));
  }));

test("the preview beside the text wears the look of the site and follows what is typed", () =>
  withPage(owner, async (page) => {
    const { id } = await draft("Previewed", "<h2>A heading</h2><p>Some words.</p>");
    const text = await edit(page, id);
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    const frame = page.frameLocator("iframe[title='Preview of the page']");
    await frame.getByRole("heading", { name: "A heading" }).waitFor();
    const face = await frame.locator(".prose p").first().evaluate((element) => getComputedStyle(element).fontFamily);
    assert.match(face, /Charter/, "the text has the face of the site");
    await toEnd(page, text);
    await page.keyboard.type(" And more of them.");
    await frame.getByText("Some words. And more of them.").waitFor();
    await page.getByRole("textbox", { name: "Title" }).fill("Previewed anew");
    await frame.getByRole("heading", { name: "Previewed anew", level: 1 }).waitFor();
    await page.getByRole("radio", { name: "Page" }).check({ force: true });
    await frame.getByText("And more of them.").waitFor();
    await page.keyboard.press("Control+Alt+p");
    await page.locator("iframe").waitFor({ state: "detached" });
    assert.equal(await text.isVisible(), true);
  }));

test("a link is asked for by its key where words are chosen; elsewhere the key opens the palette", () =>
  withPage(owner, async (page) => {
    const { id } = await draft("Keys", "<p>See there.</p>");
    const text = await edit(page, id);
    await toEnd(page, text);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search or jump to" }).waitFor();
    assert.equal(await page.getByRole("dialog", { name: "Link" }).count(), 0);
    await page.keyboard.press("Escape");
    await page.getByRole("combobox", { name: "Search or jump to" }).waitFor({ state: "detached" });
    await text.locator("p").dblclick({ position: { x: 40, y: 12 } });
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Link" }).waitFor();
    assert.equal(await page.getByRole("combobox", { name: "Search or jump to" }).count(), 0);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Link" }).waitFor({ state: "detached" });
    const details = page.getByRole("complementary", { name: "Details" });
    await details.waitFor();
    await page.keyboard.press("Control+.");
    await details.waitFor({ state: "detached" });
  }));

test("a file that is no picture is refused with the reason", () =>
  withPage(owner, async (page) => {
    const { id } = await draft("Refused", "<p>Text.</p>");
    await edit(page, id);
    await page.getByLabel("Pictures and videos").setInputFiles({ name: "a.svg", mimeType: "image/png", buffer: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>") });
    await page.getByRole("alert").filter({ hasText: "SVG" }).waitFor();
  }));

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

test("without a network the text is kept here and said to be unsaved, and saved when it is back", () =>
  withPage(refused, async (page, context) => {
    const { id } = await draft("Offline", "<p>Text.</p>");
    const text = await edit(page, id);
    await toEnd(page, text);
    await context.setOffline(true);
    await page.keyboard.type(" Written offline.");
    await page.getByText("Not saved.").waitFor();
    await page.keyboard.type(" And more.");
    await page.getByText("Not saved.").waitFor();
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
    await until("it is kept on this device", () => page.evaluate(() => new Promise((done) => {
      const open = indexedDB.open("folia-drafts", 1);
      open.onsuccess = () => {
        const all = open.result.transaction("drafts").objectStore("drafts").getAll();
        all.onsuccess = () => done(all.result.some((kept) => kept.value.body.includes("Not yet.")));
      };
    })));
    await page.close({ runBeforeUnload: false });
    assert.doesNotMatch((await stored(id)).body, /Not yet/);

    const again = await context.newPage();
    const back = await edit(again, id);
    await again.getByText("were on this device and not on the server").waitFor();
    assert.match(await back.innerText(), /Not yet\./);
    await again.getByRole("button", { name: "Update" }).click();
    await until("it is updated", async () => (await stored(id)).body.includes("Not yet."));
  }));

test("a story is published, scheduled and unpublished", () =>
  withPage(owner, async (page) => {
    const { id, path } = await draft("To be published", "<p>Words.</p>");
    await edit(page, id);
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    const panel = page.getByRole("dialog", { name: "Publish this story" });
    await panel.getByText(`/${path}`).waitFor();
    await panel.getByRole("radio", { name: "On a date" }).check({ force: true });
    await panel.getByRole("button", { name: "Schedule" }).click();
    await until("it is scheduled", async () => Date.parse((await stored(id)).published_at) > Date.now());
    await page.getByText("Not public yet").waitFor();
    await page.getByRole("button", { name: "Do not publish" }).click();
    await until("it is a draft again", async () => !(await stored(id)).is_published);
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await panel.getByRole("button", { name: "Publish now" }).click();
    await page.getByText("Everybody sees it").waitFor();
    const visitor = await fetch(`${site.origin}/${path}`);
    assert.equal(visitor.status, 200);
  }));

test("a link to an own page is found by its title", () =>
  withPage(owner, async (page) => {
    const { id } = await draft("Linking", "<p>See there.</p>");
    const text = await edit(page, id);
    await text.locator("p").dblclick({ position: { x: 40, y: 12 } });
    await page.keyboard.press("Control+k");
    const dialog = page.getByRole("dialog", { name: "Link" });
    await dialog.getByRole("combobox").fill("quicksilver");
    await dialog.getByRole("option", { name: /A second look at quicksilver/ }).click();
    await until("the link is saved", async () => /<a href="\/writing\/a-second-look-at-quicksilver">/.test((await stored(id)).body));
  }));

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
    const { browser } = await import("../../harness/browser.js");
    const context = await (await browser()).newContext({ baseURL: origin });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    await page.goto(link);
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
    await page.getByText("Not saved.").waitFor();
    await page.keyboard.type(" After.");
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
