/** The editor as tests use it: a draft, its text, the caret, and whether it was saved. */
import { Api } from "./api.js";
import { site, until } from "./browser.js";

export const api = new Api(site.origin, site.token);
export const owner = { signedIn: true, expected: (message) => /status of 404/.test(message.text()) };
/** Refusals are part of some stories; the browser writes each of them to its console. */
export const refused = { signedIn: true, expected: (message) => /Failed to load resource/.test(message.text()) };

export const draft = (title, body) => api.item("story", title, { is_published: false, body });
export const stored = (id) => api.send("GET", `/content/story/${id}`);

export async function edit(page, id) {
  await page.goto(`/admin/edit/story/${id}`);
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  await text.waitFor();
  return text;
}

/** The caret behind the last letter. */
export async function toEnd(page, text) {
  await text.click();
  await page.keyboard.press("Control+End");
}

export const saved = (page) => page.getByRole("status").filter({ hasText: /^Saved/ }).waitFor();

/** The drafts that this device keeps. */
const drafts = (page) => page.evaluate(() => new Promise((done) => {
  const open = indexedDB.open("folia-drafts");
  // Nobody has kept anything yet, and it is not for us to begin.
  open.onupgradeneeded = () => open.transaction.abort();
  open.onerror = () => done([]);
  open.onsuccess = () => {
    const all = open.result.transaction("drafts").objectStore("drafts").getAll();
    all.onsuccess = () => (open.result.close(), done(all.result));
  };
}));
const says = (form, words) => form != null && (form.body.includes(words) || form.title.includes(words));

/** Until this device holds the words. What the page says of them may be about their first half: typing takes its time. */
export const keptHere = (page, words) => until(`“${words}” is kept on this device`, async () => (await drafts(page)).some(({ value }) => says(value, words)));

/** Until the page says that all of these words are not saved: a pause keeps them here, and they are sent in the same breath. */
export async function notSaved(page, words) {
  await keptHere(page, words);
  await page.getByText("Not saved.").waitFor();
}

/** Another window, once those that were closed are gone for the browser too: until then their words are theirs. `open` are left. */
export async function anotherWindow(context, open = 0) {
  const page = await context.newPage();
  await page.goto("/robots.txt");
  await until(`${open} windows are left`, () => page.evaluate(async (left) => (await navigator.locks.query()).held.filter(({ name }) => name.startsWith("folia-tab:")).length === left, open));
  return page;
}
