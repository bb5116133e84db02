/** Two administrators, each with an account at a real provider, at one and the same browser. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Api } from "../../harness/api.js";
import { leave, openContext, until } from "../../harness/browser.js";
import { signInAs, startProvider } from "../../harness/provider.js";
import { startServer } from "../../harness/server.js";
import { anotherWindow, edit, notSaved, toEnd } from "../../harness/writing.js";

const [ADA, BEN] = ["ada@owner.example", "ben@owner.example"];
let provider, server, api, context;

before(async () => {
  provider = await startProvider();
  server = await startServer({ ...provider.settings, FOLIA_AUTH__ADMINS: `${ADA},${BEN}` });
  api = new Api(server.origin, await server.command("token", "create", "--role", "admin"));
  context = await openContext(server);
  // The provider's pages ask for a typeface from elsewhere.
  await context.route((url) => url.hostname !== "127.0.0.1", (route) => route.abort());
});
after(async () => {
  await context?.close();
  await server?.stop();
  await provider?.stop();
  await leave();
});

const notice = (page) => page.getByText("were on this device and not on the server");
const stored = (id) => api.send("GET", `/content/story/${id}`);
const written = (text) => text.innerText().catch(() => "");

/** Through the door: the link of the site, the form of the provider. */
async function signIn(page, email) {
  await page.goto("/auth/login?return_to=%2Fadmin");
  await signInAs(page, email);
  await page.waitForURL(`${server.origin}/admin`);
  const { user } = await page.evaluate(async () => (await fetch("/auth/session")).json());
  assert.equal(user.email, email);
  return user.id;
}

/** As the menu does it. The provider forgets, too: who comes next is asked who they are. */
async function signOut(page) {
  await page.goto("/admin");
  await page.getByRole("complementary", { name: "Sidebar" }).locator(".account").click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(`${server.origin}/`);
  await context.clearCookies();
}

/** Words that the service never got. */
async function leaveUnsaved(page, id, words) {
  const refuse = (route) => (route.request().method() === "GET" ? route.continue() : route.abort("connectionreset"));
  const text = await edit(page, id);
  await context.route(`**/api/content/story/${id}`, refuse);
  await toEnd(page, text);
  await page.keyboard.type(` ${words}`);
  await notSaved(page, words);
  await page.close({ runBeforeUnload: false });
  await context.unroute(`**/api/content/story/${id}`, refuse);
}

test("the words that one account has left on a device are shown to no other, and wait for who wrote them", async () => {
  const { id } = await api.item("story", "One desk, two people", { is_published: false, body: "<p>Text.</p>" });
  const first = await context.newPage();
  const ada = await signIn(first, ADA);
  await leaveUnsaved(first, id, "Of Ada alone.");

  const second = await anotherWindow(context);
  await signOut(second);
  assert.notEqual(await signIn(second, BEN), ada);
  const seen = await edit(second, id);
  await toEnd(second, seen);
  await second.keyboard.type(" By Ben.");
  await until("the words of the second are saved", async () => (await stored(id)).body.includes("By Ben."));
  assert.equal((await stored(id)).body, "<p>Text. By Ben.</p>", "and no others");
  assert.doesNotMatch(await written(seen), /Of Ada/);
  assert.equal(await notice(second).count(), 0);
  await second.close({ runBeforeUnload: false });

  const third = await anotherWindow(context);
  await signOut(third);
  assert.equal(await signIn(third, ADA), ada);
  await third.goto(`/admin/edit/story/${id}`);
  // Ben has saved meanwhile: both versions are shown beside each other.
  await until("they are there for who has written them", async () => /Of Ada alone\./.test(await third.locator("main").innerText().catch(() => "")));
  assert.equal((await stored(id)).body, "<p>Text. By Ben.</p>", "nothing is saved before it was decided");
  await third.close({ runBeforeUnload: false });
  await signOut(await anotherWindow(context));
});

test("who signs in while the words of another are on the page does not save them", async () => {
  const { id } = await api.item("story", "Taken over", { is_published: false, body: "<p>Text.</p>" });
  const page = await context.newPage();
  await signIn(page, ADA);
  const refuse = (route) => (route.request().method() === "GET" ? route.continue() : route.abort("connectionreset"));
  await context.route(`**/api/content/story/${id}`, refuse);
  const text = await edit(page, id);
  await toEnd(page, text);
  await page.keyboard.type(" Of Ada alone.");
  await notSaved(page, "Of Ada alone.");
  await context.clearCookies();
  await context.unroute(`**/api/content/story/${id}`, refuse);
  const dialog = page.getByRole("dialog", { name: "You have been signed out" });
  const again = page.getByRole("button", { name: "Try again" });
  // Whatever asks the service first hears of it.
  await until("it says so", async () => (await dialog.count()) > 0 || (await again.click({ timeout: 1_000 }).catch(() => undefined), false));
  const other = await context.newPage();
  await signIn(other, BEN);
  await page.bringToFront();
  await dialog.getByText(BEN).waitFor();
  assert.equal((await stored(id)).body, "<p>Text.</p>");
  assert.match(await written(text), /Of Ada alone\./, "they stay on the page");
});
