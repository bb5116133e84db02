/**
 * Videos of other sites: the link becomes their player when it is clicked, and nothing is asked of
 * them before. With a key held down it stays a link.
 */
export function video(): void {
  document.addEventListener("click", (event) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a.facade") : null;
    const address = link?.dataset.player;
    if (!link || !address?.startsWith("https://")) return;
    event.preventDefault();
    const player = document.createElement("iframe");
    player.src = address;
    player.title = link.querySelector(".title")?.textContent ?? "Video";
    player.allow = "autoplay; fullscreen; picture-in-picture";
    // Players refuse to work for a page that does not say at all where it is.
    player.referrerPolicy = "strict-origin-when-cross-origin";
    link.replaceWith(player);
    player.focus();
  });
}
