// All screens. Each noun declares its own in `<noun>/screens.ts`; whatever is declared there is found.
import type { Component } from "svelte";
import type { Pattern } from "./routes.ts";

export interface Screen extends Pattern {
  /** Below `/admin`, such as `/media/:id?`. */
  path: string;
  /** Of the window, until the screen says more. */
  title: string;
  /** Who may see it. Everybody else is told so. */
  role: "admin" | "member";
  load: () => Promise<{ default: Component<any> }>;
  /**
   * The component stays when only its parameters change, and has to follow them itself; without it,
   * another path is a new component. A change of the query never makes a new one.
   */
  keep?: boolean;
}

/** What the component of a screen is given. */
export interface ScreenProps {
  params: Record<string, string>;
  query: URLSearchParams;
}

const found = import.meta.glob<{ screens: Screen[] }>("../*/screens.ts", { eager: true });

export const screens: Screen[] = Object.values(found).flatMap((module) => module.screens);
