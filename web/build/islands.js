// Bundles the scripts of the public pages. The names stay plain: the service gives every file a
// name with a hash when it embeds it. Only the worker's name is written into another file, so it
// gets its hash here and lies in `assets`, where the service keeps names.
import { readdirSync, readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { build } from "vite";

/** Of all scripts of a page together, in brotli. */
const MOST_BYTES = 6 * 1024;

export async function buildIslands(root, out) {
  for (const name of ["site", "contact"]) {
    await build({
      root,
      configFile: false,
      logLevel: "warn",
      base: "/",
      publicDir: false,
      worker: { format: "iife" },
      build: {
        outDir: out,
        emptyOutDir: false,
        target: "es2022",
        modulePreload: false,
        assetsInlineLimit: 0,
        // One file per page part: none is larger than a few kilobytes.
        rollupOptions: {
          input: `${root}/islands/${name}.ts`,
          output: { entryFileNames: "[name].js", assetFileNames: "assets/[name]-[hash][extname]" },
        },
      },
    });
  }
  const scripts = ["site.js", "contact.js", ...readdirSync(`${out}/assets`).map((name) => `assets/${name}`)];
  const sizes = scripts.map((name) => [name, brotliCompressSync(readFileSync(`${out}/${name}`)).length]);
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  if (total > MOST_BYTES) {
    throw new Error(`the islands have ${total} bytes and may have ${MOST_BYTES}: ${JSON.stringify(sizes)}`);
  }
}
