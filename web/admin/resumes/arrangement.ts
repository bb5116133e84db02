/**
 * What tailored resumes hide, always show and keep in order: rules beside the document, by paths into
 * it. `work` is a section, `work/0` an entry, `work/0/highlights/2` a line.
 */
import type { Arrangement } from "../../api/client.gen.ts";
import { type Document, listAt } from "./document.ts";

export type Rule = "hidden" | "pinned";

/** The three lists alone, as the service takes them. */
export function rulesOf({ hidden, pinned, order }: Arrangement): Arrangement {
  return { hidden, pinned, order };
}

/** With or without a rule. What is hidden cannot be in every resume, so each takes the other's place. */
export function withRule(arrangement: Arrangement, rule: Rule, path: string, on: boolean): Arrangement {
  const other: Rule = rule === "hidden" ? "pinned" : "hidden";
  const without = (list: readonly string[]) => list.filter((known) => known !== path);
  const others = without(arrangement[rule]);
  return { ...rulesOf(arrangement), [rule]: on ? [...others, path] : others, ...(on ? { [other]: without(arrangement[other]) } : {}) };
}

const isEntryOf = (section: string) => (path: string) => path.startsWith(`${section}/`) && path.split("/").length === 2;

/** Whether the entries of a section stand in tailored resumes as they stand in the document. */
export function keepsOrder(arrangement: Arrangement, section: string): boolean {
  return arrangement.order.some(isEntryOf(section));
}

export function withOrder(arrangement: Arrangement, section: string, document: Document, keep: boolean): Arrangement {
  const others = arrangement.order.filter((path) => !isEntryOf(section)(path));
  const entries = keep ? listAt(document, [section]).map((_, index) => `${section}/${index}`) : [];
  return { ...rulesOf(arrangement), order: [...others, ...entries] };
}

/** After the document has changed: sections whose order is kept have that of the document again. */
export function orderAsWritten(arrangement: Arrangement, sections: readonly string[], document: Document): Arrangement {
  let { order } = arrangement;
  for (const section of sections.filter((name) => keepsOrder(arrangement, name))) {
    const entries = listAt(document, [section]).map((_, index) => `${section}/${index}`);
    // In the places that entries of the section have, so that nothing changes where nothing was moved.
    const placed = order.flatMap((path) => (isEntryOf(section)(path) ? entries.splice(0, 1) : [path]));
    order = [...placed, ...entries];
  }
  return { ...rulesOf(arrangement), order };
}

/** The sections as tailored resumes have them: first those that were put in order. */
export function inOrder(arrangement: Arrangement, sections: readonly string[]): string[] {
  const named = arrangement.order.filter((path) => sections.includes(path));
  return [...named, ...sections.filter((name) => !named.includes(name))];
}

export function withSectionMoved(arrangement: Arrangement, sections: readonly string[], name: string, step: -1 | 1): Arrangement {
  const list = inOrder(arrangement, sections);
  const from = list.indexOf(name);
  const to = Math.max(0, Math.min(from + step, list.length - 1));
  list.splice(to, 0, ...list.splice(from, 1));
  return { ...rulesOf(arrangement), order: [...list, ...arrangement.order.filter((path) => !sections.includes(path))] };
}

export function isSame(a: Arrangement, b: Arrangement): boolean {
  return JSON.stringify(rulesOf(a)) === JSON.stringify(rulesOf(b));
}
