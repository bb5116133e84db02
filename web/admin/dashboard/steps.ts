// The first steps on a new site. Each is done when the site shows it; nobody ticks anything.
import type { SiteSettings } from "../../api/client.gen.ts";
import { newContent } from "../shell/paths.ts";

export interface Step {
  title: string;
  text: string;
  action: string;
  path: string;
  done: boolean;
}

export interface Seen {
  settings: SiteSettings;
  sections: number;
  /** How many items visitors can see, and how many there are at all. */
  published: number;
  items: number;
  resumes: number;
}

export function firstSteps({ settings, sections, published, items, resumes }: Seen): Step[] {
  return [
    { title: "Name the site", text: "A name and one sentence. They head the home page.", action: "Open settings", path: "/settings", done: settings.updated_at !== null && settings.title.trim() !== "" },
    { title: "Make your first section", text: "Writing, projects, pictures, or one page about you.", action: "Add section", path: "/sections", done: sections > 0 },
    { title: "Write something", text: "A draft is enough: only you see it.", action: "Start writing", path: newContent(), done: items > 0 },
    { title: "Publish something", text: "From then on visitors find it.", action: "See your drafts", path: "/content?status=draft", done: published > 0 },
    { title: "Say who you are", text: "Your name, a few sentences, a picture.", action: "Open profile", path: "/settings/profile", done: settings.profile.name.trim() !== "" },
    { title: "Add your resume", text: "Folia can then tailor it to a job, with sources.", action: "Add a resume", path: "/resumes", done: resumes > 0 },
  ];
}

export function progress(steps: readonly Step[]): { done: number; all: number; next: Step | null } {
  return { done: steps.filter((step) => step.done).length, all: steps.length, next: steps.find((step) => !step.done) ?? null };
}

const HIDDEN = "folia-admin-steps-hidden";

/** Whether somebody has put the list away on this device. */
export function areStepsHidden(): boolean {
  try {
    return localStorage.getItem(HIDDEN) !== null;
  } catch {
    return false;
  }
}

export function hideSteps(): void {
  try {
    localStorage.setItem(HIDDEN, "yes");
  } catch {
    // It comes back with the next load of the page.
  }
}

export function showSteps(): void {
  try {
    localStorage.removeItem(HIDDEN);
  } catch {
    // Then it was never written.
  }
}
