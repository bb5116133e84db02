import type { Screen } from "../shell/screens.ts";

export const screens: Screen[] = [{ path: "/redirects", title: "Redirects", role: "admin", load: () => import("./Redirects.svelte") }];
