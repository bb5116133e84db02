/** Words that are typed while something is being saved: they stay, and are saved after it or said to be unsaved. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { leave, until, withPage } from "../../harness/browser.js";
import { RESUME } from "../../harness/resume.js";
import { api, draft, edit, keptHere, refused, saved, stored, toEnd } from "../../harness/writing.js";

after(leave);

/** Holds changes at an address back until they are let go. */
async function hold(page, address) {
  let letGo;
  let held = 0;
  const free = new Promise((done) => (letGo = done));
  await page.route(address, async (route) => {
    if (route.request().method() === "GET") return route.continue();
    held += 1;
    await free;
    await route.continue();
  });
  return { isHeld: () => until("a change is on its way", async () => held > 0), letGo };
}

test("words typed while the settings are saved stay unsaved, and are asked about", () =>
  withPage(refused, async (page) => {
    await page.goto("/admin/settings");
    const footer = page.getByLabel("Line at the foot of every page");
    await footer.fill("Saved first.");
    const change = await hold(page, "**/api/settings");
    await page.getByRole("button", { name: "Save" }).click();
    await change.isHeld();
    await footer.fill("Saved first. Typed meanwhile.");
    change.letGo();
    await until("the first words are saved", async () => (await api.send("GET", "/settings")).footer === "Saved first.");
    await page.getByText("Saved the settings of the site.").waitFor();
    assert.equal(await footer.inputValue(), "Saved first. Typed meanwhile.");
    await page.getByRole("link", { name: "Media" }).first().click();
    await page.getByRole("button", { name: "Stay" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await until("all words are saved", async () => (await api.send("GET", "/settings")).footer === "Saved first. Typed meanwhile.");
    await api.send("PUT", "/settings", { footer: "" });
  }));

test("words typed while a resume is updated stay, and go with the next update", async () => {
  const resume = await api.send("POST", "/resumes", { document: RESUME, title: "Typed meanwhile" });
  const label = async () => (await api.send("GET", `/resumes/${resume.id}`)).document.basics.label;
  await withPage(refused, async (page) => {
    await page.goto(`/admin/resumes/${resume.id}?section=basics`);
    const field = page.getByLabel("Role", { exact: true });
    await field.fill("Keeper");
    const change = await hold(page, `**/api/resumes/${resume.id}`);
    await page.getByRole("button", { name: "Update" }).click();
    await change.isHeld();
    await field.fill("Keeper of tides");
    change.letGo();
    await until("the first words are saved", async () => (await label()) === "Keeper");
    assert.equal(await field.inputValue(), "Keeper of tides");
    await until("it can be updated again", async () => (await page.getByRole("button", { name: "Update" }).getAttribute("aria-disabled")) === null);
    await page.getByRole("button", { name: "Update" }).click();
    await until("all words are saved", async () => (await label()) === "Keeper of tides");
  });
  await api.send("DELETE", `/resumes/${resume.id}`);
});

test("words typed while a decided conflict is saved are saved after it", () =>
  withPage(refused, async (page) => {
    const { id } = await draft("Decided and typed on", "<p>First.</p><p>Second.</p>");
    const text = await edit(page, id);
    await api.send("PUT", `/content/story/${id}`, { body: "<p>First, by others.</p><p>Second.</p>" });
    await toEnd(page, text);
    await page.keyboard.type(" Mine.");
    await page.getByText("2 of 2 chosen").waitFor();
    const change = await hold(page, `**/api/content/story/${id}`);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await change.isHeld();
    await toEnd(page, text);
    await page.keyboard.type(" Typed meanwhile.");
    change.letGo();
    await until("all of it is saved", async () => (await stored(id)).body.includes("Typed meanwhile."));
    await saved(page);
    assert.equal((await stored(id)).body.replaceAll("\n", ""), "<p>First, by others.</p><p>Second. Mine. Typed meanwhile.</p>");
  }));

test("words that meet another version are kept on the device as they are, whatever happens to the window", () =>
  withPage(refused, async (page) => {
    const { id } = await api.item("story", "Met elsewhere", { body: "<p>one</p><p>two</p>" });
    const text = await edit(page, id);
    await toEnd(page, text);
    await page.keyboard.type(" Precious words.");
    await keptHere(page, "Precious words.");
    await api.send("PUT", `/content/story/${id}`, { body: "<p>one of theirs</p><p>two</p>" });
    await page.keyboard.press("Control+s");
    const met = page.getByRole("heading", { name: "This story was also changed elsewhere" });
    await met.waitFor();
    page.on("dialog", (dialog) => void dialog.accept());
    for (const way of ["visibilitychange", "pagehide", "reload"]) {
      if (way === "reload") await page.reload();
      // To another window and back.
      else await page.evaluate((name) => (name === "pagehide" ? window : document).dispatchEvent(new Event(name)), way);
      await met.waitFor();
      await keptHere(page, "Precious words.");
      await page.getByRole("main").getByText("Precious words.").first().waitFor();
    }
    await page.getByRole("button", { name: "Keep mine for all" }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await until("they are saved", async () => (await stored(id)).body.includes("Precious words."));
  }));
