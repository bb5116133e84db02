// The admin area while it is written: `npm run dev` serves the sources of `web/admin` and hands all
// other requests to a running folia, whose address is in FOLIA (default http://127.0.0.1:8080).
// Sign in by opening the printed link on this server's address instead of folia's.
import { fileURLToPath } from "node:url";
import { createServer } from "vite";
import { plugins } from "./admin.js";

const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const folia = process.env.FOLIA ?? "http://127.0.0.1:8080";
const OURS = /^\/(admin|@|node_modules|\.cache|api\/client\.gen\.ts|islands)/;
const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Admin</title></head>
<body><div id="app"></div><script type="module" src="/admin/main.ts"></script></body></html>`;

const page = {
  name: "folia-page",
  configureServer(server) {
    server.middlewares.use(async (request, response, next) => {
      const asksForPage = /^\/admin([/?]|$)/.test(request.url) && (request.headers.accept ?? "").includes("text/html");
      if (!asksForPage) return next();
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(await server.transformIndexHtml(request.url, PAGE));
    });
  },
};

const server = await createServer({
  root,
  configFile: false,
  appType: "custom",
  publicDir: false,
  cacheDir: `${root}/.cache/vite`,
  plugins: [...plugins(root), page],
  server: {
    host: "127.0.0.1",
    port: Number(process.env.PORT ?? 5173),
    proxy: { "^/": { target: folia, bypass: (request) => (OURS.test(request.url) ? request.url : null) } },
  },
});
await server.listen();
server.printUrls();
console.log(`everything else comes from ${folia}`);
