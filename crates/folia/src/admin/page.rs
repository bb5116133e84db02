use edge::assets::ASSETS;
use edge::page::{Caching, Directive, Document, Link};
use edge::{Assets, Html, Page, RequestContext};
use serde::Deserialize;

/// What the build of `web/admin` says about itself: the names of the files that the page begins
/// with. All others are named by these.
const MANIFEST: &str = "admin.json";

/// The policies of Trusted Types that parts of the script need: Svelte's templates, and pasting in
/// the editor, which is sanitised afterwards.
const TRUSTED_TYPES: &str = "svelte-trusted-html ProseMirrorClipboard";

/// What stands on the page until the script has run, and instead of it where it cannot.
const MAIN: &str = "<main class=\"waiting\"><h1>Admin</h1>\
    <noscript><p>The admin area needs JavaScript.</p></noscript></main>";

#[derive(Debug, Deserialize)]
pub(super) struct Built {
    script: String,
    styles: Vec<String>,
    /// Modules that the script needs at once, so that the browser need not find them one by one.
    preload: Vec<String>,
}

impl Built {
    /// None where the web part was not built.
    pub(super) fn find(assets: &Assets) -> Option<Self> {
        let address = assets.address(MANIFEST)?;
        let manifest = assets.find(address.strip_prefix(ASSETS)?)?;
        serde_json::from_slice(manifest.bytes)
            .inspect_err(|error| tracing::error!(%error, "the admin area was built wrongly"))
            .ok()
    }

    pub(super) fn document(self, context: &RequestContext) -> Document {
        let assets = context.assets();
        let icon = Link { media_type: Some("image/svg+xml"), ..Link::new("icon", "/favicon.svg") };
        let mut page = Page::new("Admin", Html::trusted(MAIN))
            .caching(Caching::Private)
            .unlisted()
            .link(icon)
            // Pictures that were chosen and not sent yet.
            .allow(Directive::Images, "blob:")
            .allow(Directive::Media, "blob:");
        // The editor shows a draft as the page it will be, which is a frame of this site.
        page.policy = page.policy.own(Directive::Frames).require_trusted_types(TRUSTED_TYPES);
        for name in ["fonts.css".to_owned()].into_iter().chain(self.styles) {
            page = page.stylesheet(name);
        }
        for name in self.preload {
            page = page.link(Link::new("modulepreload", format!("{ASSETS}{name}")));
        }
        let page = page.module(self.script);
        // Set by the server, so that a dark page does not flash white before the script runs.
        let theme = match context.cookie("theme") {
            Some("light") => " data-theme=\"light\"",
            Some("dark") => " data-theme=\"dark\"",
            _ => "",
        };
        let html = format!(
            "<!doctype html>\n<html lang=\"en\"{theme}>\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{}</title>\n{}\n</head>\n<body>\n<div id=\"app\">{}</div>\n</body>\n</html>\n",
            Html::text(&page.title),
            page.head(assets),
            page.main,
        );
        page.into_document(html)
    }
}

/// For those who built the binary without Node.
pub(super) fn not_built() -> Page {
    const TEXT: &str = "<h1>The admin area is not in this binary</h1>\
        <p>It was built without the web part. The site and the API work without it.</p>\
        <p class=\"soft\">To add it, install Node, run <code>npm ci</code> and \
        <code>npm run build</code> in <code>web</code>, and build the binary again; \
        <code>make run</code> does all of it.</p>\
        <p class=\"actions\"><a class=\"button\" href=\"/\">To the site</a></p>";
    Page::new("The admin area is not in this binary", Html::trusted(TEXT))
        .kind("notice")
        .caching(Caching::Private)
        .unlisted()
}
