/** What is wrong with a tailored resume, in words. */
import type { Fault } from "../../api/client.gen.ts";
import { SECTIONS } from "../resumes/sections.ts";
import { many } from "./steps.ts";

/** Requirements that are named in one sentence. */
const NAMED = 3;

/** A sentence for each fault, nothing twice; one for all requirements that nothing answers. */
export function faultsOf(faults: readonly Fault[]): string[] {
  const asked = [...new Set(faults.flatMap((fault) => (fault.kind === "uncovered" ? [fault.requirement] : [])))];
  const others = faults.filter(({ kind }) => kind !== "uncovered").map(tellFault);
  return [...new Set(others), ...(asked.length === 0 ? [] : [tellUncovered(asked)])];
}

export function tellFault(fault: Fault): string {
  switch (fault.kind) {
    case "unsupported":
      return `${placeOf(fault.path)} says what no source has: ${fault.claims.map((claim) => `“${claim}”`).join(", ")}.`;
    case "uncovered":
      return tellUncovered([fault.requirement]);
    case "too_long":
      return `It takes ${many(fault.lines, "line")}, and ${fault.budget} fit.`;
    case "more_pages":
      return `It takes ${many(fault.pages, "page")}; ${fault.asked} ${fault.asked === 1 ? "was" : "were"} asked for.`;
    case "left_out_as_too_long":
      return `${placeOf(fault.path)} is left out: a text of ${many(fault.characters, "character")} without the end of a sentence. Part it into sentences in the resume, and the first of them are shown.`;
    case "anti_pattern":
      return `${placeOf(fault.path)} sounds like what you have refused.`;
    default:
      return unknownFault(fault);
  }
}

function tellUncovered(asked: readonly string[]): string {
  const named = asked.slice(0, NAMED).map((requirement) => `“${requirement}”`).join(", ");
  const more = asked.length > NAMED ? ` and ${asked.length - NAMED} more` : "";
  return `Your sources can answer ${named}${more}, and nothing in the text does.`;
}

/** A service that is newer than this page. The compiler sees to it that there is no other reason. */
function unknownFault(fault: never): string {
  return `Something else is not as it should be: ${(fault as { kind: string }).kind.replaceAll("_", " ")}.`;
}

/** `work/0/highlights/1` in words, from 1 as people count. */
export function placeOf(path: string): string {
  const [section = "", entry, part, line] = path.split("/");
  if (section === "basics") return entry === "summary" ? "Your profile" : "The head of the resume";
  const title = SECTIONS.find(({ name }) => name === section)?.title ?? "The resume";
  const number = (index: string | undefined): number => Number(index) + 1;
  if (entry === undefined) return title;
  const where = `${title}, entry ${number(entry)}`;
  if (part === "highlights" && line !== undefined) return `${where}, line ${number(line)}`;
  return part === "summary" || part === "description" ? `${where}, the summary` : where;
}
