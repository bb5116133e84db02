//! Which faces a text needs: our own, and those of the machine for what they lack.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use faces::{MachineFaces, Taste, covers, has, needs_face, ranges_of};
use parley::FontContext;
use parley::fontique::{Blob, Collection, CollectionOptions, FontInfoOverride, SourceCache};
use skrifa::FontRef;

use crate::lettering::Lettering;

/// A title in more scripts than this shows some of them. There are not so many in the world, and only those
/// of Chinese and its neighbours are large.
const MOST_ADDED: usize = 64;
/// Upright, heavy and with serifs is nearest to the face of headings.
const TASTE: Taste = Taste { serifs: true, weights: (550.0, 750.0) };

#[derive(Debug)]
pub(crate) struct Faces {
    /// Tried first, in this order.
    own: &'static [&'static [u8]],
    machine: MachineFaces,
}

impl Faces {
    pub(crate) fn new(own: &'static [&'static [u8]], folders: Vec<PathBuf>) -> Self {
        Self { own, machine: MachineFaces::new(folders) }
    }

    pub(crate) fn of_this_machine(own: &'static [&'static [u8]]) -> Self {
        Self { own, machine: MachineFaces::of_this_machine() }
    }

    /// What is needed to write these texts. Faces of the machine are read for the purpose and given
    /// back with it: some are twenty megabytes.
    pub(crate) fn lettering_for(&self, texts: &[&str]) -> Lettering {
        // Nothing of the system is looked up by name: the same card has to look the same after an
        // update.
        let options = CollectionOptions { shared: false, system_fonts: false };
        let source_cache = SourceCache::default();
        let mut fonts = FontContext { collection: Collection::new(options), source_cache };
        let mut families = Vec::new();
        let mut known = Vec::new();
        for &bytes in self.own {
            register(&mut fonts, Blob::new(Arc::new(bytes)), &mut families);
            known.extend(FontRef::new(bytes).ok().map(|face| ranges_of(&face)));
        }
        let mut missing: BTreeSet<char> = texts.iter().flat_map(|text| text.chars()).collect();
        missing.retain(|character| needs_face(*character) && !has(&known, *character));
        while !missing.is_empty() && families.len() < self.own.len() + MOST_ADDED {
            let Some((face, bytes)) = self.machine.best_for(&missing, TASTE) else { break };
            register(&mut fonts, Blob::new(bytes), &mut families);
            missing.retain(|character| !covers(&face.ranges, *character));
            known.push(face.ranges.clone());
        }
        Lettering::new(fonts, families, known)
    }
}

fn register(fonts: &mut FontContext, bytes: Blob<u8>, families: &mut Vec<String>) {
    // Names of our own, as two faces of the machine may have the same one.
    let name = format!("face {}", families.len());
    let named = FontInfoOverride { family_name: Some(&name), ..FontInfoOverride::default() };
    fonts.collection.register_fonts(bytes, Some(named));
    families.push(name);
}
