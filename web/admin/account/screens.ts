import type { Screen } from "../shell/screens.ts";

export const screens: Screen[] = [
  { path: "/signed-in", title: "Signed in", role: "member", load: () => import("./SignedIn.svelte") },
  { path: "/more", title: "More", role: "member", load: () => import("./More.svelte") },
];
