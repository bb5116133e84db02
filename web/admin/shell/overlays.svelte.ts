// What can be called from anywhere: the palette and the list of shortcuts.

class Overlays {
  open = $state<"palette" | "shortcuts" | null>(null);
}

export const overlays = new Overlays();

export function openPalette(): void {
  overlays.open = "palette";
}

export function openShortcuts(): void {
  overlays.open = "shortcuts";
}
