/** Tailoring: from a job's text to lines with their sources, and what the owner says about them. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Api } from "../../harness/api.js";
import { assertAccessible } from "../../harness/axe.js";
import { leave, PHONE, site, until, withPage } from "../../harness/browser.js";
import { JOB, RESUME } from "../../harness/resume.js";
import { undo } from "../../harness/toasts.js";

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
    const worded = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: /^Wrote and checked the tide tables/ }) });
    await worded.first().waitFor();
    assert.match(await worded.first().textContent(), /approved/, "it stands in the result at once");
    const [edited] = await feedback("edited");
    assert.deepEqual([edited.original_text, edited.final_text], ["Wrote the tide tables of eleven harbours.", "Wrote and checked the tide tables of eleven harbours."]);
    // Taken back, nothing of it is left; then once more.
    await undo(page, "Saved as your wording");
    await page.getByText("Taken back. The line says again what it said.").waitFor();
    assert.equal((await feedback("edited")).length, 0);
    await page.getByRole("button", { name: /^Wrote the tide tables/ }).first().waitFor();
    await page.getByRole("button", { name: "Edit this line" }).click();
    await page.getByLabel("Your wording").fill("Wrote and checked the tide tables of eleven harbours.");
    await page.getByRole("button", { name: "Save line" }).click();
    await worded.first().waitFor();

    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await page.getByText(/sections? saved as examples of your voice/).waitFor();
    const kept = await api.send("GET", `/tailorings/${result}`);
    const sections = new Set(kept.statements.map(({ path }) => path.split("/")[0]));
    assert.deepEqual(new Set((await feedback("approved")).map(({ section_type }) => section_type)), sections);

    // Another line: a wording that is flagged is not approved any more.
    await page.getByRole("button", { name: /Kept ninety tide gauges/ }).first().click();
    await page.getByRole("button", { name: "Flag" }).click();
    assert.equal(await page.getByRole("button", { name: "Save flag" }).getAttribute("aria-disabled"), "true");
    await page.getByLabel(/^What is wrong with “/).fill("Too plain.");
    await page.getByRole("button", { name: "Save flag" }).click();
    await until("the flag is kept", async () => (await feedback("flagged"))[0]?.note === "Too plain.");

    await page.getByRole("button", { name: "Reject" }).click();
    const isRejected = async () => (await feedback("rejected")).some(({ original_text }) => original_text.includes("Kept ninety tide gauges"));
    await until("the output is an anti-pattern", isRejected);
    // The Undo of the flag may still be there.
    await page.getByText("Rejected. The output is saved").waitFor();
    const warnings = async () => (await api.send("GET", "/content/chunks?source=voice_feedback&chunk_type=anti_pattern&limit=100")).total;
    const known = await warnings();
    await undo(page, "Rejected.");
    await page.getByText("Taken back. What you said before holds again.").waitFor();
    assert.equal(await isRejected(), false);
    assert.ok((await feedback("approved")).length > 0, "the approval that the rejection took back is there again");
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

test("no line is said to come from nowhere while its sources are on their way, or did not arrive", async () => {
  const CHUNKS = /\/content\/chunks\?/;
  const expected = (message) => CHUNKS.test(message.location().url) && message.text().includes("503");
  await withPage({ ...owner, expected }, async (page) => {
    let go;
    const held = new Promise((resolve) => (go = resolve));
    await page.route(CHUNKS, async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest(CHUNKS);
    const resume = page.waitForResponse(/\/resumes\/[0-9a-f-]{36}$/);
    await page.goto(`/admin/tailor/${result}?view=sides`);
    await asked;
    await (await resume).finished();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    const said = async () => (await page.getByText("Not in the resume").count()) + (await page.getByText("Left out").count()) + (await page.getByText("nothing to compare").count());
    assert.equal(await said(), 0);
    go();
    const row = page.getByRole("row").filter({ hasText: "Kept ninety tide gauges" });
    await row.waitFor();
    assert.equal(await row.getByRole("cell").count(), 2);
    await page.unroute(CHUNKS);
    await page.route(CHUNKS, (route) => route.fulfill({ status: 503 }));
    await page.reload();
    await page.getByText("The sources did not arrive").waitFor();
    assert.equal(await said(), 0);
    await page.unroute(CHUNKS);
    await page.getByRole("button", { name: "Try again" }).click();
    await row.waitFor();
  });
});

/** The pages on the desk, once all of them are drawn. */
async function pagesShown(page) {
  const desk = page.getByRole("group", { name: "Pages as they are printed" });
  await until("the pages are there", async () => (await desk.getAttribute("aria-busy")) === "false" && (await desk.getByRole("img").count()) > 0);
  await until("the pages are drawn", () => desk.getByRole("img").evaluateAll((images) => images.every((image) => image.complete && image.naturalWidth > 0)));
  return desk.getByRole("img").evaluateAll((images) => images.map((image) => ({ alt: image.alt, ratio: image.naturalHeight / image.naturalWidth, src: image.src })));
}

test("the result is seen as the pages that are printed, and taken away as a file", async () => {
  await withPage(owner, async (page) => {
    await page.goto(`/admin/tailor/${result}?view=pages`);
    const setting = page.getByRole("region", { name: "How it is printed" });
    const first = await pagesShown(page);
    const measured = () => page.evaluate(async (id) => (await fetch(`/tailorings/${id}/pages`)).json(), result);
    const { pages, filled } = await measured();
    assert.equal(first.length, pages);
    assert.match(first[0].alt, new RegExp(`^Page 1 of ${pages}`));
    assert.ok(Math.abs(first[0].ratio - 297 / 210) < 0.01, "A4");
    await setting.getByText(`${Math.round(filled * 100)} % full`).waitFor();
    // Every look has a picture of the same page to choose by.
    await until("three small pages", async () => (await setting.getByRole("radiogroup", { name: "Look" }).locator("img").count()) === 3);
    await setting.getByRole("radio", { name: "Letter" }).check({ force: true });
    await until("another paper", async () => Math.abs((await pagesShown(page))[0].ratio - 11 / 8.5) < 0.01);
    await setting.getByRole("radio", { name: "Compact" }).check({ force: true });
    await until("it is in the other look", async () => (await measured()).look === "compact");
    await setting.getByRole("button", { name: "Show the text" }).click();
    const text = page.getByRole("dialog", { name: "How a machine reads it" });
    await text.getByText("Kept ninety tide gauges online with a team of three.").waitFor();
    await text.getByRole("button", { name: "Close" }).last().click();
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download PDF" }).click()]);
    assert.equal(file.suggestedFilename(), "resume.pdf");
    const print = page.getByRole("link", { name: "Print" });
    const answer = await page.request.get(await print.getAttribute("href"), { headers: { accept: "text/html" } });
    assert.match(await answer.text(), /class="look compact letter"/);
    // A reload shows the same: what was chosen is kept with the result.
    await page.reload();
    assert.ok(Math.abs((await pagesShown(page))[0].ratio - 11 / 8.5) < 0.01);
    assert.ok(await page.getByRole("radio", { name: "Compact" }).isChecked());
  });
});

test("a letter goes with the result, of its lines alone", async () => {
  await withPage(owner, async (page) => {
    await page.goto(`/admin/tailor/${result}`);
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: "Cover letter" }).click();
    const dialog = page.getByRole("dialog", { name: "Cover letter" });
    const letter = dialog.getByLabel("The letter");
    await letter.waitFor();
    await dialog.getByLabel("Day").fill("2026-11-16");
    await until("it bears the day", async () => (await letter.textContent()).includes("16 November 2026"));
    assert.match(await letter.textContent(), /I am applying for the position/);
    const kept = await page.evaluate(async (id) => (await fetch(`/tailorings/${id}/letter.json?date=2026-11-16`)).json(), result);
    assert.equal(kept.pages, 1);
    const text = await letter.textContent();
    for (const { text: line } of kept.passages.flatMap(({ told }) => told)) assert.ok(text.includes(line), line);
    const [file] = await Promise.all([page.waitForEvent("download"), dialog.getByRole("link", { name: "Download PDF" }).click()]);
    assert.equal(file.suggestedFilename(), "letter.pdf");
    const print = await page.request.get(await dialog.getByRole("link", { name: "Print" }).getAttribute("href"), { headers: { accept: "text/html" } });
    assert.match(await print.text(), /16 November 2026/);
    await dialog.getByLabel("Day").fill("");
    await until("it bears no day", async () => !(await letter.textContent()).includes("November"));
    await dialog.getByRole("button", { name: "Close" }).click();
    assert.equal(await dialog.count(), 0);
  });
});

test("pages that do not arrive are said so, and asked for again", async () => {
  await withPage({ ...owner, expected: (message) => /503/.test(message.text()) }, async (page) => {
    let refused = true;
    await page.route(/\/tailorings\/[^/]+\/pages(\?|$)/, (route) => (refused ? route.fulfill({ status: 503, contentType: "application/problem+json", body: JSON.stringify({ type: "about:blank", code: "busy", title: "Busy", status: 503, detail: "Too many resumes wait to be printed." }) }) : route.continue()));
    await page.goto(`/admin/tailor/${result}?view=pages`);
    await page.getByText("The pages did not arrive. Too many resumes wait to be printed.").waitFor();
    refused = false;
    await page.getByRole("button", { name: "Try again" }).click();
    assert.ok((await pagesShown(page)).length > 0);
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
    await page.getByRole("radio", { name: "Pages" }).check({ force: true });
    await pagesShown(page);
    await page.getByRole("region", { name: "How it is printed" }).getByRole("radio", { name: "A4" }).check({ force: true });
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: "Side by side" }).click();
    await page.getByRole("row").first().waitFor();
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
    await page.goto(`/admin/tailor/${result}?view=pages`);
    await pagesShown(page);
    await assertAccessible(page, "pages");
    await page.getByRole("button", { name: "Show the text" }).click();
    await page.getByRole("dialog", { name: "How a machine reads it" }).waitFor();
    await assertAccessible(page, "how a machine reads it");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: "Cover letter" }).click();
    await page.getByRole("dialog", { name: "Cover letter" }).getByLabel("The letter").waitFor();
    await assertAccessible(page, "cover letter");
  });
});
