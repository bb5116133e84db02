/** Paths of this site that a body links to, each once. */
export function linksIn(body: string): string[] {
  const found = [...body.matchAll(/<a [^>]*?href="(\/[^"#?]*)/g)].map(([, path]) => (path ?? "").replaceAll("&amp;", "&"));
  const served = /^\/(?:media|assets|api|auth|admin|search|tags|contact|feed|sitemap|resume)(?:[/.]|$)/;
  return [...new Set(found)].filter((path) => path !== "/" && !served.test(path));
}
