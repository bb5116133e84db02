/** What a model would say otherwise: accepted, edited or dismissed by the owner, and in no text until then. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAccessible } from "../../harness/axe.js";
import { until } from "../../harness/browser.js";
import { JOB } from "../../harness/resume.js";
import { startTailored } from "../../harness/tailored.js";
import { undo } from "../../harness/toasts.js";

let started, model, server, page, result, api;

before(async () => {
  started = await startTailored();
  ({ model, server, api, page, result } = started);
  assert.ok(result.proposals.length >= 3, `the model proposes ${result.proposals.length}`);
  await page.goto(`/admin/tailor/${result.id}`);
});
after(() => started?.stop());

const kept = () => api.send("GET", `/tailorings/${result.id}`);
const rail = () => page.getByRole("complementary", { name: "Sources and proposals" });
const proposal = (words) => rail().getByRole("article").filter({ hasText: words });
const exported = async () => (await fetch(`${server.origin}/tailorings/${result.id}/resume.md`, { headers: { authorization: `Bearer ${api.token}` } })).text();

test("no proposal is in the text, and axe finds nothing beside them", async () => {
  await proposal("tide gauges online").first().waitFor();
  assert.ok(!(await exported()).includes("Carefully"));
  assert.equal(await page.locator("main ul .text", { hasText: "Carefully" }).count(), 0);
  await page.getByRole("button", { name: /Kept ninety tide gauges/ }).first().click();
  await assertAccessible(page, "proposals");
});

test("an accepted one takes its line's place and is approved", async () => {
  await proposal("tide gauges online").getByRole("button", { name: "Accept" }).click();
  const line = page.getByRole("button", { name: /^Carefully kept ninety tide gauges/ });
  await line.waitFor();
  await until("the focus goes to the line", () => page.evaluate(() => document.activeElement.closest("li")?.id.startsWith("line-") === true));
  // Taken back, it is as if nothing had been.
  await undo(page, "Accepted.");
  await proposal("tide gauges online").waitFor();
  assert.equal(await line.count(), 0);
  assert.ok(!(await exported()).includes("Carefully"));
  assert.equal((await api.send("GET", "/voice/feedback")).total, 0);
  await proposal("tide gauges online").getByRole("button", { name: "Accept" }).click();
  await line.waitFor();
  const { statements } = await kept();
  assert.equal(statements.find(({ text }) => text.startsWith("Carefully kept")).kind, "approved");
  assert.match(await exported(), /Carefully kept ninety tide gauges/);
});

test("an edited one is saved as the owner's own wording of its source", async () => {
  const one = proposal("wrote the tide tables");
  await one.getByRole("button", { name: "Edit" }).click();
  await rail().getByLabel("Your wording").fill("Wrote the tide tables of eleven harbours by hand.");
  await rail().getByRole("button", { name: "Keep as mine" }).click();
  await until("it is kept", async () => {
    const { items } = await api.send("GET", "/voice/feedback?feedback_type=edited");
    return items.some(({ final_text, source_text }) => final_text === "Wrote the tide tables of eleven harbours by hand." && source_text === "Wrote the tide tables of eleven harbours.");
  });
});

test("a dismissed one leaves the rail, also after a reload, and comes back by Undo; all of it by letters", async () => {
  await page.locator("main h1, h1").first().click();
  await page.keyboard.press("j");
  await until("its line is chosen", () => page.evaluate(() => /^Trained eleven/.test(document.activeElement.textContent.trim())));
  await page.keyboard.press("x");
  await until("it is gone", async () => (await proposal("trained eleven volunteers").count()) === 0);
  await undo(page, "Proposal dismissed.");
  await proposal("trained eleven volunteers").waitFor();
  await page.keyboard.press("k");
  await page.keyboard.press("e");
  await rail().getByLabel("Your wording").press("Escape");
  await proposal("trained eleven volunteers").getByRole("button", { name: "Dismiss" }).click();
  await until("it is gone again", async () => (await proposal("trained eleven volunteers").count()) === 0);
  await page.reload();
  await page.getByText("Nothing waits for you").waitFor();
  assert.equal(await proposal("trained eleven volunteers").count(), 0);
  assert.ok(!(await exported()).includes("trained eleven volunteers"));
});

test("a tailoring that is stopped ends at the model, too, and leaves nothing", async () => {
  const kept = async () => (await api.send("GET", "/tailorings")).total;
  const before = await kept();
  const held = model.hold();
  await page.goto("/admin/tailor");
  await page.getByLabel("The job").fill(JOB);
  await page.getByRole("button", { name: "Tailor", exact: true }).click();
  await held.asked;
  await page.getByRole("heading", { name: "Choose lines" }).waitFor();
  await page.getByRole("heading", { name: "What the job asks for" }).waitFor();
  await assertAccessible(page, "at work");
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("Stopped. Nothing was kept of it.").waitFor();
  await held.dropped;
  held.release();
  assert.equal(await kept(), before);
  // The place is free again.
  await page.getByRole("button", { name: "Tailor", exact: true }).click();
  await page.waitForURL(/\/admin\/tailor\/[0-9a-f-]{36}$/);
  assert.equal(await kept(), before + 1);
});
