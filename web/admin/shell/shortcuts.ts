// Every shortcut, by place, as the list shows them. `Mod` is ⌘ or Ctrl, `Alt` is ⌥ or Alt.

export interface Shortcut {
  does: string;
  /** Keys pressed together; "then" between those of a sequence. */
  keys: readonly string[];
  /** Who can do it; everybody where nothing is said. */
  role?: "admin" | "member";
}

export interface ShortcutGroup {
  place: string;
  role?: "admin";
  shortcuts: readonly Shortcut[];
}

export const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    place: "Everywhere",
    shortcuts: [
      { does: "Search or jump to", keys: ["Mod", "K"] },
      { does: "New story", keys: ["N"], role: "admin" },
      { does: "New section", keys: ["⇧", "N"], role: "admin" },
      { does: "Go to Home, All content, Inbox, Media, Settings", keys: ["G", "then", "H C I M S"], role: "admin" },
      { does: "Go to Home", keys: ["G", "then", "H"], role: "member" },
      { does: "This list", keys: ["?"] },
    ],
  },
  {
    place: "Sections tree",
    role: "admin",
    shortcuts: [
      { does: "Add Content", keys: ["C"] },
      { does: "Add Child Section", keys: ["⇧", "C"] },
      { does: "Edit Settings", keys: ["E"] },
      { does: "Move", keys: ["Alt", "← ↑ ↓ →"] },
      { does: "Menu of a section", keys: ["⇧", "F10"] },
      { does: "Undo the last move", keys: ["Mod", "Z"] },
    ],
  },
  {
    place: "Editor",
    role: "admin",
    shortcuts: [
      { does: "Save now", keys: ["Mod", "S"] },
      { does: "Publish or update", keys: ["Mod", "↵"] },
      { does: "Preview", keys: ["Mod", "Alt", "P"] },
      { does: "Details panel", keys: ["Mod", "."] },
      { does: "Bold, italic", keys: ["Mod", "B I"] },
      { does: "Link", keys: ["Mod", "⇧", "K"] },
      { does: "Insert a block", keys: ["/"] },
    ],
  },
  {
    place: "Tailor",
    shortcuts: [
      { does: "Next, previous proposal", keys: ["J", "K"] },
      { does: "Accept, edit, dismiss", keys: ["A", "E", "X"] },
      { does: "Requirements", keys: ["R"] },
    ],
  },
];

/** Those that do something for whoever is here. */
export function shortcutsFor(isAdmin: boolean): ShortcutGroup[] {
  const isFor = ({ role }: { role?: "admin" | "member" }): boolean => role === undefined || (role === "admin") === isAdmin;
  return SHORTCUTS.filter(isFor).map((group) => ({ ...group, shortcuts: group.shortcuts.filter(isFor) }));
}

export function filterShortcuts(groups: readonly ShortcutGroup[], words: string): ShortcutGroup[] {
  const wanted = words.trim().toLowerCase();
  return groups
    .map((group) => ({
      ...group,
      shortcuts: group.shortcuts.filter(({ does, keys }) => `${group.place} ${does} ${keys.join(" ")}`.toLowerCase().includes(wanted)),
    }))
    .filter((group) => group.shortcuts.length > 0);
}
