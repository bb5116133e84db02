/** The frame of the admin area: who may come in, ways through it, the palette, sessions that end, axe. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Api } from "../../harness/api.js";
import { findings } from "../../harness/axe.js";
import { DESKTOP, leave, PHONE, site, until, withPage } from "../../harness/browser.js";
import { undo } from "../../harness/toasts.js";

after(leave);
const api = new Api(site.origin, site.token);

test("a visitor is asked to sign in and will come back to the address asked for", () =>
  withPage({ expected: (message) => /401/.test(message.text()) }, async (page) => {
    const answer = await page.goto("/admin/sections?x=1");
    assert.equal(answer.status(), 401);
    const link = page.getByRole("main").getByRole("link", { name: "Sign in" });
    assert.equal(await link.getAttribute("href"), "/auth/login?return_to=/admin/sections?x=1");
  }));

test("the page holds its policy: no inline code, Trusted Types, nothing from elsewhere", () =>
  // What the test tries is written to the console by the browser.
  withPage({ signedIn: true, expected: (message) => /TrustedHTML/.test(message.text()) }, async (page) => {
    const answer = await page.goto("/admin");
    const policy = answer.headers()["content-security-policy"];
    assert.match(policy, /require-trusted-types-for 'script'/);
    assert.doesNotMatch(policy, /unsafe/);
    await page.getByRole("heading", { name: "Needs attention" }).waitFor();
    const refused = await page.evaluate(() => {
      try {
        document.createElement("div").innerHTML = "<b>x</b>";
        return false;
      } catch {
        return true;
      }
    });
    assert.equal(refused, true);
    assert.equal(await page.locator("[style*=color]").count(), 0);
  }));

test("addresses of screens can be loaded, gone back to and shared", () =>
  withPage({ signedIn: true }, async (page) => {
    await page.goto("/admin/navigation");
    await page.getByRole("heading", { name: "Navigation", level: 1 }).waitFor();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();
    await page.getByRole("heading", { name: "Needs attention" }).waitFor();
    assert.equal(await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).getAttribute("aria-current"), "page");
    await page.goBack();
    await page.getByRole("heading", { name: "Navigation", level: 1 }).waitFor();
    assert.match(await page.title(), /Navigation – /);
    await page.goto("/admin/no/such/screen");
    await page.getByText("There is no such screen").waitFor();
  }));

test("the palette opens by keys, finds a section, and goes there", () =>
  withPage({ signedIn: true }, async (page) => {
    await page.goto("/admin");
    await page.getByRole("tree", { name: "Sections" }).getByRole("treeitem", { name: "Projects" }).waitFor();
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: "Search or jump to" });
    await field.fill("proje");
    await page.getByRole("option", { name: /^Projects/ }).waitFor();
    const titles = await page.getByRole("option").allInnerTexts();
    const at = titles.findIndex((text) => text.startsWith("Projects"));
    for (let step = 0; step < at; step += 1) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/admin/sections/*");
    await field.waitFor({ state: "detached" });
  }));

test("the palette begins a story with the words that were typed, and its text is written at once", () =>
  withPage({ signedIn: true }, async (page) => {
    await page.goto("/admin");
    await page.getByRole("heading", { name: "Needs attention" }).waitFor();
    await page.keyboard.press("Control+k");
    const title = "Ferries & fog: a 50 % story?";
    await page.getByRole("combobox", { name: "Search or jump to" }).fill(title);
    await page.getByRole("option", { name: `New story titled “${title}”` }).click();
    const field = page.getByRole("textbox", { name: "Title" });
    await field.waitFor();
    assert.equal(await field.inputValue(), title);
    const text = page.getByRole("textbox", { name: "Text", exact: true });
    await until("the text has the focus", () => text.evaluate((element) => element === document.activeElement));
    await page.keyboard.type("It begins.");
    await page.waitForURL(/\/admin\/edit\/story\/[0-9a-f-]{36}$/);
    const id = page.url().split("/").at(-1);
    assert.equal((await api.send("GET", `/content/story/${id}`)).title, title);
    await api.send("DELETE", `/content/story/${id}`);
  }));

test("the list of shortcuts opens by a question mark, and letters can be switched off", () =>
  withPage({ signedIn: true }, async (page) => {
    await page.goto("/admin");
    await page.getByRole("heading", { name: "Needs attention" }).waitFor();
    await page.keyboard.press("?");
    const dialog = page.getByRole("dialog", { name: "Shortcuts" });
    await dialog.getByRole("searchbox", { name: "Filter shortcuts" }).fill("child");
    await until("only what was looked for is left", async () => (await dialog.locator("dt").count()) === 1);
    await dialog.getByRole("switch", { name: "Single-letter shortcuts" }).uncheck();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.keyboard.press("?");
    assert.equal(await dialog.count(), 0);
  }));

test("a session that ends asks over the page, and what was being done is repeated", async () => {
  await withPage({ signedIn: true, expected: (message) => /401/.test(message.text()) }, async (page, context) => {
    await page.goto("/admin/navigation");
    await page.getByRole("button", { name: "Add link" }).click();
    await page.getByLabel("Words").fill("After the session");
    await page.getByLabel("Address").fill("https://example.org/after");
    const cookies = await context.cookies();
    await context.clearCookies();
    await page.getByRole("button", { name: "Add this link" }).click();
    const dialog = page.getByRole("dialog", { name: "You have been signed out" });
    await dialog.waitFor();
    assert.equal(await page.getByLabel("Words").inputValue(), "After the session");
    // Somebody signs in in another window.
    await context.addCookies(cookies);
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Actions for After the session" }).waitFor();
    const { items } = await api.send("GET", "/navlinks?limit=100");
    const added = items.filter(({ title }) => title === "After the session");
    assert.equal(added.length, 1);
    await api.send("DELETE", `/navlinks/${added[0].id}`);
  });
});

test("links of the menu are added, moved by keys, refused with the service's words, removed and put back", () =>
  withPage({ signedIn: true, expected: (message) => /422/.test(message.text()) }, async (page) => {
    await page.goto("/admin/navigation");
    const titles = async () => (await api.send("GET", "/navlinks?limit=100")).items.map(({ title }) => title);
    await page.getByRole("button", { name: "Add link" }).click();
    await page.getByLabel("Words").fill("A new link");
    await page.getByLabel("Address").fill("javascript:alert(1)");
    await page.getByRole("button", { name: "Add this link" }).click();
    await page.getByText(/^Address must/).waitFor();
    await page.getByLabel("Address").fill("/feed.xml");
    await page.getByRole("button", { name: "Add this link" }).click();
    await page.getByRole("button", { name: "Move A new link" }).focus();
    await page.keyboard.press("Alt+ArrowUp");
    await until("it is not the last any more", async () => (await titles()).at(-1) !== "A new link" && (await titles()).includes("A new link"));
    await page.getByRole("button", { name: "Actions for A new link" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await until("it is gone", async () => !(await titles()).includes("A new link"));
    await undo(page, "Removed A new link.");
    await until("it is back", async () => (await titles()).includes("A new link"));
    const { items } = await api.send("GET", "/navlinks?limit=100");
    await api.send("DELETE", `/navlinks/${items.find(({ title }) => title === "A new link").id}`);
  }));

test("administrators find edit, new and drafts on public pages, visitors do not", async () => {
  await withPage({ signedIn: true }, async (page) => {
    await page.goto("/writing");
    const links = page.getByRole("navigation", { name: "Admin" }).getByRole("link");
    assert.deepEqual(await links.allTextContents(), ["Edit section", "New here", "Drafts"]);
    await links.first().click();
    await page.getByRole("heading", { name: "Writing", level: 1 }).waitFor();
    assert.match(page.url(), /\/admin\/sections\//);
    const bar = page.getByRole("navigation", { name: "Admin" });

    await page.goto(site.made.plain);
    await bar.getByRole("link", { name: "Edit story" }).click();
    await page.getByRole("textbox", { name: "Title" }).waitFor();
    assert.equal(await page.getByRole("textbox", { name: "Title" }).inputValue(), "A second look at quicksilver");

    await page.goto("/writing/walks");
    await bar.getByRole("link", { name: "New here" }).click();
    await page.getByRole("textbox", { name: "Title" }).waitFor();
    await until("it will be in the same section", async () => /Walks/.test(await page.getByLabel("Section", { exact: true }).locator("option:checked").innerText()));

    await page.goto("/writing");
    await api.item("story", "One more draft", { is_published: false });
    await bar.getByRole("link", { name: "Drafts" }).click();
    // Other tests leave drafts, too: an old one may be on a later page of the list.
    await page.getByRole("link", { name: /A secret about xylophones|One more draft/ }).first().waitFor();
    assert.equal(await page.getByRole("link", { name: "Day 7", exact: true }).count(), 0, "only drafts are listed");
  });
  await withPage({}, async (page) => {
    await page.goto("/writing");
    assert.equal(await page.getByRole("navigation", { name: "Admin" }).count(), 0);
  });
});

for (const [width, viewport] of [["desktop", DESKTOP], ["phone", PHONE]]) {
  test(`axe finds nothing on the screens and dialogs of the frame, light and dark, ${width}`, () =>
    withPage({ signedIn: true, viewport }, async (page) => {
      const check = async (what) => assert.deepEqual(await findings(page, what, ["best-practice"]), []);
      await page.goto("/admin");
      await page.getByRole("heading", { name: "Needs attention" }).waitFor();
      await check("home");
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox").fill("wri");
      await page.getByRole("option").first().waitFor();
      await check("palette");
      await page.keyboard.press("Escape");
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Shortcuts" }).waitFor();
      await check("shortcuts");
      await page.keyboard.press("Escape");
      await page.goto("/admin/sections");
      const row = page.getByRole("treeitem", { name: "Writing", exact: true });
      await row.waitFor();
      await check("sections");
      const menu = page.getByRole("menu");
      const open = async () => {
        await row.focus();
        await page.keyboard.press("Shift+F10");
        await menu.waitFor();
      };
      await open();
      await check("menu");
      for (const [entry, dialog] of [["Edit Settings", "Section settings"], ["Add Child Section", "Add child section"], ["Move into…", "Move Writing into"], ["Delete", "Delete Writing"]]) {
        if ((await menu.count()) === 0) await open();
        await menu.getByRole("menuitem", { name: entry }).click();
        await page.getByRole("dialog", { name: dialog }).waitFor();
        if (entry === "Edit Settings") await page.getByRole("dialog").getByLabel("Title").waitFor();
        await check(dialog);
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "detached" });
      }
      await page.goto("/admin/navigation");
      await page.getByRole("button", { name: "Add link" }).click();
      await page.getByLabel("Words").waitFor();
      await check("navigation");
      await page.goto("/admin/more");
      await page.getByRole("heading", { name: "More", level: 1 }).waitFor();
      await check("more");
    }));
}
