/** Devices with a wrong clock, and such that keep nothing: what is public stays as it is, and nobody is told that words are safe. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { leave, site, until, withPage } from "../../harness/browser.js";
import { hills } from "../../harness/pictures.js";
import { api, draft, edit, keptHere, refused, stored, toEnd } from "../../harness/writing.js";

after(leave);
const unsaved = (page, words) => page.getByRole("status").filter({ hasText: words });

test("on a device whose clock is behind, what was published waits for its button", () =>
  withPage(refused, async (page) => {
    const { id } = await draft("Behind the times", "<p>Public words.</p>");
    await page.addInitScript(() => {
      const Real = Date;
      const behind = () => Real.now() - 3_600_000;
      globalThis.Date = class extends Real {
        constructor(...given) {
          super(...(given.length === 0 ? [behind()] : given));
        }
        static now() {
          return behind();
        }
      };
    });
    const text = await edit(page, id);
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("button", { name: "Publish now" }).click();
    await page.getByText("Published", { exact: true }).first().waitFor();
    await toEnd(page, text);
    await page.keyboard.type(" Half typed.");
    await keptHere(page, "Half typed.");
    await unsaved(page, "Unsaved changes, kept on this device").waitFor();
    assert.doesNotMatch((await stored(id)).body, /Half typed/);
    const { path } = await stored(id);
    assert.doesNotMatch(await (await fetch(`${site.origin}/${path}`)).text(), /Half typed/);
  }));

/** In the page, before anything runs: a store of this kind. */
const STORES = {
  refuses: () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("not here", "SecurityError");
    };
  },
  "is full": () => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("no room", "QuotaExceededError");
    };
  },
  "never answers": () => {
    IDBFactory.prototype.open = () => new EventTarget();
  },
};

for (const [kind, make] of Object.entries(STORES)) {
  test(`a device that ${kind}: texts are opened and saved all the same, and words that nobody keeps are not called safe`, () =>
    withPage(refused, async (page) => {
      await page.addInitScript(make);
      const hidden = await draft(`Draft where the device ${kind}`, "<p>Draft.</p>");
      await toEnd(page, await edit(page, hidden.id));
      await page.keyboard.type(" Saved there.");
      await until("the server has it", async () => (await stored(hidden.id)).body.includes("Saved there."));
      const { id } = await api.item("story", `Public where the device ${kind}`, { body: "<p>Public.</p>" });
      await toEnd(page, await edit(page, id));
      await page.keyboard.type(" Nowhere yet.");
      await unsaved(page, "Unsaved changes, not kept on this device").waitFor();
      await page.getByRole("link", { name: "Media" }).first().click();
      const question = page.getByRole("dialog", { name: "Leave with unsaved changes?" });
      await question.getByText("they are gone when you leave").waitFor();
      await question.getByRole("button", { name: "Stay" }).click();
      await page.getByRole("button", { name: "Update", exact: true }).click();
      await until("it is saved", async () => (await stored(id)).body.includes("Nowhere yet."));
    }));
}

test("a cover that was chosen here keeps its own description where two versions meet", () =>
  withPage(refused, async (page) => {
    const [first, second] = [await api.upload(hills(300, 200, 0.1), "first.png", "The first one"), await api.upload(hills(300, 200, 0.9), "second.png", "The second one")];
    const { id } = await api.item("story", "Two covers", { body: "<p>One.</p>", image_url: first.url, image_alt: "The first one" });
    await edit(page, id);
    const details = page.getByRole("complementary", { name: "Details" });
    await details.getByRole("button", { name: "Choose another" }).click();
    await page.getByRole("dialog", { name: "Choose a picture" }).getByRole("button", { name: /The second one|second/ }).first().click();
    await unsaved(page, "Unsaved changes").waitFor();
    await api.send("PUT", `/content/story/${id}`, { body: "<p>One of theirs.</p>" });
    await page.getByRole("button", { name: "Update", exact: true }).click();
    const save = page.getByRole("button", { name: "Save", exact: true });
    // Both changes go together: either nobody is asked, or nothing is left to choose.
    await until("both are there", async () => {
      if ((await save.count()) > 0) await save.click().catch(() => undefined);
      const { image_url, body } = await stored(id);
      return image_url === second.url && body.includes("One of theirs.");
    });
    assert.equal((await stored(id)).image_alt, "The second one");
  }));
