/** Uploads on bad lines: answers of others, no answer at all, second thoughts. Each ends, says what happened, and leaves nothing behind. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { leave, until, withPage } from "../../harness/browser.js";
import { hills } from "../../harness/pictures.js";
import { api, draft, edit, refused, stored } from "../../harness/writing.js";

after(leave);

const total = async () => (await api.send("GET", "/uploads?limit=1")).total;
const picture = (name = "hills.png") => ({ name, mimeType: "image/png", buffer: hills(300, 200, 0.5) });
const words = (page) => page.getByRole("dialog", { name: "Describe the picture" });
const PAGE = { status: 200, contentType: "text/html", body: "<!doctype html><title>Welcome on board</title>" };
const FOREIGN = "Something between here and the site has answered in its place";

/** An editor with a picture chosen, and its look. */
async function choose(page, files = [picture()]) {
  const { id } = await draft("A picture for it", "<p>Text.</p>");
  await edit(page, id);
  await page.getByLabel("Pictures and videos").setInputFiles(files);
  await page.getByRole("dialog", { name: "Add a picture" }).getByRole("button", { name: "Use as it is" }).click();
  await words(page).waitFor();
  return id;
}

/** Answers uploads in place of the service, until that is over. */
async function instead(page, answer, address = "**/api/uploads") {
  const act = async (route) => (route.request().method() === "GET" ? route.continue() : answer(route));
  await page.route(address, act);
  return () => page.unroute(address, act);
}

for (const [what, answer] of [
  ["a page", PAGE],
  ["a page that says it is JSON", { ...PAGE, contentType: "application/json" }],
  ["JSON of somebody else", { status: 200, contentType: "application/json", body: '{"ok":true}' }],
  ["half of an answer", { status: 201, contentType: "application/json", body: '{"id":"1","url":' }],
]) {
  test(`an upload that is answered by ${what} says so, and can be tried again`, () =>
    withPage(refused, async (page) => {
      const before = await total();
      const mend = await instead(page, (route) => route.fulfill(answer));
      const id = await choose(page);
      await words(page).getByText(FOREIGN).waitFor();
      await words(page).getByText("Not uploaded.").waitFor();
      assert.doesNotMatch(await words(page).innerText(), /JSON|token|Unexpected/i);
      await mend();
      await words(page).getByRole("button", { name: "Try again" }).click();
      await words(page).getByText(/^Uploaded/).waitFor();
      await words(page).getByLabel("For people who cannot see it").fill("Hills");
      await words(page).getByRole("button", { name: "Insert picture" }).click();
      await until("it is in the text", async () => (await stored(id)).body.includes("<img"));
      assert.equal(await total(), before + 1);
    }));
}

test("an upload that nobody answers ends in its time, and can be tried again", () =>
  withPage(refused, async (page) => {
    await page.clock.install();
    const mend = await instead(page, () => undefined);
    await choose(page);
    await words(page).getByLabel("For people who cannot see it").fill("Hills");
    await words(page).getByRole("button", { name: "Insert picture" }).click();
    await until("its time is over", async () => {
      await page.clock.fastForward(60_000);
      return (await words(page).getByText("The server did not answer in time.").count()) > 0;
    });
    await mend();
    await words(page).getByRole("button", { name: "Try again" }).click();
    await words(page).getByText(/^Uploaded/).waitFor();
    await words(page).getByRole("button", { name: "Cancel" }).click();
    await words(page).waitFor({ state: "detached" });
  }));

test("whatever an upload waits for, Cancel ends it at once, and what arrives later is deleted", () =>
  withPage(refused, async (page, context) => {
    const before = await total();
    // The answer is held back by the browser itself: the request goes out as any other.
    const wire = await context.newCDPSession(page);
    const held = [];
    wire.on("Fetch.requestPaused", ({ requestId }) => void held.push(requestId));
    await wire.send("Fetch.enable", { patterns: [{ urlPattern: "*/api/uploads", requestStage: "Response" }] });
    await choose(page);
    await until("the service has it", async () => held.length === 1 && (await total()) === before + 1);
    await words(page).getByText("Being made into sizes").waitFor();
    await words(page).getByRole("button", { name: "Cancel" }).click();
    await words(page).waitFor({ state: "detached" });
    await wire.send("Fetch.continueRequest", { requestId: held[0] });
    await until("nothing is left of it", async () => (await total()) === before);
  }));

test("Escape asks before words about a picture are thrown away, however often it is pressed", () =>
  withPage(refused, async (page) => {
    const before = await total();
    await choose(page);
    await words(page).getByText(/^Uploaded/).waitFor();
    await words(page).getByLabel("For people who cannot see it").fill("Hills in the evening");
    const question = page.getByRole("dialog", { name: "Close without saving?" });
    for (let time = 0; time < 3; time += 1) {
      await page.keyboard.press("Escape");
      await question.waitFor();
      await page.keyboard.press("Escape");
      await question.waitFor({ state: "detached" });
      assert.equal(await words(page).getByLabel("For people who cannot see it").inputValue(), "Hills in the evening");
    }
    await page.keyboard.press("Escape");
    await question.getByRole("button", { name: "Close", exact: true }).last().click();
    await words(page).waitFor({ state: "detached" });
    await until("nothing is left of it", async () => (await total()) === before);
  }));

test("who closes a film while it is read uploads nothing", () =>
  withPage(refused, async (page) => {
    let sent = 0;
    await instead(page, (route) => {
      sent += 1;
      return route.abort();
    });
    const { id } = await draft("A film for it", "<p>Text.</p>");
    await edit(page, id);
    // Reading takes until it is let go.
    await page.evaluate(() => {
      const read = Blob.prototype.arrayBuffer;
      Blob.prototype.arrayBuffer = function () {
        return new Promise((done) => (window.letRead = () => done(read.call(this))));
      };
    });
    await page.getByLabel("Pictures and videos").setInputFiles({ name: "film.mp4", mimeType: "video/mp4", buffer: Buffer.from("\0\0\0\x20ftypisom", "latin1") });
    const reading = page.getByRole("dialog", { name: "Add a picture" });
    await reading.getByText("Reading film.mp4").waitFor();
    await page.keyboard.press("Escape");
    await reading.waitFor({ state: "detached" });
    await page.evaluate(() => window.letRead());
    await page.getByRole("textbox", { name: "Text", exact: true }).click();
    await page.keyboard.type("Typed on.");
    await until("it is saved", async () => (await stored(id)).body.includes("Typed on."));
    assert.equal(sent, 0);
  }));

test("who leaves the screen during an upload leaves nothing on the server", () =>
  withPage(refused, async (page) => {
    const before = await total();
    await page.goto("/admin/media");
    await page.locator("main li").first().waitFor();
    await page.getByLabel("Files").setInputFiles(picture("left.png"));
    await page.getByRole("dialog", { name: "Add a picture" }).getByRole("button", { name: "Use as it is" }).click();
    await words(page).getByText(/^Uploaded/).waitFor();
    await page.evaluate(() => navigation.navigate("/admin/inbox"));
    await page.getByRole("heading", { name: "Inbox", level: 1 }).waitFor();
    await until("nothing is left of it", async () => (await total()) === before);
  }));

test("another file for a picture: a page in place of the answer is said where it was asked for, and can be tried again", () =>
  withPage(refused, async (page) => {
    const { id } = await api.upload(hills(400, 300, 0.2), "old.png", "Old");
    await page.goto(`/admin/media/${id}`);
    await page.getByRole("button", { name: "Replace" }).waitFor();
    const mend = await instead(page, (route) => route.fulfill(PAGE), `**/api/uploads/${id}/file`);
    await page.getByLabel("Another picture").setInputFiles(picture("new.png"));
    const said = page.getByRole("alert").filter({ hasText: "Not replaced." });
    await said.getByText(FOREIGN).waitFor();
    await mend();
    await said.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Replaced everywhere it is used").waitFor();
    assert.equal((await api.send("GET", `/uploads/${id}`)).width, 300);
    await api.send("DELETE", `/uploads/${id}`);
  }));

test("a save that is answered by a page, or by nobody, is not saved and says why", () =>
  withPage(refused, async (page) => {
    const { id } = await draft("On a train", "<p>Text.</p>");
    const text = await edit(page, id);
    const put = `**/api/content/story/${id}`;
    let mend = await instead(page, (route) => route.fulfill(PAGE), put);
    await text.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" Written on board.");
    await page.getByText("Not saved.").waitFor();
    await page.locator(".saving").getByText(FOREIGN).waitFor({ state: "attached" });
    await mend();
    await page.clock.install();
    mend = await instead(page, () => undefined, put);
    await page.getByRole("button", { name: "Try again" }).click();
    await until("its time is over", async () => {
      await page.clock.fastForward(31_000);
      return (await page.locator(".saving").getByText("The server did not answer in time.").count()) > 0;
    });
    await mend();
    await page.getByRole("button", { name: "Try again" }).click();
    await until("it is saved", async () => (await stored(id)).body.includes("Written on board."));
  }));
