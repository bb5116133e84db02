/** What is said about a tailored resume: once, one verdict at a time; and what a job asks for, in part or not at all. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAccessible } from "../../harness/axe.js";
import { DESKTOP, leave, PHONE, until, withPage } from "../../harness/browser.js";
import { RESUME } from "../../harness/resume.js";
import { undo } from "../../harness/toasts.js";
import { api, owner, refused } from "../../harness/writing.js";

after(leave);
const JOB = `Programmer of instruments

Requirements
- You write programs in Rust and SQL
- You have used Rust together with Kafka and Flink
- You have flown to the moon
`;
const said = async (type) => (await api.send("GET", `/voice/feedback?feedback_type=${type}&limit=500`)).items.filter(({ job_context }) => job_context === JOB.trim());
let resume;
let result;

before(async () => {
  resume = await api.send("POST", "/resumes", { document: RESUME, is_default: true });
  result = await api.send("POST", "/tailor", { job_description: JOB.trim(), threshold: 0 });
});
after(() => api.send("DELETE", `/resumes/${resume.id}`));

test("a result is approved once, and rejecting it takes that back", () =>
  withPage(refused, async (page) => {
    await page.goto(`/admin/tailor/${result.id}`);
    const [approve, reject] = ["Approve", "Reject"].map((name) => page.getByRole("button", { name, exact: true }));
    await approve.click();
    await page.getByText(/saved as examples of your voice/).waitFor();
    const sections = (await said("approved")).length;
    assert.ok(sections > 2);
    await until("it is said to be approved", async () => (await approve.getAttribute("aria-disabled")) === "true");
    await approve.click({ force: true });
    // Also for who comes back.
    await page.reload();
    await page.getByText(/^Approved /).waitFor();
    assert.equal(await approve.getAttribute("aria-disabled"), "true");
    assert.equal((await said("approved")).length, sections);
    await reject.click();
    await until("it is rejected", async () => (await said("rejected")).length === 1 && (await said("approved")).length === 0);
    await undo(page, "Rejected.");
    await until("what was said before holds again", async () => (await said("rejected")).length === 0 && (await said("approved")).length === sections);
  }));

for (const [width, viewport] of [["desktop", DESKTOP], ["phone", PHONE]]) {
  test(`what is answered in part says what is missing, ${width}`, () =>
    withPage({ ...owner, viewport, bypassCSP: true }, async (page) => {
      await page.goto(`/admin/tailor/${result.id}${width === "phone" ? "?view=requirements" : ""}`);
      await page.getByText("Rust is there; Kafka and Flink are not.").waitFor();
      await page.getByText(/requirements? answered from your sources, 1 partly/).waitFor();
      await assertAccessible(page, `requirements, ${width}`);
    }));
}

test("what one has not is said once, and known when the same job is tailored again", () =>
  withPage(owner, async (page) => {
    await page.goto(`/admin/tailor/${result.id}`);
    const gap = page.getByRole("listitem").filter({ hasText: "flown to the moon" }).first();
    await gap.getByRole("button", { name: /^Add a fact/ }).click();
    await gap.getByRole("button", { name: "I have not" }).click();
    await gap.getByText("You have not done this.").waitFor();
    await page.reload();
    await gap.getByText("You have not done this.").waitFor();
    assert.equal(await gap.getByRole("button", { name: /^Add a fact/ }).count(), 0);
    const again = await api.send("POST", "/tailor", { job_description: JOB.trim(), threshold: 0 });
    assert.equal(again.lacking.length, 1);
    await page.goto(`/admin/tailor/${again.id}`);
    await gap.getByRole("button", { name: /after all/ }).click();
    await gap.getByRole("button", { name: /^Add a fact/ }).waitFor();
  }));
