/**
 * The icons of the admin area by their names in Lucide. The build reads this list and hands out the
 * outlines as `virtual:icons`; a name that is not here is not in the bundle.
 */
export const ICONS = [
  "arrow-down", "arrow-left", "arrow-right", "arrow-up", "arrow-up-right", "at-sign", "bold", "book-open", "calendar", "check", "chevron-down",
  "chevron-left", "chevron-right", "chevrons-up-down", "circle", "circle-alert", "circle-help", "clock", "code", "copy",
  "corner-down-right", "download", "ellipsis", "external-link", "eye", "eye-off", "file-text", "filter", "flag",
  "folder-plus", "grip-vertical", "heading-2", "heading-3", "house", "id-card", "image", "images", "inbox", "info",
  "italic", "key", "layers", "layout-grid", "link", "list", "list-filter", "list-ordered", "list-tree", "log-out", "mail", "map-pin",
  "menu", "message-square", "minus", "monitor", "moon", "palette", "panel-right", "pencil", "pin", "play", "plus",
  "corner-up-left", "laptop", "printer", "smartphone", "thumbs-down", "thumbs-up",
  "quote", "redo-2", "refresh-cw", "rotate-ccw", "rows-3", "rss", "save", "scissors", "search", "send", "settings-2",
  "square", "square-pen", "star", "strikethrough", "sun", "table", "tag", "text-quote", "trash-2", "triangle-alert", "undo-2", "upload",
  "user", "video", "x",
  // Of the editor and the library.
  "columns-2", "crosshair", "focus", "folder", "highlighter", "history", "list-todo", "replace", "subscript", "superscript",
] as const;

export type IconName = (typeof ICONS)[number];
