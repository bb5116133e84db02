/** The answer to a message, as a link that the owner's own mail program opens. */
import type { Message } from "../../api/client.gen.ts";
import { fullTime } from "../ui/when.ts";

/** Some mail programs cut addresses beyond about two thousand characters. */
const LONGEST = 1800;

export function replyLink(message: Pick<Message, "name" | "email" | "message" | "created_at">, site: string): string {
  const subject = site === "" ? "Your message" : `Your message to ${site}`;
  const intro = `\n\nOn ${fullTime(message.created_at)}, ${message.name} wrote:\n`;
  const lines = message.message.split("\n").map((line) => `> ${line}`);
  const link = (quoted: string[]): string =>
    `mailto:${encodeURIComponent(message.email).replaceAll("%40", "@")}?subject=${encodeURIComponent(subject)}` +
    `&body=${encodeURIComponent(intro + quoted.join("\n"))}`;
  let kept = lines;
  while (kept.length > 0 && link(kept).length > LONGEST) kept = shortened(kept);
  return link(kept);
}

/** The same quotation with about a tenth less of it, and a mark where it was cut. */
function shortened(lines: string[]): string[] {
  const whole = lines.filter((line) => line !== "> …").join("\n");
  const letters = [...whole];
  const cut = letters.slice(0, Math.floor(letters.length * 0.9)).join("");
  return cut.length < 12 ? [] : [...cut.split("\n"), "> …"];
}

/** Paragraphs of a plain text: blank lines part them, single breaks stay. */
export function paragraphs(text: string): string[] {
  return text.split(/\n\s*\n/).map((part) => part.trim()).filter((part) => part !== "");
}
