import type { Screen } from "../shell/screens.ts";

/** The text comes along with its screen, and not when the screen asks for it. */
function loadEditor() {
  import("../editor/Editor.svelte").catch(() => undefined);
  return import("./EditItem.svelte");
}

/** It leads to the editor at once. */
function loadNew() {
  loadEditor().catch(() => undefined);
  return import("./NewItem.svelte");
}

export const screens: Screen[] = [
  { path: "/sections/:id", title: "Section", role: "admin", load: () => import("./SectionContent.svelte") },
  { path: "/content", title: "All content", role: "admin", load: () => import("./AllContent.svelte") },
  { path: "/new/:type", title: "New", role: "admin", load: loadNew },
  // Kept, as the first save of a new item changes its address in the middle of a word.
  { path: "/edit/:type/:id", title: "Edit", role: "admin", load: loadEditor, keep: true },
  { path: "/edit/:type/:id/revisions", title: "Revisions", role: "admin", load: () => import("./Revisions.svelte") },
];
