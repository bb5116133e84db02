import type { Screen } from "../shell/screens.ts";

export const screens: Screen[] = [
  { path: "/resumes", title: "Resumes", role: "admin", load: () => import("./Resumes.svelte") },
  { path: "/resumes/:id", title: "Resume", role: "admin", load: () => import("./EditResume.svelte") },
];
