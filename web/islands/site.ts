/**
 * What script adds to every public page. Each island finds its own places on the page and does
 * nothing where there are none; without script all of them are links, forms and plain content.
 */
import { contents } from "./contents.ts";
import { copy } from "./copy.ts";
import { menu } from "./menu.ts";
import { neighbours } from "./neighbours.ts";
import { printing } from "./print.ts";
import { theme } from "./theme.ts";
import { video } from "./video.ts";
import { zoom } from "./zoom/island.ts";

for (const start of [zoom, theme, menu, copy, video, contents, printing, neighbours]) start();
