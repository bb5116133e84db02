declare module "virtual:icons" {
  import type { IconName } from "./ui/icons.ts";
  /** The outline of every icon, on a grid of 24. */
  export const outlines: Record<IconName, string>;
}

declare module "*.svelte" {
  import type { Component } from "svelte";
  const component: Component<any>;
  export default component;
}

interface ImportMeta {
  glob<T>(pattern: string, options: { eager: true }): Record<string, T>;
}

declare module "*.css";
