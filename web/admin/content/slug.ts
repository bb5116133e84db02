/** Addresses of items before the service has made them. */

/** What the service makes of a title, so that the address is seen before it is there. */
export function slugOf(title: string): string {
  return title
    .normalize("NFKD").replace(/\p{M}+/gu, "").toLowerCase()
    .replaceAll("ß", "ss").replaceAll("æ", "ae").replaceAll("ø", "o").replaceAll("ł", "l").replaceAll("đ", "d")
    .replace(/['’]/g, "").replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 80).replace(/-+$/, "");
}

export function pathOf(sectionPath: string | null, slug: string): string {
  return sectionPath === null || sectionPath === "" ? `/${slug}` : `/${sectionPath}/${slug}`;
}
