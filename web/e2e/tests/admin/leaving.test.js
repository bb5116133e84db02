/** Every form with words: who leaves it is asked, and who stays finds the words. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { leave, until, withPage } from "../../harness/browser.js";
import { hills } from "../../harness/pictures.js";
import { JOB, RESUME } from "../../harness/resume.js";
import { api, draft, refused } from "../../harness/writing.js";

after(leave);
let made;

before(async () => {
  const resume = await api.send("POST", "/resumes", { document: RESUME, is_default: true });
  const tailoring = await api.send("POST", "/tailor", { job_description: JOB, threshold: 0 });
  const section = await api.section("Left in the middle");
  const story = await draft("Left in the middle", "<p>Words.</p>");
  const upload = await api.upload(hills(400, 300, 0.4), "left.png", "Hills");
  made = { resume, tailoring, section, story, upload };
});
after(async () => {
  await api.send("DELETE", `/resumes/${made.resume.id}`);
  await api.send("DELETE", `/sections/${made.section.id}`);
});

const WORDS = "Not yet sent";
/** Where it is, how it is opened, and the field that is written in. */
const FORMS = [
  ["settings of a section", () => `/sections/${made.section.id}`, async (page) => {
    await page.getByRole("button", { name: "Settings", exact: true }).first().click();
    return page.getByRole("dialog", { name: "Section settings" }).getByLabel("Description");
  }],
  ["a new section", () => "/media", async (page) => {
    await page.keyboard.press("Shift+N");
    return page.getByRole("dialog", { name: "Add section" }).getByLabel("Title");
  }],
  ["a new redirect", () => "/redirects", async (page) => {
    await page.getByRole("button", { name: "New redirect" }).click();
    return page.getByRole("dialog", { name: "New redirect" }).getByLabel("Old address");
  }],
  ["a new link of the navigation", () => "/navigation", async (page) => {
    await page.getByRole("button", { name: "Add link" }).click();
    return page.getByLabel("Words");
  }],
  ["a new token", () => "/settings/access", async (page) => {
    await page.getByRole("button", { name: "New token" }).click();
    return page.getByRole("dialog", { name: "New token" }).getByLabel("Name");
  }],
  ["a chunk", () => "/memory", async (page) => {
    await page.getByRole("button", { name: "Add a fact" }).click();
    return page.getByRole("dialog").getByRole("textbox").first();
  }],
  ["the text of a job", () => "/tailor", async (page) => page.getByLabel("The job")],
  ["a line of a result", () => `/tailor/${made.tailoring.id}`, async (page) => {
    await page.getByRole("button", { name: /Kept ninety tide gauges/ }).first().click();
    await page.getByRole("button", { name: "Edit this line" }).click();
    return page.getByLabel("Your wording");
  }],
  ["the note of a flag", () => `/tailor/${made.tailoring.id}`, async (page) => {
    await page.getByRole("button", { name: "Flag" }).click();
    return page.getByLabel(/What is wrong with the result/);
  }],
  ["the answer to a gap", () => `/tailor/${made.tailoring.id}`, async (page) => {
    await page.getByRole("button", { name: /^Add a fact for/ }).first().click();
    return page.getByLabel(/Have you done this/);
  }],
  ["the form of a resume", () => `/resumes/${made.resume.id}?section=basics`, async (page) => page.getByLabel("Name", { exact: true }).first()],
  ["the settings of the site", () => "/settings", async (page) => page.getByLabel("Line at the foot of every page")],
  ["the profile", () => "/settings/profile", async (page) => page.getByRole("textbox").first()],
  ["a video in a story", () => `/edit/story/${made.story.id}`, async (page) => {
    const text = page.getByRole("textbox", { name: "Text", exact: true });
    await text.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("/video");
    await page.getByRole("option", { name: "Video" }).first().waitFor();
    await page.keyboard.press("Enter");
    return page.getByRole("dialog", { name: "Add a video" }).getByLabel("Title");
  }],
];

for (const [name, place, open] of FORMS) {
  test(`${name} asks before it is left`, () =>
    withPage(refused, async (page) => {
      await page.goto("/admin/inbox");
      await page.getByRole("heading", { name: "Inbox", level: 1 }).waitFor();
      await page.evaluate((path) => navigation.navigate(path), `/admin${place()}`);
      const field = await open(page);
      await field.fill(WORDS);
      await page.evaluate(() => history.back());
      const question = page.getByRole("dialog", { name: /^Leave (?:without saving|with unsaved changes)\?$/ });
      await question.getByRole("button", { name: "Stay" }).click();
      await question.waitFor({ state: "detached" });
      assert.equal(await field.inputValue(), WORDS);
      // The window asks in its own words.
      const asked = new Promise((done) => page.once("dialog", (dialog) => void dialog.dismiss().then(() => done(dialog.type()))));
      void page.close({ runBeforeUnload: true });
      assert.equal(await asked, "beforeunload");
      await page.evaluate(() => history.back());
      await question.getByRole("button", { name: "Leave" }).click();
      await page.waitForURL(/\/admin\/inbox$/);
    }));
}

test("a line that was begun is there again after another one was looked at", () =>
  withPage(refused, async (page) => {
    await page.goto(`/admin/tailor/${made.tailoring.id}`);
    const line = page.getByRole("button", { name: /Kept ninety tide gauges/ }).first();
    await line.click();
    await page.getByRole("button", { name: "Edit this line" }).click();
    await page.getByLabel("Your wording").fill(WORDS);
    await page.getByRole("button", { name: /Wrote the tide tables/ }).first().click();
    await line.click();
    await page.getByRole("button", { name: "Edit this line" }).click();
    assert.equal(await page.getByLabel("Your wording").inputValue(), WORDS);
  }));

test("what is written about a picture is saved on the way out, however quickly one leaves", () =>
  withPage(refused, async (page) => {
    const kept = async () => (await api.send("GET", `/uploads/${made.upload.id}`)).alt;
    await page.goto(`/admin/media/${made.upload.id}`);
    const words = page.getByLabel("Description");
    await words.fill("Hills, written quickly");
    await page.getByRole("link", { name: "All media" }).click();
    await page.waitForURL(/\/admin\/media$/);
    await page.getByRole("heading", { name: "Media", level: 1 }).waitFor();
    assert.equal(await kept(), "Hills, written quickly");
  }));

test("what is written about a picture while it is saved is saved after it", () =>
  withPage(refused, async (page) => {
    const kept = async () => (await api.send("GET", `/uploads/${made.upload.id}`)).alt;
    await page.goto(`/admin/media/${made.upload.id}`);
    const words = page.getByLabel("Description");
    await words.waitFor();
    let release;
    const written = new Promise((done) => (release = done));
    let saves = 0;
    await page.route(`**/api/uploads/${made.upload.id}`, async (route) => {
      if (route.request().method() !== "PUT") return route.continue();
      saves += 1;
      await written;
      await route.continue();
    });
    await words.fill("First words");
    await until("they are on their way", async () => saves === 1);
    await words.fill("First words, and second ones");
    release();
    await until("all of them are saved", async () => (await kept()) === "First words, and second ones");
    assert.equal(await page.getByText("changed elsewhere").count(), 0);
    assert.equal(await words.inputValue(), "First words, and second ones");
  }));
