import type { Screen } from "../shell/screens.ts";

export const screens: Screen[] = [
  { path: "/media", title: "Media", role: "admin", load: () => import("./Library.svelte") },
  { path: "/media/:id", title: "Picture", role: "admin", load: () => import("./Picture.svelte") },
];
