use kernel::{Id, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Look;

/// What the site says about itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SiteSettings {
    pub title: String,
    /// One sentence about the site. It heads the home page.
    pub tagline: String,
    /// The language of the site as a BCP 47 tag.
    pub language: String,
    pub profile: Profile,
    pub home: Home,
    pub look: Look,
    /// A line at the foot of every page, such as a licence.
    pub footer: String,
    /// Whether search engines are welcome.
    pub indexable: bool,
    pub resume: PublicResume,
    /// When the owner last changed something; null before the first change.
    pub updated_at: Option<Timestamp>,
}

/// The person the site belongs to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Profile {
    pub name: String,
    /// Plain text. A blank line begins a new paragraph.
    pub biography: String,
    /// The address of a picture.
    pub portrait: Option<String>,
    /// Where else to find this person.
    pub links: Vec<ProfileLink>,
}

/// Where else to find the owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProfileLink {
    /// 1 to 100 characters on one line.
    #[schemars(length(max = 100), regex(pattern = kernel::pattern::FILLED_LINE))]
    pub title: String,
    /// A site path beginning with `/`, or an http, https or mailto address.
    #[schemars(length(max = 2048), regex(pattern = kernel::pattern::HREF))]
    pub url: String,
    /// A word for what is there, such as `email`, `code` or `mastodon`; pages show an icon for those
    /// they know.
    #[serde(default = "ProfileLink::usual_kind")]
    #[schemars(regex(pattern = r"^[a-z0-9][a-z0-9\-]{0,39}$"))]
    pub kind: String,
}

impl ProfileLink {
    fn usual_kind() -> String {
        "link".to_owned()
    }
}

/// What the home page shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Home {
    /// The owner, with what is featured and what is new.
    #[default]
    Introduction,
    /// What a section shows. Readers get the introduction while they cannot see the section.
    Section { id: Id },
    /// A single page. Readers get the introduction while they cannot see the page.
    Page { id: Id },
}

/// Which resume visitors may read, and how much of it. The resume itself belongs to another wing:
/// an id that names none shows nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PublicResume {
    /// No resume is public while this is null.
    pub id: Option<Id>,
    /// What visitors see besides the work itself.
    pub show: Vec<ResumePart>,
}

/// A part of a resume that its owner may want to keep from the public.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum ResumePart {
    Email,
    Phone,
    /// Street and postal code.
    Street,
    /// City, region and country.
    City,
    Picture,
    References,
    /// The file to download.
    Pdf,
    /// Search engines may list the page.
    SearchEngines,
}

impl Default for PublicResume {
    /// Whoever publishes a resume has not yet published ways to reach them.
    fn default() -> Self {
        Self { id: None, show: vec![ResumePart::City, ResumePart::Pdf] }
    }
}

impl PublicResume {
    pub fn shows(&self, part: ResumePart) -> bool {
        self.show.contains(&part)
    }
}

impl Default for SiteSettings {
    /// A site nobody has named yet looks whole, too.
    fn default() -> Self {
        Self {
            title: "A new site".to_owned(),
            tagline: String::new(),
            language: "en".to_owned(),
            profile: Profile::default(),
            home: Home::default(),
            look: Look::default(),
            footer: String::new(),
            indexable: true,
            resume: PublicResume::default(),
            updated_at: None,
        }
    }
}
