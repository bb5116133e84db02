/** What goes when a section is deleted, with its numbers. `entries` is null where nobody could count them. */
export function consequences(title: string, path: string, sections: number, entries: number | null): string {
  const also = [
    sections === 0 ? "" : `${number(sections)} ${sections === 1 ? "section" : "sections"} below it`,
    entries === null ? "everything in it" : entries === 0 ? "" : `${number(entries)} ${entries === 1 ? "entry" : "entries"}`,
  ].filter((part) => part !== "");
  const goes = also.length === 0 ? `${title} is empty.` : `${title} goes with ${also.join(" and ")}.`;
  return `${goes} Visitors of /${path} find nothing there. Undo is offered right after it.`;
}

const number = (count: number): string => count.toLocaleString("en");
