// Bundles each test with what it tests and runs them with node's own runner.
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { plugins } from "./admin.js";

const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const out = `${root}/.cache/tests`;
rmSync(out, { recursive: true, force: true });
const tests = readdirSync(`${root}/tests`).filter((name) => name.endsWith(".test.ts"));
await build({
  root,
  configFile: false,
  logLevel: "warn",
  plugins: plugins(root),
  build: {
    ssr: true,
    outDir: out,
    target: "es2022",
    rollupOptions: {
      input: tests.map((name) => `${root}/tests/${name}`),
      output: { entryFileNames: "[name].mjs" },
    },
  },
});
const files = readdirSync(out).filter((name) => name.endsWith(".test.mjs"));
// Deadlines of requests that were answered long ago would keep it for a minute and a half.
const run = spawnSync(process.execPath, ["--test", "--test-force-exit", ...files.map((name) => `${out}/${name}`)], { stdio: "inherit" });
process.exit(run.status ?? 1);
