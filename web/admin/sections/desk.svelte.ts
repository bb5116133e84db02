// What lies open about sections besides the tree: settings, a new section, a place to move to. Any
// screen may ask for it.

type Open =
  | { what: "settings"; id: string }
  | { what: "new"; parentId: string | null }
  | { what: "move"; id: string }
  | null;

class Desk {
  open = $state.raw<Open>(null);
}

export const desk = new Desk();

export function openSectionSettings(id: string): void {
  desk.open = { what: "settings", id };
}

export function addSection(parentId: string | null): void {
  desk.open = { what: "new", parentId };
}

export function chooseSectionPlace(id: string): void {
  desk.open = { what: "move", id };
}
