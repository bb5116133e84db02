use askama::Template;

use super::Words;

/// How a visitor wants the colours; kept in a cookie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// As the system has it.
    #[default]
    Auto,
    Light,
    Dark,
}

impl Theme {
    pub const ALL: [Self; 3] = [Self::Auto, Self::Light, Self::Dark];

    /// The word in the cookie and in the markup.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    pub fn title(self, words: &Words) -> &str {
        match self {
            Self::Auto => &words.auto,
            Self::Light => &words.light,
            Self::Dark => &words.dark,
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.name() == name)
    }
}

/// A link with its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    pub href: String,
    pub title: String,
}

/// A section in the navigation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NavEntry {
    pub href: String,
    pub title: String,
    /// The page is in it.
    pub current: bool,
    /// It is the page.
    pub is_page: bool,
}

/// A link of the menu or of the owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MenuLink {
    pub href: String,
    pub title: String,
    /// The name of an icon; unknown ones show the plain arrow of a link.
    pub icon: String,
    pub new_tab: bool,
    /// This is the owner, elsewhere.
    pub is_me: bool,
}

impl MenuLink {
    pub fn leaves_site(&self) -> bool {
        !self.href.starts_with('/')
    }

    pub fn rel(&self) -> &'static str {
        match (self.is_me, self.new_tab) {
            (true, true) => "me noopener",
            (true, false) => "me",
            (false, true) => "noopener",
            (false, false) => "",
        }
    }
}

/// What surrounds every page: header, menu and footer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chrome {
    pub words: &'static Words,
    pub language: String,
    pub name: String,
    pub tagline: String,
    pub navigation: Vec<NavEntry>,
    pub secondary: Vec<NavEntry>,
    /// The pages of the service that visitors look for.
    pub own_pages: Vec<Link>,
    pub menu: Vec<MenuLink>,
    pub elsewhere: Vec<MenuLink>,
    pub footer: String,
    pub year: i16,
    pub theme: Theme,
    /// Where the switch of colours comes back to.
    pub here: String,
    /// What the administrators can do from this page: change it, add to it, go on with drafts.
    pub desk: Vec<Link>,
    /// Whether visitors may choose the colours.
    pub theme_switch: bool,
    /// Whether the foot names what the site is made with.
    pub credit: bool,
    /// How the name and the main sections stand: `line`, `centred` or `margin`.
    pub header: &'static str,
}

impl Chrome {
    /// The pages of the service that no link of the menu leads to.
    pub fn own_pages_for_menu(&self) -> impl Iterator<Item = &Link> {
        let is_linked = |page: &Link| self.menu.iter().any(|link| link.href == page.href);
        self.own_pages.iter().filter(move |page| !is_linked(page))
    }
}

/// A whole page.
#[derive(Debug, Template)]
#[template(path = "document.html")]
pub struct Document<'a> {
    pub chrome: &'a Chrome,
    /// In full, with the site's name.
    pub title: &'a str,
    /// Elements for the head, written already.
    pub head: &'a str,
    /// The face of headings, which browsers would find out late that they need.
    pub face: Option<&'a str>,
    /// Where it is not that of the site.
    pub language: Option<&'a str>,
    /// The page's own part, from one of the templates.
    pub main: &'a str,
}

impl Document<'_> {
    pub fn language(&self) -> &str {
        self.language.unwrap_or(&self.chrome.language)
    }

    /// Whether its language is written from right to left.
    pub fn is_right_to_left(&self) -> bool {
        let language = self.language().to_ascii_lowercase();
        let first = language.split('-').next().unwrap_or_default();
        ["ar", "arc", "ckb", "dv", "fa", "he", "iw", "ku", "ps", "sd", "ug", "ur", "yi"]
            .contains(&first)
    }
}
