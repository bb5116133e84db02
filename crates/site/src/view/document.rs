use askama::Template;

use super::Day;

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

    pub fn title(self) -> &'static str {
        match self {
            Self::Auto => "Auto",
            Self::Light => "Light",
            Self::Dark => "Dark",
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
    pub language: String,
    pub name: String,
    pub tagline: String,
    pub navigation: Vec<NavEntry>,
    pub secondary: Vec<NavEntry>,
    pub menu: Vec<MenuLink>,
    pub elsewhere: Vec<MenuLink>,
    pub footer: String,
    pub year: i16,
    pub theme: Theme,
    /// Where the switch of colours comes back to.
    pub here: String,
    /// What the signed in can do with this page.
    pub edit: Option<Link>,
    pub signed_in: bool,
    /// The addresses of style sheets and scripts.
    pub styles: Vec<String>,
    pub scripts: Vec<String>,
    /// A face to fetch early.
    pub preload_face: Option<String>,
    /// Prefix of an icon's address in the sprite, when there is one.
    pub theme_colours: Option<(String, String)>,
}

/// A feed that belongs to a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedLink {
    pub href: String,
    pub title: String,
    pub media_type: &'static str,
}

/// The same thing in another form, such as a resume as JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternate {
    pub href: String,
    pub media_type: &'static str,
}

/// What a page tells machines about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// Without the site's name.
    pub title: String,
    pub description: String,
    /// The absolute address, for pages that have one.
    pub canonical: Option<String>,
    pub noindex: bool,
    pub feeds: Vec<FeedLink>,
    pub alternates: Vec<Alternate>,
    pub newer: Option<String>,
    pub older: Option<String>,
    /// `article`, `profile` or `website`.
    pub kind: &'static str,
    /// The absolute address of the card, and what is on it.
    pub card: Option<(String, String)>,
    pub published: Option<Day>,
    pub modified: Option<Day>,
    pub tags: Vec<String>,
    /// Already written so that it can stand in a script element.
    pub json_ld: Vec<String>,
    pub me: Vec<String>,
}

/// A whole page.
#[derive(Debug, Template)]
#[template(path = "document.html")]
pub struct Document<'a> {
    pub chrome: &'a Chrome,
    pub head: &'a Head,
    /// The page's own part, from one of the templates.
    pub main: &'a str,
}

impl Document<'_> {
    pub fn full_title(&self) -> String {
        match (self.head.title.as_str(), self.chrome.name.as_str()) {
            ("", name) => name.to_owned(),
            (title, name) if title == name => name.to_owned(),
            (title, name) => format!("{title} – {name}"),
        }
    }

    pub fn og_title(&self) -> &str {
        if self.head.title.is_empty() { &self.chrome.name } else { &self.head.title }
    }
}
