/** The form, in its four states and without script. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Api } from "../harness/api.js";
import { assertAccessible } from "../harness/axe.js";
import { leave, PHONE, site, until, withPage } from "../harness/browser.js";

after(leave);
const api = new Api(site.origin, site.token);
const arrived = async (message) => (await api.send("GET", "/contact/messages?limit=100")).items.some((stored) => stored.message === message);

async function write(page, message) {
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("E-mail").fill("ada@example.org");
  await page.getByLabel("Message").fill(message);
}

test("with script the form is idle, submitting, and then thanks", () =>
  withPage({}, async (page) => {
    // The answer is held back until the second state has been seen.
    let release;
    const seen = new Promise((done) => (release = done));
    await page.route("**/contact", async (route) => {
      if (route.request().method() === "POST") await seen;
      await route.continue();
    });
    await page.goto("/contact");
    const send = page.getByRole("button", { name: "Send message" });
    assert(await send.isEnabled());
    await write(page, "Sent with script.");
    await send.click();
    await page.getByRole("button", { name: "Sending" }).waitFor();
    release();
    await page.getByRole("heading", { name: /Thank you/ }).waitFor();
    assert.equal(await page.getByLabel("Message").isVisible(), false);
    assert(await arrived("Sent with script."));
  }));

test("a message that is refused says so, keeps the words, and can be sent again", () =>
  withPage({ expected: (message) => message.location().url.endsWith("/contact") }, async (page) => {
    let refuse = true;
    await page.route("**/contact", (route) => {
      const refused = refuse && route.request().method() === "POST";
      if (refused) refuse = false;
      return refused ? route.fulfill({ status: 400, contentType: "application/problem+json", body: "{}" }) : route.continue();
    });
    await page.goto("/contact");
    await write(page, "Sent twice.");
    await page.getByRole("button", { name: "Send message" }).click();
    await page.getByText("could not be sent").waitFor();
    assert.equal(await page.getByLabel("Message").inputValue(), "Sent twice.");
    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByRole("heading", { name: /Thank you/ }).waitFor();
    assert(await arrived("Sent twice."));
  }));

test("without script a page waits, and then the message is sent", () =>
  withPage({ script: false }, async (page) => {
    await page.goto("/contact");
    const words = "Sent without script.\n\nIn two paragraphs.";
    await write(page, words);
    await page.getByRole("button", { name: "Send message" }).click();
    await page.getByRole("heading", { name: "One moment" }).waitFor();
    await page.getByRole("button", { name: "Send the message now" }).click();
    await page.getByRole("heading", { name: /Thank you/ }).waitFor();
    await until("the message is stored", () => arrived(words));
  }));

test("axe finds nothing in any state of the form, on phone and desktop, light and dark", () =>
  withPage({ expected: (message) => message.location().url.endsWith("/contact") }, async (page) => {
    let refuse = true;
    let release;
    const seen = new Promise((done) => (release = done));
    await page.route("**/contact", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      if (refuse) return route.fulfill({ status: 400, contentType: "application/problem+json", body: "{}" });
      await seen;
      return route.continue();
    });
    await page.goto("/contact");
    await assertAccessible(page, "idle");
    await write(page, "Looked at in every state.");
    await page.getByRole("button", { name: "Send message" }).click();
    await page.getByText("could not be sent").waitFor();
    await assertAccessible(page, "error");
    refuse = false;
    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByRole("button", { name: "Sending" }).waitFor();
    await assertAccessible(page, "submitting");
    release();
    await page.getByRole("heading", { name: /Thank you/ }).waitFor();
    await assertAccessible(page, "success");
  }));

test("what the form says beside its fields is seen on a phone, too", () =>
  withPage({ viewport: PHONE, scheme: "dark" }, async (page) => {
    await page.goto("/contact");
    assert(await page.getByText("Your address is used to answer").isVisible());
    await page.getByLabel("Message").fill("Seven +");
    assert(await page.getByText("7 / 2000").isVisible());
  }));

test("the trap for machines is hidden from people and from keys", () =>
  withPage({}, async (page) => {
    await page.goto("/contact");
    const trap = page.locator("input[name=topic]");
    assert.equal(await trap.getAttribute("tabindex"), "-1");
    assert.equal(await trap.getAttribute("autocomplete"), "off");
    assert.equal(await page.getByRole("textbox", { name: "Topic" }).count(), 0);
    const box = await trap.boundingBox();
    assert(box === null || box.x + box.width <= 0 || box.y + box.height <= 0 || box.width <= 1, JSON.stringify(box));
  }));

test("whoever is signed in can write, too", () =>
  withPage({ signedIn: true }, async (page) => {
    await page.goto("/contact");
    // What the session tells is not asked for.
    const name = page.getByLabel("Name");
    if (await name.count()) await name.fill("The owner");
    const email = page.getByLabel("E-mail");
    if (await email.count()) await email.fill("owner@example.org");
    await page.getByLabel("Message").fill("Sent by the owner.");
    await page.getByRole("button", { name: "Send message" }).click();
    await page.getByRole("heading", { name: /Thank you/ }).waitFor();
    assert(await arrived("Sent by the owner."));
  }));
