//! How the owner wants the site to look, as files that browsers understand. The usual look is in
//! `styles/`; here is only what differs from it.

use std::fmt::Write;

use content::settings::{Look, Oklch, Shades, SiteSettings, TextFace, TextSize};
use serde_json::json;
use xxhash_rust::xxh3::xxh3_64;

/// The address of the style sheet, if there is anything in it. It changes with what is in it.
pub(crate) fn address(look: &Look) -> Option<String> {
    let styles = styles(look);
    (!styles.is_empty()).then(|| format!("/look.css?v={:016x}", xxh3_64(styles.as_bytes())))
}

/// The style sheet of what was chosen otherwise than usual; empty when nothing was.
pub(crate) fn styles(look: &Look) -> String {
    let usual = Look::default();
    let mut root = String::new();
    let mut more = String::new();
    if look.accent != usual.accent {
        let Shades { light, dark } = look.accent.shades();
        let (light, dark) = (colour(light), colour(dark));
        let hue = look.accent.hue;
        let wash =
            format!("--leaf-wash:light-dark(oklch(.945 .03 {hue:.1}),oklch(.285 .04 {hue:.1}));");
        write!(root, "--leaf:light-dark({light},{dark});{wash}").expect("a string takes it");
    }
    match look.text_face {
        TextFace::Book => {}
        TextFace::Plain => root.push_str("--text:var(--ui);"),
        TextFace::Typed => root.push_str("--text:var(--mono);"),
    }
    match look.text_size {
        TextSize::Normal => {}
        TextSize::Small => root.push_str("--body:clamp(1rem,.95rem + .25vw,1.125rem);"),
        TextSize::Large => root.push_str("--body:clamp(1.1875rem,1.1rem + .45vw,1.4375rem);"),
    }
    if look.width != usual.width {
        // 37 rem hold 66 characters.
        let measure = f64::from(look.width) * 37.0 / 66.0;
        write!(root, "--measure:{measure:.2}rem;").expect("a string takes it");
    }
    if !look.margin_notes {
        more.push_str(
            "@media(min-width:1200px){.prose>.notes{grid-column:text;grid-row:auto}.prose .note{\
             border-inline-start:2px solid var(--leaf);padding-inline-start:1.1rem}}",
        );
    }
    // Nothing at all when all is as usual: then there is no file to fetch.
    if root.is_empty() { more } else { format!(":root{{{root}}}{more}") }
}

fn colour(Oklch { lightness, chroma, hue }: Oklch) -> String {
    format!("oklch({lightness:.3} {chroma:.3} {hue:.1})")
}

pub(crate) fn favicon(settings: &SiteSettings) -> String {
    let letter = settings.title.chars().find(|letter| letter.is_alphanumeric()).unwrap_or('F');
    let letter: String = letter.to_uppercase().collect();
    let letter = edge::html::escape(&letter);
    let Shades { light, .. } = settings.look.accent.shades();
    let accent = colour(light);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 64 64\"><rect width=\"64\" \
         height=\"64\" rx=\"14\" fill=\"{accent}\"/><text x=\"32\" y=\"46\" \
         text-anchor=\"middle\" font-family=\"Charter,'Bitstream Charter',Cambria,serif\" \
         font-size=\"42\" font-weight=\"600\" fill=\"#fbfcfa\">{letter}</text></svg>"
    )
}

pub(crate) fn manifest(settings: &SiteSettings) -> String {
    let icon = json!({ "src": "/favicon.svg", "type": "image/svg+xml", "sizes": "any" });
    json!({
        "name": settings.title,
        "short_name": settings.title,
        "description": settings.tagline,
        "lang": settings.language,
        "start_url": "/",
        "scope": "/",
        "display": "browser",
        "background_color": "#fbfcfa",
        "theme_color": "#fbfcfa",
        "icons": [icon],
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use content::settings::Accent;

    use super::*;

    #[test]
    fn the_usual_look_needs_no_file() {
        assert_eq!(styles(&Look::default()), "");
        let look = Look { accent: Accent { hue: 235.0, chroma: 0.105 }, ..Look::default() };
        assert!(styles(&look).starts_with(":root{--leaf:light-dark(oklch("), "{}", styles(&look));
        let look = Look { width: 60, margin_notes: false, ..Look::default() };
        assert!(styles(&look).contains("--measure:33.64rem;}@media"), "{}", styles(&look));
    }

    #[test]
    fn names_stay_text_in_files() {
        let settings = SiteSettings { title: "<\"&".to_owned(), ..SiteSettings::default() };
        assert!(favicon(&settings).ends_with(">F</text></svg>"));
        assert!(manifest(&settings).contains(r#""name":"<\"&""#), "{}", manifest(&settings));
    }
}
