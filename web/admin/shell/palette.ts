// What the palette offers for what was typed: places first, then content, then what could be done
// with the words themselves.
import { newContent } from "./paths.ts";
import type { IconName } from "../ui/icons.ts";

export interface Offer {
  title: string;
  about?: string;
  icon: IconName;
  /** Below `/admin`. */
  path: string;
  keys?: string;
  group: "Places" | "Content" | "Actions";
}

/** The title in parts: what was typed, and what stands around it. */
export function emphasise(title: string, words: string): { text: string; hit: boolean }[] {
  const wanted = words.trim().toLocaleLowerCase();
  const at = wanted === "" ? -1 : title.toLocaleLowerCase().indexOf(wanted);
  if (at < 0) return [{ text: title, hit: false }];
  const parts = [
    { text: title.slice(0, at), hit: false },
    { text: title.slice(at, at + wanted.length), hit: true },
    { text: title.slice(at + wanted.length), hit: false },
  ];
  return parts.filter(({ text }) => text !== "");
}

/** How well a title answers the words; higher is better, 0 is not at all. */
export function rank(title: string, words: string): number {
  const [text, wanted] = [title.toLocaleLowerCase(), words.trim().toLocaleLowerCase()];
  if (wanted === "") return 1;
  if (text === wanted) return 4;
  if (text.startsWith(wanted)) return 3;
  const at = text.indexOf(wanted);
  if (at < 0) return 0;
  return /[\p{L}\p{N}]/u.test(text.charAt(at - 1)) ? 1 : 2;
}

export function best<T extends { title: string }>(things: readonly T[], words: string, most: number): T[] {
  return things
    .map((thing) => ({ thing, rank: rank(thing.title, words) }))
    .filter((ranked) => ranked.rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .slice(0, most)
    .map(({ thing }) => thing);
}

/** What can be done with the words. */
export function actionsFor(words: string, isAdmin: boolean): Offer[] {
  const text = words.trim();
  const query = encodeURIComponent(text);
  if (!isAdmin) return [{ title: "Tailor a resume", icon: "scissors", path: "/tailor", group: "Actions" }];
  if (text === "") {
    return [
      { title: "New story", icon: "square-pen", path: newContent(), keys: "N", group: "Actions" },
      { title: "New project", icon: "square-pen", path: newContent("project"), group: "Actions" },
      { title: "Tailor a resume", icon: "scissors", path: "/tailor", group: "Actions" },
    ];
  }
  const address = text.startsWith("/") ? text : `/${text.toLowerCase().replaceAll(" ", "-")}`;
  return [
    { title: `New story titled “${text}”`, icon: "square-pen", path: newContent("story", { title: text }), group: "Actions" },
    { title: `Search memory for “${text}”`, icon: "search", path: `/memory?q=${query}`, group: "Actions" },
    { title: `Where does ${address} go?`, icon: "corner-down-right", path: `/redirects?where=${encodeURIComponent(address)}`, group: "Actions" },
  ];
}
