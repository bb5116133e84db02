// The menu of a section. The words of the first three and of Delete are those of the specification.
import type { MenuEntry } from "../ui/menu.ts";
import { stepTo, type Direction } from "./moves.ts";
import type { SectionTree } from "./tree.ts";

export interface SectionActs {
  addContent(): void;
  addChild(): void;
  editSettings(): void;
  step(direction: Direction): void;
  moveInto(): void;
  delete(): void;
}

export function sectionMenu(tree: SectionTree, id: string, acts: SectionActs, alt: string): MenuEntry[] {
  const nowhere = (direction: Direction) => stepTo(tree, id, direction) === null;
  return [
    { label: "Add Content", icon: "plus", keys: "C", act: acts.addContent },
    { label: "Add Child Section", icon: "folder-plus", keys: "⇧C", act: acts.addChild },
    { label: "Edit Settings", icon: "settings-2", keys: "E", act: acts.editSettings },
    "line",
    { label: "Move up", icon: "arrow-up", keys: `${alt}↑`, disabled: nowhere("up"), act: () => acts.step("up") },
    { label: "Move down", icon: "arrow-down", keys: `${alt}↓`, disabled: nowhere("down"), act: () => acts.step("down") },
    { label: "Move into…", icon: "arrow-right", keys: `${alt}→`, act: acts.moveInto },
    { label: "Move out", icon: "arrow-left", keys: `${alt}←`, disabled: nowhere("out"), act: () => acts.step("out") },
    "line",
    { label: "Delete", icon: "trash-2", keys: "⌫", danger: true, act: acts.delete },
  ];
}
