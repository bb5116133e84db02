import { MediaQuery } from "svelte/reactivity";

/** Below this width the sidebar is a tab bar. */
export const phone = new MediaQuery("(max-width: 767px)");
/** Rows that fingers have to hit. */
export const touch = new MediaQuery("(max-width: 767px), (pointer: coarse)");
