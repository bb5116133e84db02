// Lucide's icons as outlines: every shape of a drawing becomes part of one path, so that an icon is
// one string. Given to scripts as the module `virtual:icons`.
import { readFileSync } from "node:fs";

const NAME = "virtual:icons";

export function outlines(root) {
  return {
    name: "folia-outlines",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load(id) {
      if (id !== `\0${NAME}`) return null;
      const list = `${root}/admin/ui/icons.ts`;
      this.addWatchFile(list);
      const source = readFileSync(list, "utf8");
      const inside = source.slice(source.indexOf("["), source.indexOf("]"));
      const names = [...inside.matchAll(/"([a-z0-9-]+)"/g)].map(([, name]) => name);
      return `export const outlines = ${JSON.stringify(Object.fromEntries(names.map((name) => [name, outline(root, name)])))};`;
    },
  };
}

function outline(root, name) {
  const file = readFileSync(`${root}/node_modules/lucide-static/icons/${name}.svg`, "utf8");
  const shapes = [...file.matchAll(/<(path|circle|ellipse|rect|line|polyline|polygon)\s([^>]*?)\/>/g)];
  return shapes.map(([, kind, attributes]) => path(kind, read(attributes))).join("");
}

function read(attributes) {
  return Object.fromEntries([...attributes.matchAll(/([a-z0-9]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
}

function path(kind, given) {
  const number = (name) => Number(given[name] ?? 0);
  switch (kind) {
    case "path":
      // A path that begins relative to nothing begins at the corner, not where the one before it ended.
      return given.d.startsWith("m") ? `M0 0${given.d}` : given.d;
    case "line":
      return `M${given.x1} ${given.y1}L${given.x2} ${given.y2}`;
    case "polyline":
      return `M${given.points}`;
    case "polygon":
      return `M${given.points}Z`;
    case "rect": {
      const [x, y, w, h] = ["x", "y", "width", "height"].map(number);
      const r = number("rx") || number("ry");
      const corner = (dx, dy) => (r ? `a${r} ${r} 0 0 1 ${dx} ${dy}` : "");
      return `M${x + r} ${y}h${w - 2 * r}${corner(r, r)}v${h - 2 * r}${corner(-r, r)}h${2 * r - w}${corner(-r, -r)}v${2 * r - h}${corner(r, -r)}Z`;
    }
    default: {
      const [rx, ry] = kind === "circle" ? [number("r"), number("r")] : [number("rx"), number("ry")];
      return `M${number("cx") - rx} ${given.cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;
    }
  }
}
