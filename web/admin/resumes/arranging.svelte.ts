// The rules of the resume that is open, for all parts of its form. They hold at once; paths are of the
// stored document, so nothing is arranged while the form has changes that are not stored.
import { getContext, setContext } from "svelte";
import type { Arrangement } from "../../api/client.gen.ts";
import type { MenuEntry } from "../ui/menu.ts";
import { type Rule, withRule } from "./arrangement.ts";

const KEY = Symbol("arranging");

export class Arranging {
  constructor(
    readonly rules: () => Arrangement,
    readonly isLocked: () => boolean,
    /** Made of the rules as they are when its turn comes: others may be on their way. */
    readonly change: (next: (rules: Arrangement) => Arrangement, said: string) => Promise<void>,
  ) {}

  is(rule: Rule, path: string): boolean {
    return this.rules()[rule].includes(path);
  }

  /** The entries of a menu for an entry or a line. */
  entries(path: string, name: string): MenuEntry[] {
    const [isHidden, isPinned] = [this.is("hidden", path), this.is("pinned", path)];
    const first = this.isLocked() ? " (update first)" : "";
    const turn = (rule: Rule, on: boolean, said: string) => () => void this.change((rules) => withRule(rules, rule, path, on), said);
    return [
      { label: `${isHidden ? "Show in tailored resumes" : "Hide from tailored resumes"}${first}`, icon: isHidden ? "eye" : "eye-off", disabled: this.isLocked(), act: turn("hidden", !isHidden, isHidden ? `${name} may be in tailored resumes and on the public page again.` : `${name} is in no tailored resume and on no public page from now on.`) },
      { label: `${isPinned ? "Not in every tailored resume" : "Always in tailored resumes"}${first}`, icon: "pin", disabled: this.isLocked(), act: turn("pinned", !isPinned, isPinned ? `${name} is chosen where it answers the job.` : `${name} is in every tailored resume from now on.`) },
    ];
  }
}

export function provideArranging(arranging: Arranging): void {
  setContext(KEY, arranging);
}

/** Absent where a list of the document knows no rules. */
export function useArranging(): Arranging | undefined {
  return getContext(KEY);
}
