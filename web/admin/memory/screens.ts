import type { Screen } from "../shell/screens.ts";

export const screens: Screen[] = [{ path: "/memory/:tab?", title: "Memory", role: "admin", keep: true, load: () => import("./Memory.svelte") }];
