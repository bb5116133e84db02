/** One's own words about a result: whatever is looked at meanwhile, none is lost, sent twice or put elsewhere. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { until } from "../../harness/browser.js";
import { JOB } from "../../harness/resume.js";
import { startTailored } from "../../harness/tailored.js";

const ASKED = `${JOB.trim()}\n\nRequirements\n- You have flown to the moon\n- You have dived to the bottom of the sea\n`;
let started, page, result, api;

before(async () => {
  started = await startTailored(ASKED.trim());
  ({ api, page, result } = started);
});
after(() => started?.stop());

const rail = () => page.getByRole("complementary", { name: "Sources and proposals" });
const line = (words) => page.getByRole("button", { name: words }).first();
const question = () => page.getByRole("dialog", { name: "Leave without saving?" });
const flags = async () => (await api.send("GET", "/voice/feedback?feedback_type=flagged&limit=500")).items;
async function open(view = "") {
  await page.goto(`/admin/tailor/${result.id}${view}`);
  await line(/Kept ninety/).waitFor();
}

test("sentences about two gaps stay while the other one and the job's text are looked at, and leaving asks", async () => {
  await open();
  await page.getByRole("button", { name: /^Add a fact for .*moon/ }).click();
  await page.getByLabel(/Have you done this/).fill("Flown there in 2019.");
  await page.getByRole("button", { name: /^Add a fact for .*sea/ }).click();
  await page.getByLabel(/Have you done this/).fill("Dived there in 2020.");
  await page.getByText("Job text", { exact: true }).click();
  await page.getByText("Requirements", { exact: true }).first().click();
  assert.equal(await page.getByLabel(/Have you done this/).inputValue(), "Dived there in 2020.");
  await page.getByRole("button", { name: /^Go on with the fact for .*moon/ }).click();
  assert.equal(await page.getByLabel(/Have you done this/).inputValue(), "Flown there in 2019.");
  await page.getByRole("link", { name: "Media" }).first().click();
  await question().getByRole("button", { name: "Stay" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: /^Go on with the fact for .*sea/ }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
});

test("a gap that one has not is kept beside those that were said in another window", async () => {
  await open();
  await api.send("PUT", `/tailorings/${result.id}`, { lacking: ["You have dived to the bottom of the sea"] }).catch(() => undefined);
  await page.getByRole("button", { name: /^Add a fact for .*moon/ }).click();
  await page.getByRole("button", { name: "I have not" }).click();
  await page.getByText("Kept as a gap.").waitFor();
  const { lacking } = await api.send("GET", `/tailorings/${result.id}`);
  assert.equal(lacking.length, 2, JSON.stringify(lacking));
});

test("one's own wording of a proposal stays when its line is chosen and in other views, and leaving asks", async () => {
  await open();
  const proposal = rail().getByRole("article").filter({ hasText: "tide gauges online" });
  await proposal.getByRole("button", { name: "Edit" }).click();
  await rail().getByRole("textbox", { name: "Your wording" }).fill("Precious wording.");
  await line(/Kept ninety tide gauges/).click();
  await rail().getByRole("button", { name: "Go on with your wording" }).click();
  assert.equal(await rail().getByRole("textbox", { name: "Your wording" }).inputValue(), "Precious wording.");
  await page.getByText("Side by side", { exact: true }).click();
  await page.getByText("Lines", { exact: true }).click();
  assert.equal(await rail().getByRole("textbox", { name: "Your wording" }).inputValue(), "Precious wording.");
  await page.getByRole("link", { name: "Media" }).first().click();
  await question().getByRole("button", { name: "Leave" }).click();
  await page.waitForURL(/\/media$/);
});

test("words for a line stay when another is chosen, leaving asks, and what is typed on while they are saved stays, too", async () => {
  await open();
  await line(/Kept ninety tide gauges/).dblclick();
  const field = page.getByLabel("Your wording");
  await field.fill("Kept ninety-one tide gauges.");
  await line(/Wrote the tide tables/).click();
  await page.getByRole("link", { name: "Media" }).first().click();
  await question().getByRole("button", { name: "Stay" }).click();
  await line(/Kept ninety tide gauges/).dblclick();
  assert.equal(await field.inputValue(), "Kept ninety-one tide gauges.");
  let letGo;
  const free = new Promise((done) => (letGo = done));
  await page.route(`**/api/tailorings/${result.id}`, async (route) => {
    if (route.request().method() === "PUT") await free;
    await route.continue();
  });
  await page.getByRole("button", { name: "Save line" }).click();
  await field.press("End");
  await page.keyboard.type(" And more.");
  letGo();
  await page.getByText("Saved as your wording").waitFor();
  assert.equal(await field.inputValue(), "Kept ninety-one tide gauges. And more.");
  await page.unroute(`**/api/tailorings/${result.id}`);
  await page.getByRole("button", { name: "Cancel" }).click();
  await line(/Kept ninety-one tide gauges\./).waitFor();
});

test("a flag is about the line it was opened for, and kept once however its answer is lost", async () => {
  await open();
  await line(/Wrote the tide tables/).click();
  await page.getByRole("button", { name: "Flag", exact: true }).click();
  const note = page.getByLabel(/What is wrong with “Wrote the tide tables/);
  await note.fill("It was ten harbours.");
  await line(/Kept ninety-one tide gauges/).click();
  let lost = 0;
  await page.route("**/api/voice/feedback", async (route) => {
    if (route.request().method() !== "POST" || lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    await route.abort("connectionreset");
  });
  await page.getByRole("button", { name: "Save flag" }).click();
  await page.getByText("Not saved.").waitFor();
  // The list that is read after it does not come: the flag is saved all the same.
  await page.route("**/api/voice/feedback?*", (route) => route.abort("connectionreset"));
  await page.getByRole("button", { name: "Save flag" }).click();
  await page.getByText("Flagged, with your note.").waitFor();
  await page.unroute("**/api/voice/feedback?*");
  const found = await flags();
  assert.equal(found.length, 1);
  assert.match(found[0].original_text, /^Wrote the tide tables/);
});

test("approved, then a line written anew, then rejected: nothing approved is left of it", async () => {
  await open();
  const [approve, reject] = ["Approve", "Reject"].map((name) => page.getByRole("button", { name, exact: true }));
  await approve.click();
  await page.getByText(/saved as examples of your voice/).waitFor();
  await line(/Wrote the tide tables/).dblclick();
  await page.getByLabel("Your wording").fill("Wrote the tide tables of ten harbours.");
  await page.getByRole("button", { name: "Save line" }).click();
  await line(/tide tables of ten harbours/).waitFor();
  await reject.click();
  await page.getByText("Rejected. The output is saved").waitFor();
  const approved = (await api.send("GET", "/voice/feedback?feedback_type=approved&limit=500")).items.filter(({ source_text }) => !source_text);
  await until("it is said to be rejected", async () => (await reject.getAttribute("aria-pressed")) === "true");
  assert.deepEqual(approved.map(({ original_text }) => original_text), []);
});
