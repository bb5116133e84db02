// The places of the navigation, by who may go there.
import type { IconName } from "../ui/icons.ts";

export interface Place {
  title: string;
  path: string;
  icon: IconName;
  role: "admin" | "member";
}

export const MAIN: Place[] = [
  { title: "Home", path: "/", icon: "house", role: "member" },
  { title: "Inbox", path: "/inbox", icon: "inbox", role: "admin" },
  { title: "Media", path: "/media", icon: "image", role: "admin" },
];

/** Found by the palette, from the home screen and among more; the sidebar has the tree in its place. */
export const CONTENT: Place[] = [{ title: "All content", path: "/content", icon: "rows-3", role: "admin" }];

export const CAREER: Place[] = [
  { title: "Memory", path: "/memory", icon: "layers", role: "admin" },
  { title: "Resumes", path: "/resumes", icon: "id-card", role: "admin" },
  { title: "Tailor", path: "/tailor", icon: "scissors", role: "member" },
];

export const SITE: Place[] = [
  { title: "Redirects", path: "/redirects", icon: "corner-down-right", role: "admin" },
  { title: "Settings", path: "/settings", icon: "settings-2", role: "admin" },
];

export function placesFor(places: readonly Place[], isAdmin: boolean): Place[] {
  return places.filter((place) => isAdmin || place.role === "member");
}

/** Whether a place is where we are: itself or something below it. */
export function isCurrent(place: string, path: string): boolean {
  return place === "/" ? path === "/" : path === place || path.startsWith(`${place}/`);
}
