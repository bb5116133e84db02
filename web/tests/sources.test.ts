// What must hold of all components, read from their sources.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { test } from "node:test";

// Tests run from `.cache/tests`.
const admin = resolve(import.meta.dirname, "../../admin");

function components(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return components(path);
    return entry.name.endsWith(".svelte") ? [path] : [];
  });
}

const all = components(admin).map((path) => ({ name: relative(admin, path), source: readFileSync(path, "utf8") }));

test("parts of the program are loaded by the one component that says when that fails", () => {
  assert(all.length > 80, "the components are found");
  for (const { name, source } of all) {
    assert.doesNotMatch(source, /\{#await\s+import\(/, `${name}: use Part`);
  }
});

/** Fields whose words are nobody's work, or are kept by somebody else. */
const UNGUARDED: Record<string, string> = {
  "access/Ready.svelte": "shows a token; Access guards that it is copied",
  "content/AllContent.svelte": "a search, which stands in the address",
  "content/ContentList.svelte": "filters, which stand in the address",
  "content/Details.svelte": "a part of the editor, which guards them",
  "content/PreviewLinks.svelte": "shows a link",
  "content/PublishPanel.svelte": "a date",
  "content/Tags.svelte": "a part of the editor and of forms that guard them",
  "editor/Editor.svelte": "a part of the editor screen, which guards it",
  "editor/MediaChoice.svelte": "a search",
  "editor/upload/Description.svelte": "a part of dialogs that guard it",
  "media/Library.svelte": "a search, which stands in the address",
  "memory/Chunks.svelte": "filters, which stand in the address",
  "memory/SearchPreview.svelte": "a search, which stands in the address",
  "redirects/Where.svelte": "a question, answered while one types",
  "resumes/Inputs.svelte": "a part of the form of a resume, which guards it",
  "resumes/Lines.svelte": "a part of the form of a resume, which guards it",
  "resumes/OnPaper.svelte": "choices, saved with the resume, which guards them",
  "resumes/PublicParts.svelte": "choices, saved with the resume, which guards them",
  "resumes/Resumes.svelte": "a file",
  "resumes/SectionForm.svelte": "a part of the form of a resume, which guards it",
  "sections/MoveSection.svelte": "a search",
  "sections/SectionTree.svelte": "a filter",
  "settings/AccentChoice.svelte": "a part of the settings, which guard it",
  "settings/Profile.svelte": "the form of the settings guards it",
  "settings/Site.svelte": "the form of the settings guards it",
  "shell/Confirm.svelte": "a name that is typed to confirm",
  "shell/Palette.svelte": "a search",
  "shell/Shortcuts.svelte": "a filter",
  "tailor/CoverLetter.svelte": "a day",
  "tailor/EditLine.svelte": "the result keeps the words, and its screen guards them",
  "tailor/Proposal.svelte": "the result keeps the words, and its screen guards them",
  "tailor/Requirements.svelte": "answers to gaps, which the screen of the result keeps and guards",
  "tailor/Setting.svelte": "choices, saved at once",
  "ui/Field.svelte": "the frame of a field",
};

/** Fields for words: text areas, and inputs that are no choice, file or number. */
function hasWords(source: string): boolean {
  const markup = source.replace(/<script[\s\S]*?<\/script>/g, "").replace(/<style[\s\S]*?<\/style>/g, "").replace(/<!--[\s\S]*?-->/g, "");
  const inputs = [...markup.matchAll(/<input\b[^>]*>/g)].map(([tag]) => tag);
  const choice = /type="(?:radio|checkbox|file|range|number|color)"/;
  return /<textarea\b/.test(markup) || inputs.some((tag) => !choice.test(tag));
}

test("every form with words asks before it is left", () => {
  const fields = all.filter(({ source }) => hasWords(source));
  for (const { name, source } of fields) {
    const guarded = /\b(?:guardWords|guardLeaving)\(/.test(source);
    assert(guarded !== name in UNGUARDED, guarded ? `${name} is guarded: take it off the list` : `${name}: call guardWords, or say here why nothing is lost`);
  }
  const names = new Set(all.map(({ name }) => name));
  for (const name of Object.keys(UNGUARDED)) assert(names.has(name), `${name} is gone: take it off the list`);
});

test("words stand as their script does in every field for them", () => {
  for (const { name, source } of all) {
    for (const [field] of source.matchAll(/<textarea[\s\S]*?>/g)) assert.match(field, /dir="auto"|\{\.\.\.field\}/, `${name}: dir="auto"`);
  }
  assert.match(all.find(({ name }) => name === "ui/Field.svelte")?.source ?? "", /dir: "auto"/);
});
