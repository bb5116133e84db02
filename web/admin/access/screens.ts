import type { Screen } from "../shell/screens.ts";

export const screens: Screen[] = [{ path: "/settings/access", title: "Access", role: "admin", load: () => import("./Access.svelte") }];
