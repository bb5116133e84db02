/** What happens to a result while it is worked on: the session ends, and another window words the same line. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { until } from "../../harness/browser.js";
import { JOB } from "../../harness/resume.js";
import { startTailored } from "../../harness/tailored.js";

let started, page, result, api;

before(async () => {
  started = await startTailored();
  ({ api, page, result } = started);
});
after(() => started?.stop());

const kept = () => api.send("GET", `/tailorings/${result.id}`);
const signedOut = (on) => on.getByRole("dialog", { name: "You have been signed out" });
async function edit(on, line, words) {
  await on.getByRole("button", { name: line }).first().dblclick();
  await on.getByLabel("Your wording").fill(words);
  await on.getByRole("button", { name: "Save line" }).click();
}

test("a session that ends before a job is tailored, and before a line is saved, asks to sign in over the page, and the work goes on", async () => {
  const context = page.context();
  await page.goto("/admin/tailor");
  await page.getByLabel("The job").fill(JOB);
  const cookies = await context.cookies();
  await context.clearCookies();
  await page.getByRole("button", { name: "Tailor", exact: true }).click();
  await signedOut(page).waitFor();
  assert.equal((await api.send("GET", "/tailorings")).total, 1, "nothing was made without a session");
  await context.addCookies(cookies);
  await page.waitForURL(/\/admin\/tailor\/[0-9a-f-]{36}$/);
  const own = page.url().split("/").at(-1);

  await page.getByRole("button", { name: /Kept ninety tide gauges/ }).first().waitFor();
  await context.clearCookies();
  await edit(page, /Kept ninety tide gauges/, "Kept ninety tide gauges online at all hours.");
  await signedOut(page).waitFor();
  await context.addCookies(cookies);
  await page.getByText("Saved as your wording").waitFor();
  await signedOut(page).waitFor({ state: "detached" });
  const { statements } = await api.send("GET", `/tailorings/${own}`);
  assert.ok(statements.some(({ text }) => text === "Kept ninety tide gauges online at all hours."));
});

test("a line that another window has worded meanwhile is shown before it is written over, and the words that were typed stay", async () => {
  const other = await page.context().newPage();
  for (const each of [page, other]) {
    await each.goto(`/admin/tailor/${result.id}`);
    await each.getByRole("button", { name: /Wrote the tide tables/ }).first().waitFor();
  }
  await edit(other, /Wrote the tide tables/, "Wrote the tide tables of eleven harbours, by hand.");
  await other.getByText("Saved as your wording").waitFor();
  await edit(page, /Wrote the tide tables/, "Wrote and checked the tide tables.");
  await page.getByRole("alert").filter({ hasText: "Not saved." }).waitFor();
  assert.ok((await kept()).statements.some(({ text }) => text.endsWith("by hand.")), "nothing was written over");
  assert.equal(await page.getByLabel("Your wording").inputValue(), "Wrote and checked the tide tables.");
  await page.locator("main").getByText("by hand").first().waitFor();
  await page.getByRole("button", { name: "Save line" }).click();
  await until("who has seen them writes over them", async () => (await kept()).statements.some(({ text }) => text === "Wrote and checked the tide tables."));
  await other.close();
});

test("a line whose source is gone is called unsupported, says why, and is in nothing that is exported", async () => {
  const fresh = await api.send("POST", "/tailor", { job_description: JOB.trim(), threshold: 0, max_attempts: 1 });
  const { items } = await api.send("GET", "/resumes");
  const { document } = await api.send("GET", `/resumes/${items[0].id}`);
  const { text: line, source = line } = fresh.statements.find(({ path }) => path.includes("/highlights/"));
  const left = structuredClone(document);
  for (const entry of left.work) entry.highlights = entry.highlights?.filter((text) => text !== source);
  await api.send("PUT", `/resumes/${items[0].id}`, { document: left });
  await page.goto(`/admin/tailor/${fresh.id}`);
  await page.getByRole("button", { name: "1 unsupported" }).click();
  const shown = page.locator("main li").filter({ hasText: line });
  await shown.getByText("unsupported").waitFor();
  await shown.getByRole("button").first().click();
  await page.getByText("It is left out of everything you export.").first().waitFor();
  const text = await (await fetch(`${started.server.origin}/tailorings/${fresh.id}/resume.txt`, { headers: { authorization: `Bearer ${api.token}` } })).text();
  assert.ok(text.length > 100 && !text.includes(line.slice(0, 20)), text);
  await api.send("PUT", `/resumes/${items[0].id}`, { document });
});
