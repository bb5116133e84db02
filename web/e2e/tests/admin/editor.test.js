/** Writing: typing, Markdown, paste, tables, pictures, links, the preview, publishing. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { leave, site, until, withPage } from "../../harness/browser.js";
import { hills } from "../../harness/pictures.js";
import { api, draft, edit, owner, saved, stored, toEnd } from "../../harness/writing.js";

after(leave);

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

test("from a picture that is chosen, keys lead to the first and the last letter", () =>
  withPage(owner, async (page) => {
    const picture = await api.upload(hills(400, 300, 0.3), "edges.png", "Hills");
    for (const [key, word, expected] of [["Control+End", " Behind.", "<p>Last. Behind.</p>"], ["Control+Home", "Before. ", "<p>Before. First.</p>"]]) {
      const { id } = await draft(`Edges, ${key}`, `<p>First.</p>${picture.markup}<p>Last.</p>`);
      const text = await edit(page, id);
      await text.locator("figure img").click();
      await page.getByRole("toolbar", { name: "Picture" }).waitFor();
      await page.keyboard.press(key);
      await page.keyboard.type(word);
      await until(`${key} leads there`, async () => (await stored(id)).body.includes(expected));
    }
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

test("Tab goes through a table whose tools are still on their way, which come by themselves", () =>
  withPage(owner, async (page) => {
    const { id } = await draft("Early tables", "<p>Before</p>");
    const text = await edit(page, id);
    await toEnd(page, text);
    await page.keyboard.press("Enter");
    await page.keyboard.type("/tab");
    await page.getByRole("option", { name: "Table" }).waitFor();
    let asked = 0;
    let letGo;
    const free = new Promise((done) => (letGo = done));
    await page.route("**/assets/*.js", async (route) => {
      asked += 1;
      await free;
      await route.continue();
    });
    await page.keyboard.press("Enter");
    await until("the tools are asked for", async () => asked > 0);
    const words = ["a", "b", "c", "d", "e", "f"];
    for (const word of words) {
      await page.keyboard.type(word);
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Shift+Tab");
    await until("every cell has its word", async () => {
      const cells = [...(await stored(id)).body.matchAll(/<t[hd](?: [^>]*)?>(.*?)<\/t[hd]>/g)].map(([, word]) => word);
      return cells.slice(0, words.length).join() === words.join();
    });
    letGo();
    await page.getByRole("button", { name: "Delete column" }).waitFor();
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

test("a file that is no picture is refused with the reason", () =>
  withPage(owner, async (page) => {
    const { id } = await draft("Refused", "<p>Text.</p>");
    await edit(page, id);
    await page.getByLabel("Pictures and videos").setInputFiles({ name: "a.svg", mimeType: "image/png", buffer: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>") });
    await page.getByRole("alert").filter({ hasText: "SVG" }).waitFor();
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

test("words are counted while they are typed, and focus mode leaves only the text", () =>
  withPage(owner, async (page) => {
    const { id } = await draft("Counted", "<p>One two three.</p><p>Four five.</p>");
    const text = await edit(page, id);
    await page.getByText("5 words", { exact: false }).waitFor();
    await toEnd(page, text);
    await page.keyboard.type(" Six");
    await page.getByText("6 words", { exact: false }).waitFor();
    const details = page.getByRole("complementary", { name: "Details" });
    await details.waitFor();
    await page.getByRole("button", { name: "Focus" }).click();
    await details.waitFor({ state: "detached" });
    // The paragraph with the caret stands out.
    const faint = (index) => text.locator("p").nth(index).evaluate((element) => Number(getComputedStyle(element).opacity) < 1);
    await toEnd(page, text);
    await until("the first paragraph is faint", () => faint(0));
    assert.equal(await faint(1), false);
    await page.keyboard.press("Control+Shift+f");
    await details.waitFor();
  }));

test("the address of a public story says which redirect its change makes, and makes it", () =>
  withPage(owner, async (page) => {
    const { id, path } = await api.item("story", "First name of it", { body: "<p>Text.</p>" });
    await edit(page, id);
    const details = page.getByRole("complementary", { name: "Details" });
    await details.getByText("Changing it leaves a redirect").waitFor();
    await details.getByLabel("Address").fill("second-name-of-it");
    await details.getByText(`/${path} will redirect to the new address.`).waitFor();
    await page.getByRole("button", { name: "Update", exact: true }).click();
    await saved(page);
    const old = await fetch(`${site.origin}/${path}`, { redirect: "manual" });
    assert.deepEqual([old.status, new URL(old.headers.get("location"), site.origin).pathname], [301, "/second-name-of-it"]);
  }));

test("pictures in a pasted text go through the upload, and those that are not in it are told", () =>
  withPage(owner, async (page) => {
    const { id } = await draft("Pasted pictures", "<p></p>");
    const text = await edit(page, id);
    await text.click();
    const picture = hills(300, 200, 0.5).toString("base64");
    await paste(page, { "text/html": `<p>Words before <img src="data:image/png;base64,${picture}"> and after.</p><p><img src="file:///C:/lost.png"></p>`, "text/plain": "Words before and after." });
    await page.getByText("1 picture did not come along").waitFor();
    await page.getByRole("dialog", { name: "Add a picture" }).getByRole("button", { name: "Use as it is" }).click();
    const words = page.getByRole("dialog", { name: "Describe the picture" });
    await words.getByLabel("For people who cannot see it").fill("Hills from the clipboard");
    await words.getByRole("button", { name: "Insert picture" }).click();
    await until("it is in the text", async () => /<img[^>]*alt="Hills from the clipboard"/.test((await stored(id)).body));
    assert.match((await stored(id)).body, /Words before\s+and after\./);
  }));

test("Escape closes the publish panel and leads back to its button, and a year that cannot be is said there", () =>
  withPage(owner, async (page) => {
    const { id } = await draft("Not in that year", "<p>Words.</p>");
    await edit(page, id);
    const button = page.getByRole("button", { name: "Publish", exact: true });
    await button.click();
    const panel = page.getByRole("dialog", { name: "Publish this story" });
    await panel.waitFor();
    await page.getByText("On a date").click();
    await panel.getByLabel("Date and time, of this device").fill("9999-12-31T23:59");
    await panel.getByText("Choose a year up to 9998.").waitFor();
    assert.equal(await panel.getByRole("button", { name: "Schedule" }).getAttribute("aria-disabled"), "true");
    await panel.getByLabel("Date and time, of this device").focus();
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    await until("the focus is back", () => button.evaluate((element) => element === document.activeElement));
  }));

test("an address that a section has is told before and after it is saved", () =>
  withPage(owner, async (page) => {
    const section = await api.section("Shadowing");
    const { id } = await draft("Shadowed", "<p>Words.</p>");
    await edit(page, id);
    await page.getByLabel("Address").fill(section.slug);
    await page.getByText("Address is that of the section “Shadowing”, which visitors find there").waitFor();
    await api.send("DELETE", `/sections/${section.id}`);
  }));
