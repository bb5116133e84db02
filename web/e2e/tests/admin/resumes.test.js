/** Resumes: imported, written by form and as JSON, refused at their place, and shown to visitors. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Api } from "../../harness/api.js";
import { archive } from "../../harness/archive.js";
import { assertAccessible } from "../../harness/axe.js";
import { leave, PHONE, site, until, withPage } from "../../harness/browser.js";
import { png } from "../../harness/pictures.js";
import { RESUME } from "../../harness/resume.js";
import { undo } from "../../harness/toasts.js";

after(leave);
const api = new Api(site.origin, site.token);
const owner = { signedIn: true, expected: (message) => /status of (404|409|422)/.test(message.text()) };
const resumes = async () => (await api.send("GET", "/resumes")).items;
const imported = async () => (await resumes()).find(({ title }) => title === "Keeper of instruments");

async function choose(page, content) {
  const file = { name: "resume.json", mimeType: "application/json", buffer: Buffer.from(content) };
  await page.locator("input[type=file]").setInputFiles(file);
}

test("a resume is imported as it is, changed by the form, and keeps what the form does not know", async () => {
  await withPage(owner, async (page) => {
    await page.goto("/admin/resumes");
    await choose(page, JSON.stringify({ ...RESUME, "x-own": { kept: [1] } }));
    await page.getByRole("heading", { name: "Keeper of instruments", level: 1 }).waitFor();
    await page.getByRole("button", { name: /^Experience/ }).click();
    await page.getByRole("textbox", { name: "Lines, line 1" }).fill("Kept ninety gauges online.");
    await page.getByRole("button", { name: "Actions for line 1" }).click();
    await page.getByRole("menuitem", { name: "Move down" }).click();
    await page.getByRole("button", { name: "Update" }).click();
    await page.getByText("Updated.").waitFor();
    const { document } = await imported();
    assert.deepEqual(document.work[0].highlights, ["Wrote the tide tables of eleven harbours.", "Kept ninety gauges online."]);
    assert.deepEqual(document["x-own"], { kept: [1] });
    assert.deepEqual(Object.keys(document.work[0]), Object.keys(RESUME.work[0]));
  });
});

const lines = (page) => page.getByRole("textbox", { name: /^Lines, line/ }).evaluateAll((fields) => fields.map((field) => field.value));

test("lines and entries are put into order by dragging and by keys, and what was removed comes back", async () => {
  const { id } = await imported();
  await withPage(owner, async (page) => {
    await page.goto(`/admin/resumes/${id}?section=work`);
    const handle = page.getByRole("button", { name: "Move line 2" });
    await handle.waitFor();
    const before = await lines(page);
    const from = await handle.boundingBox();
    const to = await page.getByRole("textbox", { name: "Lines, line 1" }).boundingBox();
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(from.x + 8, to.y + 20, { steps: 4 });
    await page.mouse.move(from.x + 8, to.y + 2, { steps: 4 });
    await page.mouse.up();
    await until("it is dragged", async () => (await lines(page)).join() === [...before].reverse().join());
    // Escape lets everything be as it was.
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(from.x + 8, to.y + 2, { steps: 4 });
    await page.keyboard.press("Escape");
    await page.mouse.up();
    assert.deepEqual(await lines(page), [...before].reverse());
    // By keys, from the text itself; the focus goes along.
    await page.getByRole("textbox", { name: "Lines, line 1" }).focus();
    await page.keyboard.press("Alt+ArrowDown");
    await until("it is moved", async () => (await lines(page)).join() === before.join());
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Lines, line 2");
    await page.getByRole("button", { name: "Move Instrument engineer, Harbour Office" }).focus();
    await page.keyboard.press("Alt+ArrowDown");
    await page.getByRole("button", { name: "Actions for Instrument engineer, Harbour Office" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await undo(page, "Removed Instrument engineer");
    await page.getByRole("button", { name: "Update" }).click();
    await page.getByText("Updated.").waitFor();
    const { document } = await imported();
    assert.deepEqual(document.work.map(({ name }) => name), ["Survey of Low Hills", "Harbour Office"]);
    assert.deepEqual(document.work[1].highlights, before);
  });
});

test("a finger drags a line by its handle", async () => {
  const { id } = await imported();
  await withPage({ ...owner, viewport: PHONE, hasTouch: true, isMobile: true }, async (page, context) => {
    await page.goto(`/admin/resumes/${id}?section=work`);
    const handle = page.getByRole("button", { name: "Move line 2" });
    await handle.scrollIntoViewIfNeeded();
    const before = await lines(page);
    const from = await handle.boundingBox();
    const to = await page.getByRole("textbox", { name: "Lines, line 1" }).boundingBox();
    const wire = await context.newCDPSession(page);
    const touch = (type, points) => wire.send("Input.dispatchTouchEvent", { type, touchPoints: points });
    const x = from.x + from.width / 2;
    await touch("touchStart", [{ x, y: from.y + 20 }]);
    for (const y of [from.y, to.y + 30, to.y + 10, to.y + 2]) await touch("touchMove", [{ x, y }]);
    await touch("touchEnd", []);
    await until("it is dragged", async () => (await lines(page)).join() === [before[1], before[0], ...before.slice(2)].join());
    await page.getByRole("button", { name: "Actions for line 1" }).click();
    await page.getByRole("menuitem", { name: "Move down" }).click();
    await until("it is back", async () => (await lines(page)).join() === before.join());
  });
});

test("what the service refuses is said at its field, and leaving asks", async () => {
  const { id } = await imported();
  await withPage(owner, async (page) => {
    await page.goto(`/admin/resumes/${id}`);
    await page.getByLabel("Address on the web").first().fill("javascript:alert(1)");
    await page.getByRole("button", { name: "Update" }).click();
    await page.getByRole("alert").waitFor();
    await page.locator(".error", { hasText: "Address on the web" }).waitFor();
    await page.getByRole("link", { name: "Resumes", exact: true }).first().click();
    await page.getByRole("button", { name: "Stay" }).click();
    await page.getByRole("button", { name: "Update" }).waitFor();
    assert.equal((await imported()).document.basics.url, undefined);
    await page.getByLabel("Address on the web").first().fill("");
  });
});

test("the same document as JSON: broken text cannot be saved, whole text can", async () => {
  const { id } = await imported();
  await withPage(owner, async (page) => {
    await page.goto(`/admin/resumes/${id}?as=json`);
    const json = page.getByLabel("JSON Resume");
    const text = await json.inputValue();
    await json.fill(`${text.slice(0, -1)},`);
    await page.getByText(/JSON Resume cannot be read/).waitFor();
    assert.equal(await page.getByRole("button", { name: "Update" }).getAttribute("aria-disabled"), "true");
    await json.fill(text.replace("Ada Example", "Ada E. Example"));
    await page.getByRole("button", { name: "Update" }).click();
    await page.getByText("Updated.").waitFor();
    assert.equal((await imported()).document.basics.name, "Ada E. Example");
  });
});

test("what the service refuses in the JSON leads to its field in the form, with all that was typed", async () => {
  const { id } = await imported();
  await withPage(owner, async (page) => {
    await page.goto(`/admin/resumes/${id}?as=json`);
    const json = page.getByLabel("JSON Resume");
    const document = JSON.parse(await json.inputValue());
    const survey = document.work.findIndex(({ name }) => name === "Survey of Low Hills");
    document.work[survey].url = "javascript:alert(1)";
    document.work[survey].summary = "Typed as JSON.";
    document.basics.url = "javascript:alert(2)";
    await json.fill(JSON.stringify(document));
    await page.getByRole("button", { name: "Update" }).click();
    const refusal = page.getByRole("alert");
    await refusal.getByRole("button", { name: /basics\W+url/ }).waitFor();
    assert.equal((await imported()).document.work[survey].url, undefined, "nothing of it is stored");
    await refusal.getByRole("button", { name: new RegExp(`work\\W+${survey}\\W+url`) }).click();
    // The entry of the fault is open, its field says what is wrong and has the focus, and the rest is there, too.
    const field = page.getByRole("main").getByRole("textbox", { name: "Address on the web" });
    await until("the field has the focus", () => field.evaluate((element) => element === globalThis.document.activeElement).catch(() => false));
    assert.equal(await field.inputValue(), "javascript:alert(1)");
    assert.equal(await field.getAttribute("aria-invalid"), "true");
    assert.equal(await page.getByRole("button", { name: /^Surveyor, Survey of Low Hills/ }).getAttribute("aria-expanded"), "true");
    assert.equal(await page.getByRole("main").getByRole("textbox", { name: "Summary" }).inputValue(), "Typed as JSON.");
    await page.getByRole("button", { name: /^Name and contact/ }).getByLabel(/to look at/).waitFor();
    await field.fill("https://survey.example/");
    await page.getByRole("radio", { name: "JSON" }).check({ force: true });
    const mended = JSON.parse(await json.inputValue());
    assert.equal(mended.work[survey].url, "https://survey.example/");
    delete mended.work[survey].summary;
    delete mended.basics.url;
    await json.fill(JSON.stringify(mended));
    await page.getByRole("button", { name: "Update" }).click();
    await page.getByText("Updated.").waitFor();
    assert.equal((await imported()).document.work[survey].url, "https://survey.example/");
  });
});

test("the resume is seen as pages, in a look and on paper that are chosen there", async () => {
  const { id } = await imported();
  await withPage(owner, async (page) => {
    await page.goto(`/admin/resumes/${id}`);
    const set = page.getByRole("region", { name: "On paper" });
    await set.getByText(/page, \d+ % full|pages, the last/).waitFor();
    await page.getByRole("radio", { name: "Pages" }).check({ force: true });
    const desk = page.getByRole("group", { name: "Pages as they are printed" });
    const drawn = () => desk.getByRole("img").evaluateAll((images) => images.map((image) => (image.complete ? image.naturalHeight / image.naturalWidth : 0)));
    await until("a page on A4", async () => { const [ratio] = await drawn(); return Math.abs(ratio - 297 / 210) < 0.01; });
    await set.getByRole("radio", { name: "Letter" }).check({ force: true });
    await until("a page on letter paper", async () => { const [ratio] = await drawn(); return Math.abs(ratio - 11 / 8.5) < 0.01; });
    await set.getByRole("radio", { name: "Modern" }).check({ force: true });
    await page.getByText("These are the words as they were last stored.").waitFor();
    const [file] = await Promise.all([page.waitForEvent("download"), set.getByRole("link", { name: "Download PDF" }).click()]);
    assert.equal(file.suggestedFilename(), "resume.pdf");
    assert.match(await set.getByRole("link", { name: "Print" }).getAttribute("href"), /look=modern/);
    await page.getByRole("button", { name: "Update" }).click();
    await page.getByText("Updated.").waitFor();
    assert.equal((await imported()).document.meta.theme, "modern");
    await page.reload();
    await until("the address has kept the paper", async () => { const [ratio] = await drawn(); return Math.abs(ratio - 11 / 8.5) < 0.01; });
  });
});

test("the picture is on the page where the owner wants it", async () => {
  const picture = await api.upload(png(600, 750, () => [210, 20, 30]), "face.png", "A face");
  const { id } = await api.send("POST", "/resumes", { title: "With a face", document: { ...RESUME, basics: { ...RESUME.basics, image: picture.url } } });
  // What is painted in the middle of its place: 24 by 30 mm within the margins of this look.
  const painted = (image) => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [420, 594];
    const paper = canvas.getContext("2d");
    paper.drawImage(image, 0, 0, canvas.width, canvas.height);
    const [red, green] = paper.getImageData(174 * 2, 37 * 2, 1, 1).data;
    return red > 150 && green < 90;
  };
  await withPage(owner, async (page) => {
    await page.goto(`/admin/resumes/${id}?as=pages`);
    const set = page.getByRole("region", { name: "On paper" });
    const desk = page.getByRole("group", { name: "Pages as they are printed" });
    const shown = async () => {
      await until("the page is drawn", async () => (await desk.getAttribute("aria-busy")) === "false" && (await desk.getByRole("img").first().evaluate((image) => image.complete && image.naturalWidth > 0)));
      return desk.getByRole("img").first().evaluate(painted);
    };
    await desk.getByRole("img").first().waitFor();
    assert.equal(await shown(), false);
    await set.getByRole("switch", { name: "With the picture" }).check();
    await until("the picture is painted", shown);
    assert.match(await set.getByRole("link", { name: "Download PDF" }).getAttribute("href"), /photo=true/);
    await page.reload();
    await until("the address has kept it", shown);
    await set.getByRole("switch", { name: "With the picture" }).uncheck();
    await until("it is gone", async () => !(await shown()));
  });
  await api.send("DELETE", `/resumes/${id}`);
});

test("the data export of LinkedIn is read, and what of it was not understood is said", async () => {
  const zip = archive({
    "Export/Profile.csv": "First Name,Last Name,Headline,Summary\nAda,Example,Keeper of levels,Keeps levels.\n",
    "Export/Positions.csv": "Company Name,Title,Description,Location,Started On,Finished On\nHarbour Office,Keeper,\"• Kept the levels.\n• Drew the charts.\",Low Hills,Apr 2019,\n",
    "Export/Skills.csv": "Name\nLevelling\nTide tables\n",
    "Export/messages.csv": "FROM,TO\nsomebody,somebody\n",
  });
  await withPage(owner, async (page) => {
    await page.goto("/admin/resumes");
    await page.locator("input[type=file]").setInputFiles({ name: "export.zip", mimeType: "application/zip", buffer: zip });
    await page.getByRole("heading", { name: "Keeper of levels", level: 1 }).waitFor();
    const id = new URL(page.url()).pathname.split("/").at(-1);
    const { document } = await api.send("GET", `/resumes/${id}`);
    assert.deepEqual([document.basics.name, document.work[0].name, document.work[0].startDate], ["Ada Example", "Harbour Office", "2019-04"]);
    assert.deepEqual(document.work[0].highlights, ["Kept the levels.", "Drew the charts."]);
    assert.deepEqual(document.skills.map(({ name }) => name), ["Levelling", "Tide tables"]);
    await page.getByRole("button", { name: /^Experience/ }).click();
    assert.equal(await page.getByRole("textbox", { name: "Lines, line 1" }).inputValue(), "Kept the levels.");
    await page.goto("/admin/resumes");
    await page.locator("input[type=file]").setInputFiles({ name: "pictures.zip", mimeType: "application/zip", buffer: archive({ "a.txt": "nothing" }) });
    await page.getByRole("alert").filter({ hasText: "pictures.zip was not imported. It holds none of the tables of a LinkedIn data export" }).waitFor();
    await api.send("DELETE", `/resumes/${id}`);
  });
});

test("an import can be cancelled, and leaves nothing", async () => {
  const before = (await resumes()).length;
  await withPage(owner, async (page) => {
    await page.route("**/resumes/read", () => new Promise(() => {}));
    await page.goto("/admin/resumes");
    await choose(page, JSON.stringify(RESUME));
    await page.getByRole("progressbar", { name: "Reading resume.json" }).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Cancelled. Nothing of resume.json was kept.").waitFor();
    assert.equal(await page.getByRole("progressbar").count(), 0);
    assert.equal((await resumes()).length, before);
  });
});

test("a resume is public when its owner says so, and hides what is not switched on", async () => {
  const { id } = await imported();
  const page404 = await fetch(`${site.origin}/resume`, { headers: { accept: "text/html" } });
  assert.equal(page404.status, 404);
  await withPage(owner, async (page) => {
    await page.goto(`/admin/resumes/${id}`);
    await page.getByRole("switch", { name: "Public at /resume" }).click();
    await page.getByRole("switch", { name: "E-mail address" }).waitFor();
    const shown = async () => (await fetch(`${site.origin}/resume`, { headers: { accept: "text/html" } })).text();
    await until("it is there", async () => (await shown()).includes("Harbour Office"));
    assert.ok(!(await shown()).includes("ada@sample.example"));
    await page.getByRole("switch", { name: "E-mail address" }).click();
    await until("the address is shown", async () => (await shown()).includes("ada@sample.example"));
    await page.getByRole("switch", { name: "Public at /resume" }).click();
    await until("it is private", async () => (await api.send("GET", "/settings")).resume.id === null);
  });
});

test("what is no resume is refused with the reason, and a deleted one is gone after its title was typed", async () => {
  await withPage(owner, async (page) => {
    await page.goto("/admin/resumes");
    const before = (await resumes()).length;
    await choose(page, "{ not json");
    await page.getByText(/resume\.json was not imported\. It is neither JSON nor YAML/).waitFor();
    await choose(page, JSON.stringify({ work: [{ startDate: "yesterday" }] }));
    await until("the service has answered", async () => (await page.getByText(/not imported|Imported/).count()) > 0);
    for (const { id, title } of await resumes()) if (title !== "Keeper of instruments") await api.send("DELETE", `/resumes/${id}`);
    await page.goto("/admin/resumes");
    await page.getByRole("button", { name: "Actions for Keeper of instruments" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete Keeper of instruments?" });
    await dialog.getByRole("textbox").fill("Keeper of instruments");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await until("it is gone", async () => (await imported()) === undefined);
    assert.ok(before >= 1);
  });
});

test("axe finds nothing on the resumes, the form and the JSON", async () => {
  const { id } = await api.send("POST", "/resumes", { document: RESUME });
  await withPage({ ...owner, bypassCSP: true }, async (page) => {
    await page.goto("/admin/resumes");
    await page.getByRole("list", { name: "Resumes" }).waitFor();
    await assertAccessible(page, "resumes");
    await page.getByRole("button", { name: /^Actions for/ }).first().click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog", { name: /^Delete / }).waitFor();
    await assertAccessible(page, "deleting a resume");
    await page.goto(`/admin/resumes/${id}?section=work`);
    await page.getByRole("textbox", { name: "Lines, line 1" }).waitFor();
    await assertAccessible(page, "resume form");
    await page.goto(`/admin/resumes/${id}?as=json`);
    await page.getByLabel("JSON Resume").waitFor();
    await assertAccessible(page, "resume as JSON");
    await page.goto(`/admin/resumes/${id}?as=pages`);
    await page.getByRole("group", { name: "Pages as they are printed" }).getByRole("img").first().waitFor();
    await assertAccessible(page, "resume as pages");
  });
  await api.send("DELETE", `/resumes/${id}`);
});
