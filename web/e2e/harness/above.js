/** Whatever opens above a screen, and how: dialogs, drawers, menus. By keys alone, from the control that opens it. */

import { hills } from "./pictures.js";

/** Gives the focus to a control as Tab would, and presses Enter on it. */
async function enter(page, control) {
  await control.focus();
  await page.keyboard.press("Enter");
}
const button = (page, name) => page.getByRole("button", { name, exact: true }).first();
const dialog = (page, name) => page.getByRole("dialog", { name });

/** The caret at the end of the text, and an entry of the slash menu. */
async function slash(page, typed, option) {
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  await text.focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.type(typed);
  await page.getByRole("option", { name: option }).first().waitFor();
  await page.keyboard.press("Enter");
}
/** A picture, as somebody chooses it from their files. */
async function upload(page) {
  const chooser = page.waitForEvent("filechooser");
  await slash(page, "/picture", "Picture");
  await (await chooser).setFiles({ name: "hills.png", mimeType: "image/png", buffer: hills(240, 160, 0.4) });
  const open = dialog(page, "Add a picture");
  await open.locator("label", { hasText: "Vivid" }).locator("img").waitFor();
  return open;
}
/** Goes down an open menu to the entry of this name, and chooses it. */
async function choose(page, name) {
  const item = page.getByRole("menuitem", { name }).first();
  await item.waitFor();
  for (let step = 0; step < 20 && !(await item.evaluate((element) => element === document.activeElement)); step += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
}
/** From a control outside of every field, as letters are shortcuts there. */
async function press(page, keys) {
  await page.getByRole("main").getByRole("link").first().focus();
  await page.keyboard.press(keys);
}
async function menuOf(page, row) {
  await row.focus();
  await page.keyboard.press("Shift+F10");
}

/** Until what was chosen is known: browsers tell of it a moment later, and where a bar is always in sight it says nothing. */
const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/**
 * Each with the screen it opens on, the sign that the screen is there, what opens it, and the element that is open then.
 * `back` is where the focus has to be after Escape, if not on what had it before: text in the editor, a row of the tree.
 */
export function dialogsOf({ section, story, pictured, chunk, resume, tailoring, picture }) {
  const text = (page) => page.getByRole("textbox", { name: "Text", exact: true });
  const row = (page) => page.getByRole("treeitem", { name: "Walks", exact: true }).or(page.getByRole("treeitem", { name: "Writing", exact: true })).first();
  const editor = `/edit/story/${story.id}`;
  return [
    { name: "the palette", path: "/more", ready: "main nav", open: async (page) => { await press(page, "Control+k"); return dialog(page, "Search or jump to"); } },
    { name: "the shortcuts", path: "/more", ready: "main nav", open: async (page) => { await press(page, "?"); return dialog(page, "Shortcuts"); } },
    { name: "a new section", path: "/more", ready: "main nav", open: async (page) => { await press(page, "Shift+N"); return dialog(page, "Add section"); } },
    { name: "the settings of a section", path: `/sections/${section.id}`, ready: "main li, main tr", open: async (page) => { await enter(page, button(page, "Settings")); return dialog(page, "Section settings"); } },
    { name: "the menu of a section", path: "/sections", ready: "[role=treeitem]", open: async (page) => { await menuOf(page, row(page)); return page.getByRole("menu"); } },
    { name: "moving a section", path: "/sections", ready: "[role=treeitem]", open: async (page) => { await menuOf(page, row(page)); await choose(page, "Move into…"); return dialog(page, /^Move .* into$/); } },
    { name: "actions for an item", path: `/sections/${section.id}`, ready: "main li, main tr", open: async (page) => { await enter(page, page.getByRole("button", { name: /^Actions for/ }).first()); return page.getByRole("menu"); } },
    { name: "the publish panel", path: editor, ready: ".ProseMirror", beside: true, open: async (page) => { await enter(page, button(page, "Publish")); return dialog(page, "Publish this story"); } },
    { name: "a link", path: editor, ready: ".ProseMirror", back: text, open: async (page) => { await text(page).focus(); await page.keyboard.press("Control+Home"); await page.keyboard.press("Shift+End"); await page.getByRole("toolbar", { name: "Text" }).waitFor(); await drawn(page); await page.keyboard.press("Control+k"); return dialog(page, "Link"); } },
    { name: "a video", path: editor, ready: ".ProseMirror", back: text, open: async (page) => { await slash(page, "/video", "Video"); return dialog(page, "Add a video"); } },
    { name: "a picture from the library", path: editor, ready: ".ProseMirror", back: text, open: async (page) => { await slash(page, "/library", "From the library"); const open = dialog(page, "Choose a picture"); await open.locator("img").first().waitFor(); return open; } },
    { name: "the look of an upload", path: editor, ready: ".ProseMirror", back: text, open: upload },
    { name: "the words of an upload", path: editor, ready: ".ProseMirror", back: text, open: async (page) => { await enter(page, (await upload(page)).getByRole("button", { name: "Use as it is" })); const open = dialog(page, "Describe the picture"); await open.getByText(/^Uploaded/).waitFor(); return open; } },
    { name: "the words of a picture in the text", path: `/edit/story/${pictured.id}`, ready: ".ProseMirror img", back: text, open: async (page) => { await enter(page, button(page, "Publish")); await enter(page, dialog(page, "Publish this story").getByRole("listitem").filter({ hasText: "no description" }).getByRole("button", { name: "Fix" })); return dialog(page, "Describe the picture"); } },
    { name: "the state of the index", path: "/memory", ready: "main table.bars", open: async (page) => { await enter(page, page.locator("button.health")); return dialog(page, "How the index stands"); } },
    { name: "deleting a file", path: `/media/${picture.id}`, ready: "main img", open: async (page) => { await enter(page, button(page, "Delete")); return dialog(page, "Delete this file?"); } },
    { name: "a new redirect", path: "/redirects", ready: "main table, main li", open: async (page) => { await enter(page, button(page, "New redirect")); return dialog(page, "New redirect"); } },
    { name: "a new token", path: "/settings/access", ready: "main table, main li", open: async (page) => { await enter(page, button(page, "New token")); return dialog(page, "New token"); } },
    { name: "a fact", path: "/memory", ready: "main table.bars", beside: true, open: async (page) => { await enter(page, button(page, "Add a fact")); return dialog(page, "Add a fact"); } },
    { name: "a chunk", path: "/memory/chunks?q=Donaudampf", ready: "main td.text button", beside: true, open: async (page) => { await enter(page, page.getByRole("button", { name: chunk.text }).first()); return dialog(page, /^Edit chunk/); } },
    { name: "clearing a source", path: "/memory/chunks?source=opinion", ready: "main td.text button", open: async (page) => { await enter(page, page.getByRole("button", { name: /^Clear / })); return dialog(page, /^Clear everything/); } },
    { name: "deleting a resume", path: "/resumes", ready: "main li", open: async (page) => { await enter(page, page.getByRole("button", { name: /^Actions for Donau/ }).first()); await choose(page, "Delete"); return dialog(page, /^Delete/); }, back: (page) => page.getByRole("button", { name: /^Actions for Donau/ }).first() },
    { name: "actions for an entry of a resume", path: `/resumes/${resume.id}?section=work`, ready: "main input", open: async (page) => { await enter(page, page.getByRole("button", { name: /^Actions for Instrument engineer/ })); return page.getByRole("menu"); } },
    { name: "the text of a resume", path: `/resumes/${resume.id}`, ready: "main input", open: async (page) => { await enter(page, button(page, "Show the text")); return dialog(page, "How a machine reads it"); } },
    { name: "the forms of a result", path: `/tailor/${tailoring.id}`, ready: "main button.text", open: async (page) => { await enter(page, button(page, "Export")); return page.getByRole("menu"); } },
    { name: "the letter", path: `/tailor/${tailoring.id}`, ready: "main button.text", back: (page) => button(page, "Export"), open: async (page) => { await enter(page, button(page, "Export")); await choose(page, "Cover letter"); const open = dialog(page, "Cover letter"); await open.getByLabel("The letter").waitFor(); return open; } },
    { name: "deleting a result", path: "/tailor", ready: "main section li", open: async (page) => { await enter(page, page.getByRole("button", { name: /^Delete the result/ }).first()); return dialog(page, /^Delete the result/); } },
    { name: "the account", path: "/more", ready: "main nav", wide: true, open: async (page) => { await enter(page, page.getByRole("complementary", { name: "Sidebar" }).locator(".account")); return page.getByRole("menu"); } },
  ];
}
