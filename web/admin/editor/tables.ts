/** Tables need a good deal of code of their own, which is loaded with the first table. */
import type { EditorView } from "prosemirror-view";
import { block } from "./schema/index.ts";

type Tables = typeof import("prosemirror-tables");
let loaded: Tables | null = null;
let loading: Promise<Tables> | null = null;

/** Sees to it that a document with a table has what tables need. */
export function provideTables(view: EditorView): void {
  if (!view.state.doc.children.some((child) => child.type === block.table)) return;
  const has = (tables: Tables): boolean => view.state.plugins.some((plugin) => plugin.spec.key === tables.tableEditingKey);
  if (loaded !== null && has(loaded)) return;
  loading ??= import("prosemirror-tables").catch((error: unknown) => {
    loading = null;
    throw error;
  });
  void loading.then((tables) => {
    loaded = tables;
    if (view.isDestroyed || has(tables)) return;
    view.updateState(view.state.reconfigure({ plugins: [...view.state.plugins, tables.tableEditing()] }));
    // The bar of the table looks again at what can be done.
    view.dispatch(view.state.tr);
  }, () => undefined);
}

/** What tables need, once it is there. */
export function tables(): Tables | null {
  return loaded;
}
