// Bundles the admin area: one small script for the first load, and a chunk for every screen. All
// files lie in `assets` under names with hashes, as they name each other; `admin.json` tells the
// service which of them the page begins with.
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { build } from "vite";
import { outlines } from "./outlines.js";

const ENTRY = "admin/main.ts";
/** The screen of the editor and the text on it, which come together. */
const EDITOR = ["admin/content/EditItem.svelte", "admin/editor/Editor.svelte"];
/** In gzip: all scripts and styles that the first screen waits for, and whatever another screen needs besides. */
const MOST_FIRST = 60 * 1000;
const MOST_SCREEN = 100 * 1000;

/** What the build, the development server and the tests have in common. */
export function plugins(root) {
  return [svelte({ configFile: false, compilerOptions: { runes: true }, prebundleSvelteLibraries: false }), outlines(root)];
}

/** Every `import()` goes through `arrive`, in place of what Vite would put there. */
function arriving(root) {
  const PRELOAD = "\0vite/preload-helper.js";
  return {
    name: "folia-arriving",
    enforce: "pre",
    load: (id) => (id === PRELOAD ? `export { arrive as __vitePreload } from ${JSON.stringify(`${root}/admin/ui/arrive.ts`)};` : null),
  };
}

export async function buildAdmin(root, out) {
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    base: "/",
    publicDir: false,
    plugins: [...plugins(root), arriving(root)],
    build: {
      outDir: out,
      emptyOutDir: false,
      target: "es2022",
      cssTarget: "chrome123",
      manifest: true,
      assetsInlineLimit: 0,
      // A chunk that needs no other is a file that has to arrive, too.
      modulePreload: { polyfill: false, resolveDependencies: (file, others) => (others.length > 0 ? others : [file]) },
      rollupOptions: {
        input: `${root}/${ENTRY}`,
        output: {
          entryFileNames: "assets/admin-[hash].js",
          chunkFileNames: "assets/[name]-[hash].js",
          assetFileNames: "assets/[name]-[hash][extname]",
        },
      },
    },
  });
  const manifest = JSON.parse(readFileSync(`${out}/.vite/manifest.json`, "utf8"));
  const first = needed(manifest, ENTRY);
  const named = (file) => file.replace(/^assets\//, "");
  const entry = {
    script: named(manifest[ENTRY].file),
    styles: first.styles.map(named),
    preload: first.scripts.filter((file) => file !== manifest[ENTRY].file).map(named),
  };
  writeFileSync(`${out}/admin.json`, JSON.stringify(entry));
  check("the first load of the admin area", weigh(out, [...first.scripts, ...first.styles]), MOST_FIRST);
  for (const [key, chunk] of Object.entries(manifest)) {
    if (!chunk.isDynamicEntry) continue;
    const files = needed(manifest, key);
    const known = [...first.scripts, ...first.styles, ...knownBefore(manifest, key)];
    const more = [...files.scripts, ...files.styles].filter((file) => !known.includes(file));
    check(key, weigh(out, more), MOST_SCREEN);
  }
  const parts = EDITOR.map((key) => needed(manifest, key)).flatMap(({ scripts, styles }) => [...scripts, ...styles]);
  const text = [...new Set(parts)].filter((file) => ![...first.scripts, ...first.styles].includes(file));
  check("the editor until somebody can write", weigh(out, text), MOST_SCREEN);
}

/** What is there in any case when somebody asks for a chunk: all that those who ask for it need themselves. */
function knownBefore(manifest, key) {
  const asking = Object.keys(manifest).filter((other) => manifest[other].dynamicImports?.includes(key));
  const sets = asking.map((other) => needed(manifest, other)).map(({ scripts, styles }) => [...scripts, ...styles]);
  return sets.length === 0 ? [] : sets.reduce((both, files) => both.filter((file) => files.includes(file)));
}

/** A chunk with all that it imports at once, in the order in which it is found. */
function needed(manifest, key, found = { scripts: [], styles: [] }) {
  const chunk = manifest[key];
  if (found.scripts.includes(chunk.file)) return found;
  found.scripts.push(chunk.file);
  for (const other of chunk.imports ?? []) needed(manifest, other, found);
  for (const style of chunk.css ?? []) if (!found.styles.includes(style)) found.styles.push(style);
  return found;
}

function weigh(out, files) {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(`${out}/${file}`), { level: 9 }).length, 0);
}

function check(what, size, most) {
  if (process.env.FOLIA_SIZES) console.log(`${(size / 1000).toFixed(1)} kB gzip  ${what}`);
  if (size > most) throw new Error(`${what} has ${size} bytes in gzip and may have ${most}`);
}
