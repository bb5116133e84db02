use content::navlinks::NavLinksReading;
use content::reading::{Found, Reading, SectionRef};
use content::settings::{ColourScheme, Header, SiteSettings};

use crate::view::{Chrome, Day, Link, MenuLink, NavEntry, Theme, Words};

/// What stands around a page: `path` is the address it is at, `theme` what the visitor chose.
pub(crate) fn compose_chrome(
    reading: &Reading,
    settings: &SiteSettings,
    links: &NavLinksReading,
    path: &str,
    chosen: Option<Theme>,
) -> Chrome {
    let entries = |sections: Vec<SectionRef<'_>>| -> Vec<NavEntry> {
        let entry = |section: &SectionRef<'_>| {
            let href = section.href();
            let is_page = path == href;
            // With the slash, or `/art` would be the current one on `/articles`.
            let below = path.strip_prefix(&href).is_some_and(|rest| rest.starts_with('/'));
            NavEntry { title: section.title.clone(), current: is_page || below, is_page, href }
        };
        sections.iter().map(entry).collect()
    };
    let elsewhere = settings.profile.links.iter().map(|link| MenuLink {
        href: link.url.clone(),
        title: link.title.clone(),
        icon: link.kind.clone(),
        new_tab: false,
        is_me: !link.url.starts_with('/'),
    });
    let menu = links.links().map(|link| MenuLink {
        href: link.url.clone(),
        title: link.title.clone(),
        icon: link.icon.clone(),
        new_tab: link.new_tab,
        is_me: settings.profile.links.iter().any(|own| own.url == link.url),
    });
    let usual = match settings.look.colour_scheme {
        ColourScheme::System => Theme::Auto,
        ColourScheme::Light => Theme::Light,
        ColourScheme::Dark => Theme::Dark,
    };
    let words = Words::of(&settings.language);
    Chrome {
        words,
        language: settings.language.clone(),
        name: settings.title.clone(),
        tagline: settings.tagline.clone(),
        navigation: entries(reading.navigation()),
        secondary: entries(reading.secondary_navigation()),
        own_pages: own_pages(reading, settings, words),
        menu: menu.collect(),
        elsewhere: elsewhere.collect(),
        footer: settings.footer.clone(),
        year: Day::of(words, reading.now()).year,
        theme: chosen.filter(|_| settings.look.theme_switch).unwrap_or(usual),
        here: path.to_owned(),
        desk: Vec::new(),
        theme_switch: settings.look.theme_switch,
        credit: settings.look.credit,
        header: match settings.look.header {
            Header::Line => "line",
            Header::Centred => "centred",
            Header::Margin => "beside",
        },
    }
}

/// The contact form, and the resume where it is public.
fn own_pages(reading: &Reading, settings: &SiteSettings, words: &Words) -> Vec<Link> {
    let resume = settings.resume.id.map(|_| ("/resume", &words.resume));
    let pages = resume.into_iter().chain([("/contact", &words.contact)]);
    pages
        // The owner may have a page of that name. Then ours is out of the way.
        .filter(|(path, _)| matches!(reading.find_address(path).found, Found::Nothing))
        .map(|(path, title)| Link { href: path.to_owned(), title: title.clone() })
        .collect()
}
