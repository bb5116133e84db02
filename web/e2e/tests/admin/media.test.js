/** The library: finding, describing, the focal point, deleting. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Api } from "../../harness/api.js";
import { leave, site, until, withPage } from "../../harness/browser.js";
import { hills } from "../../harness/pictures.js";

after(leave);
const api = new Api(site.origin, site.token);
const owner = { signedIn: true, expected: (message) => /status of 404/.test(message.text()) };
const upload = (id) => api.send("GET", `/uploads/${id}`);

test("a picture is described, its focal point moved by pointer and keys, and both are kept", () =>
  withPage(owner, async (page) => {
    const { id } = await api.upload(hills(800, 500, 0.3), "lonely.png", "");
    await page.goto("/admin/media?show=unused");
    await page.locator(`a[href="/admin/media/${id}"]`).click();
    const across = page.getByRole("slider", { name: "Focal point across" });
    await across.waitFor();
    const box = await page.locator(".picture").boundingBox();
    await page.mouse.click(box.x + box.width * 0.25, box.y + box.height * 0.75);
    await until("the point is kept", async () => (await upload(id)).focal_x === 25 && (await upload(id)).focal_y === 75);
    await across.focus();
    await page.keyboard.press("Shift+ArrowRight");
    await until("the point has moved", async () => (await upload(id)).focal_x === 35);
    await page.getByLabel("Description").fill("Hills in a row");
    await until("the words are kept", async () => (await upload(id)).alt === "Hills in a row");
    await page.getByText("Nowhere.").waitFor();
  }));

test("pictures and videos can be shown apart, and the choice stands in the address", () =>
  withPage(owner, async (page) => {
    await page.goto("/admin/media");
    await page.locator("main li img").first().waitFor();
    await page.getByRole("radio", { name: "Video", exact: true }).check({ force: true });
    await page.locator("main li video").first().waitFor();
    await until("no picture is left", async () => (await page.locator("main li img").count()) === 0);
    assert.match(page.url(), /show=videos/);
    await page.reload();
    await page.locator("main li video").first().waitFor();
    await page.getByRole("radio", { name: "Pictures" }).check({ force: true });
    await page.locator("main li img").first().waitFor();
    await until("no video is left", async () => (await page.locator("main li video").count()) === 0);
  }));

test("deleting says what breaks, and can be thought better of", () =>
  withPage(owner, async (page) => {
    const picture = await api.upload(hills(400, 300, 0.6), "used.png", "Used");
    const story = await api.item("story", "It uses a picture", { is_published: false, body: `<p>Text</p>${picture.markup}` });
    await page.goto(`/admin/media/${picture.id}`);
    await page.getByRole("link", { name: "It uses a picture" }).first().waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    const question = page.getByRole("dialog", { name: "Delete this file?" });
    await question.getByText(/will show a gap: It uses a picture/).waitFor();
    await question.getByRole("button", { name: "Cancel" }).click();
    assert.equal((await upload(picture.id)).id, picture.id);
    await page.getByRole("button", { name: "Delete" }).click();
    await question.getByRole("button", { name: "Delete" }).click();
    await page.waitForURL(/\/admin\/media$/);
    await assert.rejects(upload(picture.id), /404/);
    // Its gap would be an error in the console of whatever lists the story.
    await api.send("DELETE", `/content/story/${story.id}`);
  }));

test("a replaced file is another one everywhere it is used", () =>
  withPage(owner, async (page) => {
    const picture = await api.upload(hills(600, 400, 0.2), "before.png", "Before");
    const story = await api.item("story", "With a picture to replace", { body: `<p>Text</p>${picture.markup}` });
    const shown = async () => {
      const html = await (await fetch(`${site.origin}/${story.path}`)).text();
      const [, address] = /<img[^>]* src="([^"]+)"/.exec(html.slice(html.indexOf("<article")));
      return Buffer.from(await (await fetch(new URL(address, site.origin))).arrayBuffer()).toString("base64");
    };
    const before = await shown();
    await page.goto(`/admin/media/${picture.id}`);
    await page.getByRole("link", { name: "With a picture to replace" }).first().waitFor();
    await page.getByLabel("Another picture").setInputFiles({ name: "after.png", mimeType: "image/png", buffer: hills(500, 500, 0.8) });
    await page.getByText("Replaced everywhere it is used").waitFor();
    const { width, height, alt } = await upload(picture.id);
    assert.deepEqual([width, height, alt], [500, 500, "Before"]);
    await until("the page shows the other one", async () => (await shown()) !== before);
  }));

test("files dropped into the library are uploaded", () =>
  withPage(owner, async (page) => {
    await page.goto("/admin/media");
    await page.locator("main li").first().waitFor();
    const { total } = await api.send("GET", "/uploads?limit=1");
    await page.getByLabel("Files").setInputFiles({ name: "new.png", mimeType: "image/png", buffer: hills(500, 300, 0.9) });
    await page.getByRole("button", { name: "Use as it is" }).click();
    const words = page.getByRole("dialog", { name: "Describe the picture" });
    await words.getByLabel("Decorative").check();
    await words.getByRole("button", { name: "Add picture" }).click();
    await page.getByText("Added 1 file").waitFor();
    assert.equal((await api.send("GET", "/uploads?limit=1")).total, total + 1);
  }));
