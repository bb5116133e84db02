use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kernel::Id;
use store::{Filter, Query, StoreError};

use super::addresses::uploads_in;
use crate::content::Content;
use crate::items::{Body, ContentType, Item};
use crate::reader::Scope;
use crate::redirects::Thing;
use crate::tree::{Node, Tree, thing_of};

/// How many bodies are held in memory at a time while they are read.
const AT_A_TIME: usize = 200;

/// Something that shows an upload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MediaUse {
    pub upload: Id,
    pub thing: Thing,
    pub title: String,
    /// Nothing, where it is deleted or below something that is.
    pub path: Option<String>,
    pub is_published: bool,
    pub place: MediaPlace,
}

/// Where it shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MediaPlace {
    Body,
    /// The picture that stands for an item in lists, where it was chosen and is not that of the body.
    Cover,
    /// An image is this picture.
    Image,
    /// The picture of a section.
    Section,
}

/// What the bodies show, by item: the version that was read, and the uploads in it. Can be thrown
/// away at any time.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShownInBodies(Arc<Mutex<HashMap<Id, Read>>>);

type Read = (i64, Arc<[Id]>);

impl ShownInBodies {
    fn read(&self) -> MutexGuard<'_, HashMap<Id, Read>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Content {
    /// Every place of the content that shows an upload. The first call reads all bodies, later
    /// ones those that have changed.
    pub async fn media_uses(&self) -> Result<Vec<MediaUse>, StoreError> {
        let view = self.tree();
        let tree = &view.content;
        self.read_bodies(tree).await?;
        let mut uses = Vec::new();
        for node in tree.sections() {
            uses.extend(of_section(tree, node));
        }
        let read = self.0.shown_in_bodies.read();
        for card in tree.items() {
            let in_body = read.get(&card.document.id).map(|(_, uploads)| uploads.clone());
            uses.extend(of_item(tree, &card.document, &in_body.unwrap_or_default()));
        }
        Ok(uses)
    }

    async fn read_bodies(&self, tree: &Tree) -> Result<(), StoreError> {
        let unread: Vec<Id> = {
            let mut read = self.0.shown_in_bodies.read();
            read.retain(|id, _| tree.item(*id).is_some());
            let is_read = |id, version| read.get(&id).is_some_and(|(known, _)| *known == version);
            let cards = tree.items().map(|card| (card.document.id, card.version));
            cards.filter(|(id, version)| !is_read(*id, *version)).map(|(id, _)| id).collect()
        };
        for ids in unread.chunks(AT_A_TIME) {
            let ids = ids.iter().map(|id| (*id).into()).collect();
            let query = Query::all().filter(Filter::OneOf("id", ids));
            for stored in self.0.store.list::<Body>(query).await? {
                let body = stored.document;
                let uploads = uploads_in(&body.html).into();
                self.0.shown_in_bodies.read().insert(body.id, (body.item_version, uploads));
            }
        }
        Ok(())
    }
}

fn of_section(tree: &Tree, node: &Node) -> Option<MediaUse> {
    let section = node.section();
    let upload = uploads_in(section.image_url.as_deref()?).first().copied()?;
    let thing = Thing::Section(section.id);
    Some(MediaUse {
        upload,
        thing,
        title: section.title.clone(),
        path: tree.path_of_thing(thing, Scope::Drafts),
        is_published: node.alive && node.public,
        place: MediaPlace::Section,
    })
}

fn of_item(tree: &Tree, item: &Item, in_body: &[Id]) -> Vec<MediaUse> {
    let chosen = item.image_url.as_deref().filter(|_| !item.derives_image);
    let cover = chosen.and_then(|address| uploads_in(address).first().copied());
    let image = item.extra.media_id.as_deref().and_then(|id| id.parse().ok());
    let image = image.filter(|_| item.content_type == ContentType::Image);
    let body = in_body.iter().map(|upload| (*upload, MediaPlace::Body));
    let others = cover.map(|upload| (upload, MediaPlace::Cover));
    let image = image.map(|upload| (upload, MediaPlace::Image));
    let thing = thing_of(item);
    let places = image.into_iter().chain(others).chain(body);
    let places = places.map(|(upload, place)| MediaUse {
        upload,
        thing,
        title: item.title.clone(),
        path: tree.path_of_thing(thing, Scope::Drafts),
        is_published: tree.shows(item, Scope::ever_published()),
        place,
    });
    places.collect()
}
