import type { Screen } from "../shell/screens.ts";

export const screens: Screen[] = [{ path: "/", title: "Home", role: "member", load: () => import("./Home.svelte") }];
