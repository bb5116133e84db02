import type { Screen } from "../shell/screens.ts";

export const screens: Screen[] = [{ path: "/navigation", title: "Navigation", role: "admin", load: () => import("./NavLinks.svelte") }];
