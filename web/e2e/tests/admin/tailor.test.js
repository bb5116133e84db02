/** Tailoring: from a job's text to lines with their sources, and what the owner says about them. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Api } from "../../harness/api.js";
import { assertAccessible } from "../../harness/axe.js";
import { leave, PHONE, site, until, withPage } from "../../harness/browser.js";
import { JOB, RESUME } from "../../harness/resume.js";

after(leave);
const api = new Api(site.origin, site.token);
const owner = { signedIn: true };
const feedback = async (type) => (await api.send("GET", `/voice/feedback?feedback_type=${type}&limit=100`)).items.filter(({ job_context }) => job_context === JOB.trim());
let resume;
let result;

before(async () => {
  resume = await api.send("POST", "/resumes", { document: RESUME, is_default: true });
});
after(() => api.send("DELETE", `/resumes/${resume.id}`));

test("a job is tailored, told step by step, and the result says where every line comes from", async () => {
  await withPage(owner, async (page) => {
    await page.goto("/admin/tailor");
    await page.getByLabel("The job").fill(JOB);
    await page.getByRole("button", { name: "Tailor", exact: true }).click();
    await page.waitForURL(/\/admin\/tailor\/[0-9a-f-]{36}$/);
    result = page.url().split("/").at(-1);
    const kept = await api.send("GET", `/tailorings/${result}`);
    await page.getByText("Fit", { exact: true }).waitFor();
    await page.getByText(`the mark is your threshold of 60`).waitFor();
    const line = page.getByRole("button", { name: /Kept ninety tide gauges/ }).first();
    await line.click();
    const rail = page.getByRole("complementary", { name: "Sources and proposals" });
    await rail.getByText("Kept ninety tide gauges online with a team of three.").waitFor();
    for (const { text } of kept.statements.filter(({ path }) => path.includes("highlights"))) {
      await page.getByRole("button", { name: text }).first().waitFor();
    }
    const kinds = await page.locator("main .kind").allTextContents();
    assert.ok(kinds.length > 5 && kinds.every((kind) => ["verbatim", "approved", "derived"].includes(kind)), kinds.join());
    const gaps = kept.analysis.requirements.filter(({ answered_by }) => answered_by.length === 0).length;
    assert.equal(await page.getByText("Gap.").count(), gaps);
  });
});

test("a gap is answered by a fact, which goes to the memory", async () => {
  await withPage(owner, async (page) => {
    await page.goto(`/admin/tailor/${result}`);
    await page.getByRole("button", { name: /^Add a fact for/ }).first().click();
    await page.getByLabel(/Have you done this/).fill("On the rota for storm warnings for three winters at the survey office.");
    await page.getByRole("button", { name: "Add to Memory" }).click();
    await until("it is in the memory", async () => (await api.send("GET", "/content/chunks?q=storm+warnings")).total === 1);
  });
});

test("approve saves every section, reject the output, a flag its note, an edited line its words", async () => {
  await withPage(owner, async (page) => {
    await page.goto(`/admin/tailor/${result}`);
    const line = page.getByRole("button", { name: /Wrote the tide tables/ }).first();
    await line.click();
    await page.getByRole("button", { name: "Edit this line" }).click();
    await page.getByLabel("Your wording").fill("Wrote and checked the tide tables of eleven harbours.");
    await page.getByText("2 words added").waitFor();
    await page.getByRole("button", { name: "Save line" }).click();
    await page.getByText(/Your wording: “Wrote and checked/).waitFor();
    const [edited] = await feedback("edited");
    assert.deepEqual([edited.original_text, edited.final_text], ["Wrote the tide tables of eleven harbours.", "Wrote and checked the tide tables of eleven harbours."]);

    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await page.getByText(/sections? saved as examples of your voice/).waitFor();
    const kept = await api.send("GET", `/tailorings/${result}`);
    const sections = new Set(kept.statements.map(({ path }) => path.split("/")[0]));
    assert.deepEqual(new Set((await feedback("approved")).map(({ section_type }) => section_type)), sections);

    await page.getByRole("button", { name: "Flag" }).click();
    assert.equal(await page.getByRole("button", { name: "Save flag" }).getAttribute("aria-disabled"), "true");
    await page.getByLabel(/What is wrong with the chosen line/).fill("Too plain.");
    await page.getByRole("button", { name: "Save flag" }).click();
    await until("the flag is kept", async () => (await feedback("flagged"))[0]?.note === "Too plain.");

    await page.getByRole("button", { name: "Reject" }).click();
    const isRejected = async () => (await feedback("rejected")).some(({ original_text }) => original_text.includes("Kept ninety tide gauges"));
    await until("the output is an anti-pattern", isRejected);
    const warnings = async () => (await api.send("GET", "/content/chunks?source=voice_feedback&chunk_type=anti_pattern&limit=100")).total;
    const known = await warnings();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Taken back. Nothing of it is kept.").waitFor();
    assert.equal(await isRejected(), false);
    assert.equal(await warnings(), known - 1);
    await page.getByRole("button", { name: "Reject" }).click();
    await until("rejected once more", isRejected);
  });
});

test("the resume stands beside the result, and the wording of the owner comes back when tailoring again", async () => {
  await withPage(owner, async (page) => {
    await page.goto(`/admin/tailor/${result}?view=sides`);
    const row = page.getByRole("row").filter({ hasText: "Kept ninety tide gauges" });
    await row.waitFor();
    assert.equal(await row.getByRole("cell").count(), 2);
    await page.getByRole("link", { name: "Tailor again" }).click();
    await until("the job is there again", async () => (await page.getByLabel("The job").inputValue()) === JOB.trim());
    await page.getByRole("button", { name: "Tailor", exact: true }).click();
    await page.waitForURL(/\/admin\/tailor\/[0-9a-f-]{36}$/);
    await page.getByRole("button", { name: /Wrote and checked the tide tables/ }).first().waitFor();
    const item = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: /Wrote and checked the tide tables/ }) });
    assert.match(await item.first().textContent(), /approved/);
  });
});

test("a tailoring can be stopped", async () => {
  await withPage(owner, async (page) => {
    await page.route("**/api/tailor", () => new Promise(() => {}));
    await page.goto("/admin/tailor");
    await page.getByLabel("The job").fill(JOB);
    await page.getByRole("button", { name: "Tailor", exact: true }).click();
    await page.getByRole("heading", { name: "Read the job" }).waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("Stopped. Nothing was kept of it.").waitFor();
    assert.equal((await page.getByLabel("The job").inputValue()).trim(), JOB.trim(), "the text is still there");
  });
});

test("a result is read on a phone, its sources below the line", async () => {
  await withPage({ ...owner, viewport: PHONE }, async (page) => {
    await page.goto(`/admin/tailor/${result}`);
    await page.getByRole("button", { name: /Kept ninety tide gauges/ }).first().click();
    await page.getByRole("region", { name: "Sources of the chosen line" }).getByText("Kept ninety tide gauges").waitFor();
    await page.getByRole("radio", { name: "Requirements" }).check({ force: true });
    await page.getByText("Asked for").waitFor();
  });
});

test("axe finds nothing on the tailor screens", async () => {
  await withPage({ ...owner, bypassCSP: true }, async (page) => {
    await page.goto("/admin/tailor");
    await page.getByRole("heading", { name: /Earlier results/ }).waitFor();
    await assertAccessible(page, "tailor");
    await page.goto(`/admin/tailor/${result}`);
    await page.getByRole("button", { name: /Kept ninety tide gauges/ }).first().click();
    await assertAccessible(page, "result");
    await page.getByRole("button", { name: "Flag" }).click();
    await page.getByRole("group", { name: "Flag" }).waitFor();
    await assertAccessible(page, "flagging");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Edit this line" }).click();
    await page.getByLabel("Your wording").fill("Kept ninety tide gauges going.");
    await assertAccessible(page, "editing a line");
    await page.goto(`/admin/tailor/${result}?view=requirements`);
    await page.getByText("Asked for").first().waitFor();
    await page.setViewportSize(PHONE);
    await assertAccessible(page, "requirements");
    await page.goto(`/admin/tailor/${result}?view=sides`);
    await page.getByRole("table").waitFor();
    await assertAccessible(page, "side by side");
  });
});
