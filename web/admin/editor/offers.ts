/** What the slash menu offers, and what of it fits the letters typed so far. */
import type { Command } from "prosemirror-state";
import type { IconName } from "../ui/icons.ts";
import { insertCode, insertDetails, insertRule, insertTable } from "./block-commands.ts";
import { heading, list, note, quote } from "./formatting.ts";
import type { Ask } from "./slash.ts";

export interface Offer {
  name: string;
  icon: IconName;
  /** How to have it without the menu. */
  hint: string;
  /** Other words that find it. */
  words: string;
  run: Command | Ask;
}

export const OFFERS: Offer[] = [
  { name: "Heading", icon: "heading-2", hint: "##", words: "title h2 section", run: heading(2) },
  { name: "Picture", icon: "image", hint: "/picture", words: "photo image figure upload", run: "picture" },
  { name: "Gallery", icon: "images", hint: "/gallery", words: "pictures several pair photos", run: "gallery" },
  { name: "Quote", icon: "quote", hint: ">", words: "blockquote cite", run: quote },
  { name: "Code", icon: "code", hint: "```", words: "program snippet pre", run: insertCode },
  { name: "Table", icon: "table", hint: "/table", words: "grid rows columns", run: insertTable(3, 3) },
  { name: "Side note", icon: "message-square", hint: "/note", words: "margin aside note sidenote", run: note("note") },
  { name: "Footnote", icon: "superscript", hint: "/footnote", words: "note end reference", run: note("footnote") },
  { name: "Bulleted list", icon: "list", hint: "-", words: "ul points", run: list("bullet_list") },
  { name: "Numbered list", icon: "list-ordered", hint: "1.", words: "ol steps", run: list("ordered_list") },
  { name: "Task list", icon: "list-todo", hint: "[ ]", words: "todo check box", run: list("task_list") },
  { name: "Small heading", icon: "heading-3", hint: "###", words: "h3 title", run: heading(3) },
  { name: "From the library", icon: "folder", hint: "/library", words: "media picture existing", run: "media" },
  { name: "Video", icon: "video", hint: "/video", words: "film youtube vimeo embed", run: "video" },
  { name: "Link", icon: "link", hint: "Ctrl K", words: "address page url", run: "link" },
  { name: "Folded part", icon: "chevrons-up-down", hint: "/details", words: "details summary fold", run: insertDetails },
  { name: "Rule", icon: "minus", hint: "---", words: "line hr divider break", run: insertRule },
];

/** Those that fit, best first: by the start of the name, then of any word, then anywhere. */
export function offersFor(query: string): Offer[] {
  const asked = query.trim().toLowerCase();
  const rank = (offer: Offer): number => {
    const name = offer.name.toLowerCase();
    const words = `${name} ${offer.words} ${offer.hint.replace("/", "")}`.split(" ");
    if (name.startsWith(asked)) return 0;
    if (words.some((word) => word.startsWith(asked))) return 1;
    return name.includes(asked) ? 2 : 3;
  };
  return OFFERS.map((offer) => ({ offer, rank: rank(offer) })).filter(({ rank }) => rank < 3).sort((left, right) => left.rank - right.rank).map(({ offer }) => offer);
}
