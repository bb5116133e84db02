import type { Screen } from "../shell/screens.ts";

export const screens: Screen[] = [
  { path: "/tailor", title: "Tailor", role: "member", load: () => import("./Start.svelte") },
  { path: "/tailor/:id", title: "Tailor", role: "member", load: () => import("./Result.svelte") },
];
