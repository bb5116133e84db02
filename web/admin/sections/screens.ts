import type { Screen } from "../shell/screens.ts";

export const screens: Screen[] = [{ path: "/sections", title: "Sections", role: "admin", load: () => import("./Overview.svelte") }];
