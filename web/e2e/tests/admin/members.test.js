/** Somebody who is signed in and no administrator: sees what members may do, and nothing else. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Api } from "../../harness/api.js";
import { assertAccessible } from "../../harness/axe.js";
import { DESKTOP, leave, openContext, PHONE, until } from "../../harness/browser.js";
import { startModel } from "../../harness/model.js";
import { signInAs, startProvider } from "../../harness/provider.js";
import { JOB, RESUME } from "../../harness/resume.js";
import { startServer } from "../../harness/server.js";

const MEMBER = "mia@member.example";
let provider, model, server, api, context, page;
/** Every call that the page has made to the service, with its answer. */
const calls = [];

before(async () => {
  provider = await startProvider();
  model = await startModel();
  server = await startServer({ ...provider.settings, FOLIA_AUTH__ADMINS: "owner@owner.example", FOLIA_AUTH__MEMBERS: "@member.example", FOLIA_LLM__URL: model.url, FOLIA_LLM__MODEL: "stand-in" });
  api = new Api(server.origin, await server.command("token", "create", "--role", "admin"));
  await api.send("POST", "/resumes", { document: RESUME });
  context = await openContext(server);
  // The provider's pages ask for a typeface from elsewhere.
  await context.route((url) => !["127.0.0.1"].includes(url.hostname), (route) => route.abort());
  context.on("response", (response) => {
    const { origin, pathname } = new URL(response.url());
    if (origin === server.origin && response.request().resourceType() === "fetch") calls.push([response.request().method(), pathname, response.status()]);
  });
  page = await context.newPage();
});
after(async () => {
  await context?.close();
  await server?.stop();
  await model?.stop();
  await provider?.stop();
  await leave();
});

/** The paths of all screens that are for administrators. */
const SCREENS = ["/inbox", "/media", "/memory", "/memory/chunks", "/memory/voice", "/resumes", "/redirects", "/settings", "/settings/profile", "/settings/look", "/settings/access", "/navigation", "/sections", "/new/story"];
const refused = () => calls.filter(([, , status]) => status === 401 || status === 403);

test("a member signs in at the provider, comes back to the address asked for, and finds Home and Tailor", async () => {
  await page.goto("/admin/tailor");
  await page.getByRole("link", { name: /^Sign in/ }).or(page.getByRole("button", { name: /^Sign in/ })).first().click();
  await signInAs(page, MEMBER);
  await page.waitForURL(`${server.origin}/admin/tailor`);
  await page.getByLabel("The job").waitFor();
  const offered = await page.getByRole("complementary", { name: "Sidebar" }).locator("nav a").allTextContents();
  assert.deepEqual(offered.map((text) => text.trim()), ["Home", "Tailor"]);
  assert.equal(await page.getByRole("tree").count(), 0);
  assert.equal(await page.getByLabel("Resume", { exact: true }).count(), 0, "resumes are not theirs to choose from");
  await page.goto("/admin");
  await page.getByRole("heading", { name: /Signed in to/ }).waitFor();
  await assertAccessible(page, "home of a member");
});

test("every other screen says for whom it is, and asks the service for nothing that is refused", async () => {
  for (const path of SCREENS) {
    await page.goto(`/admin${path}`);
    await page.getByRole("heading", { name: "This is for administrators" }).waitFor();
  }
  assert.deepEqual(refused(), []);
  await assertAccessible(page, "refused screen");
  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("dialog", { name: "Search or jump to" });
  await palette.waitFor();
  const offers = (await palette.getByRole("option").allTextContents()).join(" ");
  assert.match(offers, /Tailor/);
  assert.doesNotMatch(offers, /Inbox|Media|Memory|Resumes|Redirects|Settings|New/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await page.keyboard.press("Shift+N");
  assert.equal(await page.getByRole("dialog").count(), 0);
});

test("every call of administrators is refused to the session of a member, whatever the page may say", async () => {
  const { paths } = await (await fetch(`${server.origin}/openapi.json`)).json();
  const wanted = Object.entries(paths).flatMap(([path, methods]) => Object.entries(methods).filter(([, call]) => call["x-access"] === "admin").map(([method]) => [method.toUpperCase(), path.replaceAll(/\{[^}]*\}/g, "01939b1e-7c00-7abc-8def-0123456789ab")]));
  assert.ok(wanted.length > 40, `${wanted.length} calls are for administrators`);
  const answers = await page.evaluate(async (asked) => {
    const { csrf_token } = await (await fetch("/auth/session")).json();
    const out = [];
    for (const [method, path] of asked) {
      const answer = await fetch(path, { method, headers: { "x-csrf-token": csrf_token, "content-type": "application/json" }, ...(method === "GET" ? {} : { body: "{}" }) });
      out.push([method, path, answer.status]);
    }
    return out;
  }, wanted);
  assert.deepEqual(answers.filter(([, , status]) => status !== 403), []);
  calls.length = 0;
});

let result;

test("a member tailors, sees how every line came to be, and neither the memory nor the resume", async () => {
  await page.goto("/admin/tailor");
  await page.getByLabel("The job").fill(JOB);
  await page.getByRole("button", { name: "Tailor", exact: true }).click();
  await page.waitForURL(/\/admin\/tailor\/[0-9a-f-]{36}$/);
  result = page.url().split("/").at(-1);
  await page.getByRole("button", { name: /Wrote the tide tables/ }).first().click();
  const rail = page.getByRole("complementary", { name: "Sources and proposals" });
  await rail.getByText("Only administrators read the memory.").first().waitFor();
  assert.equal(await page.getByRole("button", { name: /^Add a fact/ }).count(), 0);
  await page.getByRole("radio", { name: "Side by side" }).check({ force: true });
  await page.getByText("Only administrators see the resume").waitFor();
  await page.getByRole("radio", { name: "Lines" }).check({ force: true });
  assert.deepEqual(refused(), []);
  await assertAccessible(page, "result of a member");
});

test("what a member accepts, edits, approves and flags is their voice, and the resume of nobody", async () => {
  await page.goto(`/admin/tailor/${result}`);
  const rail = page.getByRole("complementary", { name: "Sources and proposals" });
  const proposal = rail.getByRole("article").filter({ hasText: "tide gauges online" });
  await proposal.getByRole("button", { name: "Accept" }).click();
  await page.getByText("The resume stays as it is.").waitFor();
  assert.equal(await page.getByRole("button", { name: /^Carefully kept/ }).count(), 0);
  await page.getByRole("button", { name: "Undo" }).click();
  await proposal.waitFor();
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await page.getByText(/saved as examples of your voice/).waitFor();
  const listed = await page.evaluate(async () => (await fetch("/voice/feedback?limit=100")).json());
  assert.ok(listed.total >= 3 && listed.items.every(({ feedback_type }) => feedback_type === "approved"));
  assert.equal((await api.send("GET", "/voice/feedback")).total, 0, "the owner's voice is another one");
  const made = await api.send("POST", "/tailor", { job_description: JOB, threshold: 0, max_attempts: 1 });
  assert.ok(made.statements.every(({ kind }) => kind !== "approved"));
  assert.deepEqual(refused(), []);
});

test("a session that ends is begun again in the provider's window, and what was being done is done", async () => {
  await page.goto("/admin/tailor");
  await page.getByLabel("The job").fill("Keeper of tide gauges, for a week.");
  // Ended elsewhere: the browser still has its cookie.
  await page.evaluate(async () => {
    const { csrf_token } = await (await fetch("/auth/session")).json();
    const { items } = await (await fetch("/auth/sessions")).json();
    await fetch(`/auth/sessions/${items.find(({ current }) => current).id}`, { method: "DELETE", headers: { "x-csrf-token": csrf_token } });
  });
  await page.getByRole("button", { name: "Tailor", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "You have been signed out" });
  await dialog.waitFor();
  await assertAccessible(page, "signed out");
  const [popup] = await Promise.all([context.waitForEvent("page"), dialog.getByRole("button", { name: "Sign in again" }).click()]);
  const agreed = popup.locator("form:has(input[value=consent]) button");
  const login = popup.locator("input[name=login]");
  await Promise.race([popup.waitForEvent("close"), login.or(agreed).first().waitFor().then(() => undefined)]).catch(() => undefined);
  if (!popup.isClosed() && (await login.count()) > 0) await signInAs(popup, MEMBER);
  else if (!popup.isClosed() && (await agreed.count()) > 0) await agreed.click();
  await dialog.waitFor({ state: "detached" });
  await page.waitForURL(/\/admin\/tailor\/[0-9a-f-]{36}$/);
});

test("on a phone there are three tabs, and no more behind them", async () => {
  await page.setViewportSize(PHONE);
  await page.goto("/admin/more");
  const tabs = page.getByRole("navigation", { name: "Main" });
  await until("three tabs", async () => (await tabs.getByRole("link").count()) === 3);
  const more = page.getByRole("navigation", { name: "All places" }).getByRole("link");
  await more.first().waitFor();
  assert.deepEqual((await more.allTextContents()).map((text) => text.trim()), ["Tailor"]);
  await assertAccessible(page, "more of a member");
});
