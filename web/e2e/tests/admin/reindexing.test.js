/** Long work on the memory: seen from any visit, and stopped, while searches go on. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Api } from "../../harness/api.js";
import { assertAccessible } from "../../harness/axe.js";
import { leave, openAsOwner, until } from "../../harness/browser.js";
import { startEmbedding } from "../../harness/embedding.js";
import { startServer } from "../../harness/server.js";

const CHUNKS = 70;
let embedding, server, api, page;
const index = () => api.send("GET", "/content/index");

before(async () => {
  embedding = await startEmbedding();
  server = await startServer({ FOLIA_EMBEDDING__URL: embedding.url });
  api = new Api(server.origin, await server.command("token", "create", "--role", "admin"));
  for (let number = 1; number <= CHUNKS; number++) {
    await api.send("POST", "/content/chunks", { text: `Kept gauge ${number} online.`, source: "opinion", chunk_type: "achievement", purpose: ["facts"] });
  }
  await until("all are indexed", async () => (await index()).indexed === CHUNKS, 120_000);
  page = await openAsOwner(server);
});
after(async () => {
  await page?.context().close();
  await server?.stop();
  await embedding?.stop();
  await leave();
});

test("a re-indexing that nobody's page has begun is seen, and stopped; searches never notice", async () => {
  const release = embedding.hold();
  await api.send("POST", "/content/reindex", {});
  await until("it is at work", async () => (await index()).pending === CHUNKS);
  await page.goto("/admin/memory");
  await page.getByText(`Indexing ${CHUNKS} chunks again`).waitFor();
  const bar = page.getByRole("progressbar", { name: "Indexing" });
  assert.equal(await bar.getAttribute("value"), "0");
  assert.equal(await page.getByRole("button", { name: "Re-index" }).getAttribute("aria-disabled"), "true");
  await assertAccessible(page, "indexing again");
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText(`Stopped. 0 of ${CHUNKS} chunks have new vectors; the others keep theirs.`).waitFor();
  await bar.waitFor({ state: "detached" });
  const { rebuilding, indexed, pending } = await index();
  assert.deepEqual({ rebuilding, indexed, pending }, { rebuilding: false, indexed: CHUNKS, pending: 0 });
  release();
  const found = await api.send("POST", "/content/search-preview", { query: "gauge", mode: "vector" });
  assert.ok(found.total > 0);
});

test("it is begun and stopped from the page, and begun anew it comes to its end", async () => {
  const release = embedding.hold();
  await page.goto("/admin/memory");
  const begin = async () => {
    await page.getByRole("button", { name: "Re-index" }).click();
    await page.getByRole("menuitem", { name: "Only opinion" }).click();
    await page.getByRole("progressbar", { name: "Indexing" }).waitFor();
  };
  await begin();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText(/^Stopped\./).waitFor();
  await until("nothing is at work", async () => !(await index()).rebuilding);
  release();
  await begin();
  await page.getByRole("progressbar", { name: "Indexing" }).waitFor({ state: "detached" });
  await until("all are indexed", async () => { const now = await index(); return now.indexed === CHUNKS && !now.rebuilding; });
});

test("work on several chunks tells how far it is, and stops after the one it is at", async () => {
  await page.goto("/admin/memory/chunks?size=25");
  const before = (await api.send("GET", "/content/chunks?limit=1")).total;
  let held;
  await page.route("**/content/chunks/*", async (route) => {
    if (route.request().method() !== "DELETE") return route.continue();
    await new Promise((go) => (held = go));
    await route.continue();
  });
  await page.getByRole("checkbox", { name: "Choose all on this page" }).check();
  await page.getByText("25 chosen:").waitFor();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog", { name: "Delete these 25 chunks?" }).getByRole("button", { name: "Delete" }).click();
  await page.getByText("0 of 25", { exact: true }).waitFor();
  await until("the first is on its way", () => held !== undefined);
  await page.getByRole("button", { name: "Stop" }).click();
  held();
  await page.getByText("Stopped. Deleted 1 chunk.").waitFor();
  assert.equal((await api.send("GET", "/content/chunks?limit=1")).total, before - 1);
});
