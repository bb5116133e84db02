import type { Screen } from "../shell/screens.ts";

export const screens: Screen[] = [{ path: "/inbox/:id?", title: "Inbox", role: "admin", keep: true, load: () => import("./Inbox.svelte") }];
