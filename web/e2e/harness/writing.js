/** The editor as tests use it: a draft, its text, the caret, and whether it was saved. */
import { Api } from "./api.js";
import { site } from "./browser.js";

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
