import type { Screen } from "../shell/screens.ts";

export const screens: Screen[] = [
  { path: "/sections/:id", title: "Section", role: "admin", load: () => import("./SectionContent.svelte") },
  { path: "/content", title: "All content", role: "admin", load: () => import("./AllContent.svelte") },
  { path: "/new/:type", title: "New", role: "admin", load: () => import("./NewItem.svelte") },
  // Kept, as the first save of a new item changes its address in the middle of a word.
  { path: "/edit/:type/:id", title: "Edit", role: "admin", load: () => import("./EditItem.svelte"), keep: true },
  { path: "/edit/:type/:id/revisions", title: "Revisions", role: "admin", load: () => import("./Revisions.svelte") },
];
