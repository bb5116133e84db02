/** What tailored resumes hide, always show and keep in order; language, look and paper; files that become resumes. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Api } from "../../harness/api.js";
import { assertAccessible } from "../../harness/axe.js";
import { leave, site, until, withPage } from "../../harness/browser.js";
import { JOB, RESUME } from "../../harness/resume.js";

const api = new Api(site.origin, site.token);
const owner = { signedIn: true, expected: (message) => /status of (400|404|415|422)/.test(message.text()) };
let id;
const stored = () => api.send("GET", `/resumes/${id}`);
const act = async (page, of, entry) => {
  await page.getByRole("button", { name: `Actions for ${of}`, exact: true }).click();
  await page.getByRole("menuitem", { name: entry }).click();
};

before(async () => {
  ({ id } = await api.send("POST", "/resumes", { title: "To be arranged", document: RESUME, is_default: true }));
});
after(async () => {
  await api.send("DELETE", `/resumes/${id}`);
  await leave();
});

test("an entry is hidden, a line is in every result, and both hold in what is tailored", async () => {
  await withPage(owner, async (page) => {
    await page.goto(`/admin/resumes/${id}?section=work`);
    await act(page, "Surveyor, Survey of Low Hills", "Hide from tailored resumes");
    await page.getByText("is in no tailored resume and on no public page from now on.").waitFor();
    await page.getByRole("listitem").filter({ hasText: "Surveyor, Survey of Low Hills" }).getByText("hidden").waitFor();
    await act(page, "line 2", "Always in tailored resumes");
    await until("both are stored", async () => {
      const { hidden, pinned } = (await stored()).arrangement;
      return hidden.join() === "work/1" && pinned.join() === "work/0/highlights/1";
    });
    const { statements } = await api.send("POST", "/tailor", { job_description: JOB, resume_id: id });
    assert.ok(statements.some(({ text }) => text === "Wrote the tide tables of eleven harbours."));
    assert.ok(statements.every(({ text }) => !/Low Hills|340 square/.test(text)));
    // Reloaded it still says so; taken back it is as before.
    await page.reload();
    await act(page, "Surveyor, Survey of Low Hills", "Show in tailored resumes");
    await until("it is shown again", async () => (await stored()).arrangement.hidden.length === 0);
  });
});

test("a section is hidden and comes earlier, and entries keep their order also after one was moved", async () => {
  await withPage(owner, async (page) => {
    await page.goto(`/admin/resumes/${id}?section=skills`);
    await act(page, "Skills", "Earlier in tailored resumes");
    await until("it is stored", async () => {
      const { order } = (await stored()).arrangement;
      return order.indexOf("skills") === order.indexOf("education") - 1 && order.includes("education");
    });
    await act(page, "Skills", "Keep this order in tailored resumes");
    await page.getByText("order kept").waitFor();
    assert.deepEqual((await stored()).arrangement.order.filter((path) => path.startsWith("skills/")), ["skills/0", "skills/1"]);
    await page.getByRole("button", { name: "Move Measuring" }).press("Alt+ArrowDown");
    // While the form is ahead of what is stored, paths would name other things.
    await page.getByRole("button", { name: "Actions for Skills", exact: true }).click();
    const first = page.getByRole("menuitem", { name: "Hide from tailored resumes (update first)" });
    assert.equal(await first.getAttribute("aria-disabled"), "true");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Update", exact: true }).click();
    await page.getByText("Updated.").waitFor();
    const { document, arrangement } = await stored();
    assert.deepEqual(document.skills.map(({ name }) => name), ["Programs", "Measuring"]);
    assert.deepEqual(arrangement.order.filter((path) => path.startsWith("skills/")), ["skills/0", "skills/1"]);
    await act(page, "Skills", "Hide from tailored resumes");
    await until("it is hidden", async () => (await stored()).arrangement.hidden.includes("skills"));
    await act(page, "Skills", "Show in tailored resumes");
    await until("it is shown", async () => (await stored()).arrangement.hidden.length === 0);
  });
});

test("the language holds at once, the look with the document", async () => {
  await withPage(owner, async (page) => {
    await page.goto(`/admin/resumes/${id}`);
    await page.getByLabel("Language", { exact: true }).selectOption("de");
    await until("the language is stored", async () => (await stored()).language === "de" && !(await stored()).language_is_guessed);
    await page.getByLabel("Language", { exact: true }).selectOption("");
    await until("the texts tell it again", async () => (await stored()).language_is_guessed);
    await page.getByRole("radio", { name: "Modern" }).check({ force: true });
    await page.getByRole("button", { name: "Update", exact: true }).click();
    await until("the look is stored", async () => (await stored()).document.meta?.theme === "modern");
  });
});

test("look, paper, pages and language of a result are chosen and kept with it", async () => {
  await withPage({ ...owner, bypassCSP: true }, async (page) => {
    await page.goto("/admin/tailor");
    await page.getByLabel("The job").fill(JOB);
    await page.getByRole("button", { name: "Tailor", exact: true }).click();
    await page.waitForURL(/\/admin\/tailor\/[0-9a-f-]{36}$/);
    const options = () => page.evaluate(async (of) => (await (await fetch(`/tailorings/${of}`)).json()).options, page.url().split("/").at(-1).split("?")[0]);
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: "Look and paper" }).click();
    await until("it is in the address", () => page.url().endsWith("?view=pages"));
    const setting = page.getByRole("region", { name: "How it is printed" });
    await setting.getByRole("radio", { name: "Compact" }).check({ force: true });
    await until("the look is kept", async () => (await options()).look === "compact");
    await setting.getByRole("radio", { name: "Letter" }).check({ force: true });
    await until("the paper is kept", async () => (await options()).paper === "letter");
    await setting.getByRole("radio", { name: "Two" }).check({ force: true });
    await until("the pages are kept", async () => (await options()).pages === 2);
    await setting.getByLabel("Language of headings and months").selectOption("fr");
    await until("the language is kept", async () => (await options()).language === "fr");
    await setting.getByRole("button", { name: "As the resume has it" }).click();
    await until("the look is the resume's again", async () => (await options()).look === null);
  });
});

/** Holds changes of a result back until they are let go; `refuse` answers the first of them with a refusal. */
async function holdChanges(page, address, { refuse = false } = {}) {
  let letGo;
  const free = new Promise((done) => (letGo = done));
  const sent = [];
  await page.route(address, async (route) => {
    if (route.request().method() !== "PUT") return route.continue();
    sent.push(route.request().postDataJSON());
    await free;
    if (refuse && sent.length === 1) return route.abort("connectionreset");
    await route.continue();
  });
  return { sent, letGo };
}

test("what is chosen while an earlier choice is on its way stays chosen, and the focus stays where it is", async () => {
  await withPage({ ...owner, expected: (message) => /Failed to load resource/.test(message.text()) }, async (page) => {
    const { id: result } = await api.send("POST", "/tailor", { job_description: JOB, resume_id: id, threshold: 0 });
    const options = async () => (await api.send("GET", `/tailorings/${result}`)).options;
    await page.goto(`/admin/tailor/${result}?view=pages`);
    const setting = page.getByRole("region", { name: "How it is printed" });
    const radio = (name) => setting.getByRole("radio", { name });
    await radio("Letter").waitFor();
    const line = await holdChanges(page, `**/api/tailorings/${result}`);
    // A look that is not the resume's: that one may be shown as chosen already.
    await radio("Compact").check({ force: true });
    await radio("Letter").check({ force: true });
    await radio("Two").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    await until("the first is on its way, and the others wait for it", async () => line.sent.length === 1);
    line.letGo();
    await until("all are kept", async () => JSON.stringify(await options()).includes('"letter"') && line.sent.length === 4 && (await options()).look === "compact" && (await options()).pages === 2);
    await setting.getByText("Kept with this result.").waitFor();
    for (const name of ["Compact", "Letter", "Two"]) assert.ok(await radio(name).isChecked(), name);
    assert.ok(await radio("Two").evaluate((input) => input === document.activeElement), "the focus is on what was chosen last");
    // What is refused is as it was before.
    await page.unroute(`**/api/tailorings/${result}`);
    const lost = await holdChanges(page, `**/api/tailorings/${result}`, { refuse: true });
    await radio("A4").check({ force: true });
    lost.letGo();
    await setting.getByRole("alert").filter({ hasText: "Not changed." }).waitFor();
    assert.ok(await radio("Letter").isChecked());
    await api.send("DELETE", `/tailorings/${result}`);
  });
});

test("rules that are made while an earlier one is on its way are all kept", async () => {
  await withPage(owner, async (page) => {
    await page.goto(`/admin/resumes/${id}?section=work`);
    const line = await holdChanges(page, `**/api/resumes/${id}`);
    await act(page, "line 1", "Always in tailored resumes");
    await until("it is on its way", async () => line.sent.length === 1);
    await act(page, "Surveyor, Survey of Low Hills", "Hide from tailored resumes");
    await page.getByLabel("Language", { exact: true }).selectOption("de");
    line.letGo();
    await until("all three are stored", async () => {
      const { arrangement, language } = await stored();
      return arrangement.hidden.includes("work/1") && arrangement.pinned.includes("work/0/highlights/0") && language === "de";
    });
    await page.unroute(`**/api/resumes/${id}`);
    await api.send("PUT", `/resumes/${id}`, { arrangement: { hidden: [], pinned: [], order: [] }, language: null });
  });
});

test("a resume in YAML is imported with what was not understood, and another file is refused", async () => {
  await withPage({ ...owner, bypassCSP: true }, async (page) => {
    await page.goto("/admin/resumes");
    const choose = (name, text) => page.locator("input[type=file]").setInputFiles({ name, mimeType: "application/yaml", buffer: Buffer.from(text) });
    await choose("notes.txt", "\u0000\u0001 nothing of the kind");
    await page.getByRole("alert").filter({ hasText: "notes.txt was not imported." }).waitFor();
    await choose("resume.yaml", "basics:\n  name: Ada Example\n  label: Reader of levels\n  label: Keeper of levels\nwork:\n  - name: Harbour Office\n    position: Keeper\n    startDate: 2019-04\n    highlights:\n      - Kept the levels.\n");
    await page.getByRole("heading", { name: "Keeper of levels", level: 1 }).waitFor();
    await page.getByRole("region", { name: "To look at" }).getByText("label").first().waitFor();
    const made = page.url().split("/").at(-1).split("?")[0];
    const { document } = await api.send("GET", `/resumes/${made}`);
    assert.deepEqual([document.work[0].startDate, document.work[0].highlights], ["2019-04", ["Kept the levels."]]);
    await page.getByRole("button", { name: /^Experience/ }).click();
    await act(page, "line 1", "Hide from tailored resumes");
    await page.getByText("hidden", { exact: true }).waitFor();
    await assertAccessible(page, "resume with rules");
    await api.send("DELETE", `/resumes/${made}`);
  });
});
