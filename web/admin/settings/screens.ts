import type { Screen } from "../shell/screens.ts";

export const screens: Screen[] = [
  { path: "/settings", title: "Site", role: "admin", load: () => import("./Site.svelte") },
  { path: "/settings/profile", title: "Profile", role: "admin", load: () => import("./Profile.svelte") },
  { path: "/settings/look", title: "Look", role: "admin", load: () => import("./Look.svelte") },
];
