use std::fmt;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use serde_json::Value;
use sheet::{Order, Photo};

use super::PrintOptions;
use crate::Career;

/// The picture at an address, if that is a picture of this site. Nothing is fetched from elsewhere.
pub type FindPhoto = Arc<dyn Fn(String) -> BoxFuture<'static, Option<Photo>> + Send + Sync>;
/// The colour that the owner has chosen for the site, dark enough for text on white paper.
pub type FindAccent = Arc<dyn Fn() -> [u8; 3] + Send + Sync>;

/// A resume as it was written and as it is read. What is hidden may stand where no reading looks.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    pub written: &'a Value,
    pub read: &'a Value,
    /// Whether it tells in one text where the owner lives.
    pub has_place_in_one_text: bool,
}

/// What of a resume others than the owner may see.
pub type Withhold = Arc<dyn Fn(Told<'_>) -> Withheld + Send + Sync>;

/// A resume without what its owner keeps from others.
pub struct Withheld {
    /// The reading as others may see it.
    pub seen: Value,
    /// Whether a text tells something that is kept from others.
    pub tells: Box<dyn Fn(&str) -> bool + Send + Sync>,
    /// Texts that are left out for what they seem to tell, though nobody has hidden them by their names.
    pub taken_out: Vec<TakenOut>,
}

/// A text of a resume that others do not see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenOut {
    /// In the reading, such as `work[0].highlights[1]`.
    pub path: String,
    /// What it seems to tell, such as `a telephone number`.
    pub tells: &'static str,
}

/// What a print shows of the owner and other wings know. Whoever puts the wings together hands it in.
#[derive(Clone)]
pub struct Owner {
    pub find_photo: FindPhoto,
    pub find_accent: FindAccent,
    pub withhold: Withhold,
}

impl fmt::Debug for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Owner").finish_non_exhaustive()
    }
}

impl fmt::Debug for Withheld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Withheld").field("seen", &self.seen).finish_non_exhaustive()
    }
}

impl Career {
    /// A reading as others than the owner may see it. Where nobody has said what that is, it is who the owner
    /// is and what they did.
    pub(crate) fn withheld(&self, told: Told<'_>) -> Withheld {
        if let Some(owner) = &self.printing.owner {
            return (owner.withhold)(told);
        }
        let mut seen = told.read.clone();
        let basics = seen.get_mut("basics").and_then(Value::as_object_mut);
        if let Some(basics) = basics {
            basics.retain(|name, _| matches!(name.as_str(), "name" | "label" | "summary"));
        }
        if let Some(members) = seen.as_object_mut() {
            members.remove("references");
        }
        Withheld { seen, tells: Box::new(|_| false), taken_out: Vec::new() }
    }

    /// The same with what its prints show of the owner.
    pub fn with_owner(mut self, owner: Owner) -> Self {
        self.printing.owner = Some(owner);
        self
    }

    /// The owner's picture, where it is asked for and the document has one of this site.
    pub(crate) async fn find_photo(&self, tree: &Value, options: PrintOptions) -> Option<Photo> {
        let address = tree["basics"]["image"].as_str().filter(|_| options.photo == Some(true))?;
        (self.printing.owner.as_ref()?.find_photo)(address.trim().to_owned()).await
    }

    /// The same order in the owner's colour.
    pub(super) fn coloured(&self, order: Order) -> Order {
        let accent = || Some((self.printing.owner.as_ref()?.find_accent)());
        Order { accent: order.accent.or_else(accent), ..order }
    }
}
