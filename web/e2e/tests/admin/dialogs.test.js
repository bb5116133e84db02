/** axe over whatever opens above the editor and the library: menus, bars, dialogs, panels, both schemes and widths. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { findings } from "../../harness/axe.js";
import { DESKTOP, leave, PHONE, until, withPage } from "../../harness/browser.js";
import { hills } from "../../harness/pictures.js";
import { api, draft, edit, owner, refused, stored, toEnd } from "../../harness/writing.js";

after(leave);

for (const [width, viewport] of [["desktop", DESKTOP], ["phone", PHONE]]) {
  test(`axe finds nothing on what opens above the text, ${width}`, () =>
    withPage({ ...owner, viewport, bypassCSP: true }, async (page) => {
      const found = [];
      const check = async (what) => found.push(...(await findings(page, what)));
      const dialog = (name) => page.getByRole("dialog", { name });
      const close = async (name) => {
        await page.keyboard.press("Escape");
        await dialog(name).waitFor({ state: "detached" });
      };
      const picture = await api.upload(hills(400, 300, 0.4), "dialogs.png", "Hills");
      const { id } = await draft(`Dialogs, ${width}`, `<p>See there.</p>${picture.markup}<table><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table><p>End</p>`);
      const text = await edit(page, id);

      await text.locator("p").first().dblclick({ position: { x: 12, y: 12 } });
      await page.getByRole("toolbar", { name: "Text" }).waitFor();
      await check("text bar");
      await page.keyboard.press("Control+k");
      await dialog("Link").getByRole("combobox").fill("quicksilver");
      await dialog("Link").getByRole("option").first().waitFor();
      await check("link");
      await close("Link");

      await text.locator("figure img").click();
      await page.getByRole("toolbar", { name: "Picture" }).waitFor();
      await check("picture bar");
      await page.getByRole("toolbar", { name: "Picture" }).getByRole("button", { name: /escri/ }).first().click();
      await dialog("Describe the picture").waitFor();
      await check("describing");
      await close("Describe the picture");

      await text.locator("td").first().click();
      await page.getByRole("toolbar", { name: "Table" }).waitFor();
      await check("table bar");

      for (const [typed, option, name] of [["/video", "Video", "Add a video"], ["/library", "From the library", "Choose a picture"]]) {
        await toEnd(page, text);
        await page.keyboard.press("Enter");
        await page.keyboard.type(typed);
        await page.getByRole("option", { name: option }).first().waitFor();
        if (option === "Video") await check("slash menu");
        await page.keyboard.press("Enter");
        await dialog(name).waitFor();
        if (option === "From the library") await dialog(name).locator("img").first().waitFor();
        await check(name);
        await close(name);
      }

      await page.getByLabel("Pictures and videos").setInputFiles({ name: "hills.png", mimeType: "image/png", buffer: hills(600, 400, 0.5) });
      const look = dialog("Add a picture");
      await look.locator("label", { hasText: "Vivid" }).locator("img").waitFor();
      await check("looks");
      await look.getByRole("button", { name: "Use as it is" }).click();
      const words = dialog("Describe the picture");
      await words.getByText(/^Uploaded/).waitFor();
      await check("words");
      await words.getByRole("button", { name: "Cancel" }).click();
      await words.waitFor({ state: "detached" });

      await page.getByRole("button", { name: "Publish", exact: true }).click();
      await dialog("Publish this story").waitFor();
      await check("publish panel");
      await close("Publish this story");
      const details = page.getByRole("complementary", { name: "Details" });
      if (!(await details.isVisible())) await page.getByRole("button", { name: "Details", exact: true }).click();
      await details.getByRole("button", { name: "Make a preview link" }).click();
      await details.getByRole("textbox", { name: "Preview link" }).waitFor();
      await check("details with a preview link");
      if (viewport === PHONE) await details.getByRole("button", { name: "Close the details" }).click();
      await page.getByRole("button", { name: "Preview", exact: true }).click();
      await page.getByTitle("Preview of the page").waitFor();
      await check("preview");
      assert.deepEqual(found, []);
      await api.send("DELETE", `/content/story/${id}`);
    }));
}

test("axe finds nothing where two versions meet, where states are compared, and where a session has ended", () =>
  withPage({ ...refused, bypassCSP: true }, async (page, context) => {
    const found = [];
    const check = async (what) => {
      for (const viewport of [PHONE, DESKTOP]) {
        await page.setViewportSize(viewport);
        found.push(...(await findings(page, what)));
      }
    };
    const { id } = await draft("Versions", "<p>One line.</p><p>The same.</p>");
    const text = await edit(page, id);
    await api.send("PUT", `/content/story/${id}`, { body: "<p>One line. Theirs.</p><p>The same.</p>" });
    await text.locator("p").first().click();
    await page.keyboard.press("End");
    await page.keyboard.type(" Mine.");
    await page.getByRole("heading", { name: "This story was also changed elsewhere" }).waitFor();
    await check("two versions");
    await page.getByRole("button", { name: "Keep mine as a copy" }).click();
    await until("the editor shows the saved one", async () => /Theirs\./.test(await text.innerText().catch(() => "")));

    const revised = await draft("Revised twice", "<p>The scanner saw grey.</p>");
    await api.send("PUT", `/content/story/${revised.id}`, { slug: "revised-twice-again", body: "<p>The scanner saw black.</p>" });
    await page.goto(`/admin/edit/story/${revised.id}/revisions`);
    await page.locator("article ins", { hasText: "black" }).waitFor();
    await check("states compared");
    await page.getByRole("radio", { name: "Side by side" }).check({ force: true });
    await check("states side by side");

    const again = await edit(page, id);
    await toEnd(page, again);
    const cookies = await context.cookies();
    await context.clearCookies();
    await page.keyboard.type(" Without a session.");
    await page.getByRole("dialog", { name: "You have been signed out" }).waitFor();
    await check("signed out");
    await context.addCookies(cookies);
    await until("the save was repeated", async () => (await stored(id)).body.includes("Without a session."));
    assert.deepEqual(found, []);
  }));

test("axe finds nothing on the questions of the library", () =>
  withPage({ ...owner, bypassCSP: true }, async (page) => {
    const picture = await api.upload(hills(400, 300, 0.7), "asked.png", "Asked");
    await page.goto(`/admin/media/${picture.id}`);
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog", { name: "Delete this file?" }).waitFor();
    const found = [];
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport);
      found.push(...(await findings(page, "deleting a file")));
    }
    assert.deepEqual(found, []);
    await api.send("DELETE", `/uploads/${picture.id}`);
  }));
