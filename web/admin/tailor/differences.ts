/** Two texts compared word by word: what both have, what only the first has, what only the second has. */

export interface Run {
  kind: "same" | "added" | "removed";
  text: string;
}

/** Beyond this many words a comparison word by word would hold up the page; the texts then stand as a whole. */
const MOST_WORDS = 1500;

export function differences(before: string, after: string): Run[] {
  if (before === after) return before === "" ? [] : [{ kind: "same", text: before }];
  const [old, young] = [words(before), words(after)];
  if (old.length > MOST_WORDS || young.length > MOST_WORDS) return whole(before, after);
  let start = 0;
  while (start < old.length && start < young.length && old[start] === young[start]) start++;
  let end = 0;
  while (end < old.length - start && end < young.length - start && old[old.length - 1 - end] === young[young.length - 1 - end]) end++;
  const runs: Run[] = [
    ...old.slice(0, start).map((text): Run => ({ kind: "same", text })),
    ...middle(old.slice(start, old.length - end), young.slice(start, young.length - end)),
    ...old.slice(old.length - end).map((text): Run => ({ kind: "same", text })),
  ];
  return joined(runs);
}

/** How many words were added and removed. */
export function counted(runs: readonly Run[]): { added: number; removed: number } {
  const count = (kind: Run["kind"]): number =>
    runs.filter((run) => run.kind === kind).reduce((sum, run) => sum + run.text.split(/\s+/).filter((word) => word !== "").length, 0);
  return { added: count("added"), removed: count("removed") };
}

/** Words with the blanks that follow them dropped: texts are compared by what can be read. */
function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/** By the longest sequence that both have in common. */
function middle(old: string[], young: string[]): Run[] {
  const width = young.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = young.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        old[row] === young[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const runs: Run[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < young.length) {
    const [left, right] = [old[row], young[column]];
    if (left !== undefined && left === right) {
      runs.push({ kind: "same", text: left });
      row++;
      column++;
    } else if (left !== undefined && (right === undefined || at(row + 1, column) >= at(row, column + 1))) {
      runs.push({ kind: "removed", text: left });
      row++;
    } else if (right !== undefined) {
      runs.push({ kind: "added", text: right });
      column++;
    }
  }
  return runs;
}

function whole(before: string, after: string): Run[] {
  const runs: Run[] = [{ kind: "removed", text: before }, { kind: "added", text: after }];
  return runs.filter((run) => run.text !== "");
}

function joined(runs: Run[]): Run[] {
  const out: Run[] = [];
  for (const run of runs) {
    const last = out.at(-1);
    if (last?.kind === run.kind) last.text += ` ${run.text}`;
    else out.push({ ...run });
  }
  return out;
}
