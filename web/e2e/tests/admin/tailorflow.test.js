/** Tailor as its owner goes through it, in one piece: from a pasted job to a file, with a model that proposes. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Api } from "../../harness/api.js";
import { leave, openAsOwner, until } from "../../harness/browser.js";
import { startModel } from "../../harness/model.js";
import { JOB, RESUME } from "../../harness/resume.js";
import { startServer } from "../../harness/server.js";
import { undo } from "../../harness/toasts.js";

let model, server, api, page;

before(async () => {
  model = await startModel();
  server = await startServer({ FOLIA_LLM__URL: model.url, FOLIA_LLM__MODEL: "stand-in" });
  api = new Api(server.origin, await server.command("token", "create", "--role", "admin"));
  await api.send("POST", "/resumes", { document: RESUME });
  page = await openAsOwner(server);
});
after(async () => {
  await page?.context().close();
  await server?.stop();
  await model?.stop();
  await leave();
});

const button = (name, within = page) => within.getByRole("button", { name, exact: true });
const line = (words) => page.getByRole("button", { name: words }).first();
const lineItem = (words) => page.getByRole("listitem").filter({ has: page.getByRole("button", { name: words }) }).first();
const rail = () => page.getByRole("complementary", { name: "Sources and proposals" });
const proposal = (words) => rail().getByRole("article").filter({ hasText: words });
const view = (name) => page.getByRole("radiogroup", { name: "View" }).or(page.getByRole("group", { name: "View" })).getByText(name, { exact: true }).click();

/** A file that the page hands out: its name and what is in it. */
async function taken(open) {
  const [file] = await Promise.all([page.waitForEvent("download"), open()]);
  const pieces = [];
  for await (const piece of await file.createReadStream()) pieces.push(piece);
  return [file.suggestedFilename(), Buffer.concat(pieces)];
}
/** A page that opens in a window of its own: its text. */
async function opened(open) {
  const [popup] = await Promise.all([page.context().waitForEvent("page"), open()]);
  await popup.waitForLoadState("domcontentloaded");
  const text = await popup.locator("body").innerText();
  await popup.close();
  return text;
}
const exportAs = async (name) => {
  await button("Export").click();
  await page.getByRole("menuitem", { name, exact: true }).click();
};

test("a job is pasted, watched, decided on line by line, judged, found again and taken away", async (t) => {
  let id;
  const kept = () => api.send("GET", `/tailorings/${id}`);
  const said = async (type) => (await api.send("GET", `/voice/feedback?feedback_type=${type}&limit=100`)).items;

  await t.test("pasted and watched, step by step", async () => {
    await page.goto("/admin/tailor");
    await page.getByLabel("The job").fill(JOB);
    await page.getByText(`${[...JOB].length} / 20,000`).waitFor();
    const held = model.hold();
    await button("Tailor").click();
    await held.asked;
    const steps = page.getByRole("region", { name: "At work" });
    await until("the steps before it are done", async () => (await steps.getByRole("listitem").filter({ hasText: ", done" }).count()) >= 1);
    assert.equal(await steps.locator("[aria-current=step]").count(), 1);
    await page.getByRole("heading", { name: "What the job asks for" }).waitFor();
    held.release();
    await page.waitForURL(/\/admin\/tailor\/[0-9a-f-]{36}$/);
    id = page.url().split("/").at(-1);
    await line(/Kept ninety tide gauges/).waitFor();
  });

  await t.test("requirements with what answers them, and the gap", async () => {
    const { analysis } = await kept();
    const asked = page.getByRole("region", { name: /Asked for|Must|Required/ }).first();
    await asked.waitFor();
    for (const { text, answered_by } of analysis.requirements) {
      const item = page.locator(".left").getByRole("listitem").filter({ hasText: text }).first();
      assert.equal(/Gap\./.test(await item.innerText()), answered_by.length === 0, text);
    }
    assert.ok(analysis.requirements.some(({ answered_by }) => answered_by.length === 0), "there is a gap");
    await line(/tide gauges or similar instruments online/).click();
    await until("the line that answers it is chosen", async () => (await page.locator("main li.chosen").count()) === 1);
    assert.match(await rail().getByRole("region", { name: "Sources of the chosen line" }).innerText(), /Kept ninety tide gauges/);
    await page.getByText("Job text", { exact: true }).click();
    await page.getByText("We run the tide gauges of forty harbours").waitFor();
    await page.getByText("Requirements", { exact: true }).first().click();
  });

  await t.test("one proposal is accepted, one edited, one dismissed", async () => {
    const changed = proposal("tide gauges online");
    assert.equal(await changed.locator("ins").first().innerText(), "Carefully");
    await button("Accept", changed).click();
    await line(/^Carefully kept ninety/).waitFor();
    assert.match(await lineItem(/^Carefully kept ninety/).innerText(), /approved/);

    await button("Edit", proposal("wrote the tide tables")).click();
    await rail().getByLabel("Your wording").fill("Wrote the tide tables of eleven harbours by hand.");
    await button("Keep as mine", rail()).click();
    // It is the owner's from now on, for this source; the result says so, and uses it the next time.
    await lineItem(/^Wrote the tide tables/).getByText("Your wording: “Wrote the tide tables of eleven harbours by hand.”").waitFor();

    const volunteers = proposal("trained eleven volunteers");
    await button("Dismiss", volunteers).click();
    await volunteers.waitFor({ state: "detached" });
    const { statements } = await kept();
    const texts = statements.map(({ text }) => text);
    assert.ok(texts.includes("Carefully kept ninety tide gauges online with a team of three."));
    assert.ok(texts.every((text) => !/^Carefully (wrote|trained)/.test(text)));
  });

  await t.test("a line is written anew in its place, with what changes in it", async () => {
    await line(/^Trained eleven volunteers/).click();
    await button("Edit this line").click();
    await page.getByLabel("Your wording").fill("Trained eleven volunteers of the coast to read levels.");
    await page.getByText("3 words added").waitFor();
    await button("Save line").click();
    await line(/volunteers of the coast/).waitFor();
    const edited = await said("edited");
    assert.ok(edited.some(({ final_text }) => final_text === "Trained eleven volunteers of the coast to read levels."));
  });

  await t.test("the result beside the original, what differs marked", async () => {
    await view("Side by side");
    const row = page.getByRole("row").filter({ hasText: "tide gauges online" });
    await row.waitFor();
    const [before, now] = await row.getByRole("cell").allInnerTexts();
    assert.match(before, /Kept ninety tide gauges online/);
    assert.match(now, /Carefully kept ninety tide gauges online/);
    assert.match((await row.locator("ins").allInnerTexts()).join(" "), /Carefully/);
    await view("Lines");
  });

  await t.test("flagged with a note, approved, rejected and taken back", async () => {
    await line(/^Wrote the tide tables/).click();
    await button("Flag").click();
    await page.getByLabel(/^What is wrong with “Wrote the tide tables/).fill("It was twelve.");
    await button("Save flag").click();
    await page.getByText("Flagged, with your note.").waitFor();
    const [flag] = await said("flagged");
    assert.deepEqual([flag.note, flag.original_text], ["It was twelve.", "Wrote the tide tables of eleven harbours."]);

    await button("Approve").click();
    await page.getByText(/sections? saved as examples of your voice/).waitFor();
    const sections = new Set((await kept()).statements.map(({ path }) => path.split("/")[0]));
    const whole = async () => new Set((await said("approved")).filter(({ source_text }) => !source_text).map(({ section_type }) => section_type));
    assert.deepEqual(await whole(), sections);
    await button("Reject").click();
    await page.getByText("Rejected. The output is saved").waitFor();
    // Dismissing a proposal was a rejection, too, of that line alone.
    const rejected = async () => (await said("rejected")).filter(({ original_text }) => original_text.includes("Carefully kept ninety")).length;
    assert.equal(await rejected(), 1);
    assert.equal((await whole()).size, 0, "what is rejected is approved no more");
    await undo(page, "Rejected.");
    await until("approved as before", async () => (await rejected()) === 0 && (await whole()).size === sections.size);
  });

  await t.test("exported in every form, without what was only proposed", async () => {
    const [name, pdf] = await taken(() => exportAs("PDF"));
    assert.equal(name, "resume.pdf");
    assert.equal(pdf.subarray(0, 5).toString(), "%PDF-");
    const [, plain] = await taken(() => exportAs("Plain text"));
    for (const text of [plain.toString(), await opened(() => exportAs("Print"))]) {
      assert.match(text.replaceAll(/\s+/g, " "), /Carefully kept ninety tide gauges online/);
      assert.match(text.replaceAll(/\s+/g, " "), /volunteers of the coast/);
      assert.doesNotMatch(text, /Carefully (wrote|trained)/);
    }
    await view("Pages");
    const desk = page.getByRole("group", { name: "Pages as they are printed" });
    await until("the pages are drawn", () => desk.getByRole("img").evaluateAll((images) => images.length > 0 && images.every((image) => image.complete && image.naturalWidth > 0)));
  });

  await t.test("found again among the earlier ones, as it was left", async () => {
    await page.getByRole("link", { name: "Earlier results" }).click();
    const { analysis } = await kept();
    await page.getByRole("main").getByRole("link", { name: analysis.title }).click();
    await page.waitForURL(new RegExp(id));
    await line(/^Carefully kept ninety/).waitFor();
    await page.getByText(/^Approved /).waitFor();
    assert.equal(await proposal("trained eleven volunteers").count(), 0);
  });
});
