use content::navlinks::NavLinksReading;
use content::reading::{Reading, SectionRef};
use content::settings::{ColourScheme, Header, SiteSettings};

use crate::view::{Chrome, Day, MenuLink, NavEntry, Theme};

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
    Chrome {
        language: settings.language.clone(),
        name: settings.title.clone(),
        tagline: settings.tagline.clone(),
        navigation: entries(reading.navigation()),
        secondary: entries(reading.secondary_navigation()),
        menu: menu.collect(),
        elsewhere: elsewhere.collect(),
        footer: settings.footer.clone(),
        year: Day::of(reading.now()).year,
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
