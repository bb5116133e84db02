/** A tree of five thousand sections on a real database. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Api } from "../../harness/api.js";
import { leave, openAsOwner, until } from "../../harness/browser.js";
import { startLargeServer } from "../../harness/large.js";

const [COUNT, ROOTS, ROW] = [5000, 50, 30];
let server, api, page, tree;
const asked = [];
const row = (number) => tree.getByRole("treeitem", { name: `Section ${number}`, exact: true });

before(async () => {
  server = await startLargeServer(COUNT, ROOTS);
  api = new Api(server.origin, await server.command("token", "create", "--role", "admin"));
  page = await openAsOwner(server, { patience: 60_000 });
  tree = page.getByRole("tree", { name: "Sections" });
  // Everything open from the start: the most there is to draw.
  const { items } = await api.send("GET", `/sections?parent_id=root&limit=100&include_unpublished=true`);
  await page.evaluate((ids) => localStorage.setItem("folia-admin-open-sections", JSON.stringify(ids)), items.map(({ id }) => id));
  page.on("request", (request) => request.url().includes("/api/sections?") && asked.push(request.url()));
  await page.goto("/admin/sections");
  await row(0).waitFor();
});
after(async () => {
  await page?.context().close();
  await server?.stop();
  await leave();
});

/** The most rows that were on the page at once while something was done. */
async function mostRows(act) {
  await page.evaluate(() => {
    const count = () => (window.mostRows = Math.max(window.mostRows, document.querySelectorAll("[role=treeitem]").length));
    window.mostRows = 0;
    window.rowsWatched = new MutationObserver(count);
    window.rowsWatched.observe(document.querySelector("[role=tree]"), { childList: true });
    count();
  });
  await act();
  return page.evaluate(() => (window.rowsWatched.disconnect(), window.mostRows));
}

test("all pages of the list are followed, and only the rows in sight are drawn", async () => {
  await until("all pages were asked for", () => asked.length >= COUNT / 100);
  assert.equal(asked.length, COUNT / 100);
  assert.equal(await tree.evaluate((element) => element.getBoundingClientRect().height), COUNT * ROW);
  const most = await mostRows(async () => {
    for (let part = 1; part <= 10; part += 1) {
      await tree.evaluate((element, share) => (element.parentElement.scrollTop = element.clientHeight * share), part / 10);
      await until("rows are there", async () => (await tree.getByRole("treeitem").count()) > 10);
    }
  });
  assert.ok(most < 120, `${most} rows were drawn`);
});

test("the filter finds among all of them, and End goes to the last", async () => {
  const filter = page.getByRole("searchbox", { name: "Filter sections" });
  const most = await mostRows(async () => {
    await filter.fill("section 4321");
    await row(4321).waitFor();
    await until("what it is in stays, and nothing else", async () => (await tree.getByRole("treeitem").count()) === 2);
    await filter.fill("");
  });
  assert.ok(most < 120, `${most} rows were drawn`);
  await row(0).focus();
  await page.keyboard.press("End");
  await until("the last row has the focus", () => page.evaluate((name) => document.activeElement?.getAttribute("aria-label") === name, `Section ${COUNT - 1}`));
});

test("a section is moved by keys, and the database has it there", async () => {
  await page.keyboard.press("Home");
  await until("the first row has the focus", () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") === "Section 0"));
  await page.keyboard.press("Alt+ArrowDown");
  await until("it is behind the second", async () => {
    const { items } = await api.send("GET", `/sections?parent_id=root&limit=100&include_unpublished=true`);
    return items.findIndex(({ title }) => title === "Section 0") === 1;
  });
  await page.getByText("Moved Section 0").first().waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await until("it is the first again", async () => (await api.send("GET", `/sections?parent_id=root&limit=1&include_unpublished=true`)).items[0].title === "Section 0");
});
