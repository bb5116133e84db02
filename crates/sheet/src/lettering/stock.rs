//! The faces of a look, and those of the machine for letters that it lacks.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use faces::{MachineFaces, Taste, covers, has, is_private, needs_face, ranges_of};
use parley::fontique::{Blob, Collection, CollectionOptions, FontInfoOverride, SourceCache};
use parley::{FontContext, FontData, FontStyle, FontWeight, LayoutContext};
use skrifa::FontRef;

use super::Lettering;
use super::signs::lost_signs;
use crate::language::Language;
use crate::look::Look;

/// A text in more scripts than this shows some of them. Interpreters list a dozen in one resume. Each is
/// read only where its letters are in the text, and only those of Chinese and its neighbours are large.
const MOST_ADDED: usize = 64;

/// A face that the program brings. Its name says what it is for: the look, the cut, the weight and the
/// range of characters, such as `classic-text-400italic-latin`.
#[derive(Clone, Copy, Debug)]
pub struct OwnFace {
    pub name: &'static str,
    pub bytes: &'static [u8],
}

/// The characters of a face, in order.
type Ranges = Vec<(u32, u32)>;

#[derive(Debug)]
pub(crate) struct Faces {
    own: &'static [OwnFace],
    machine: MachineFaces,
    /// The characters of our own faces, by look; read when somebody first asks.
    drawn: OnceLock<[Vec<Ranges>; Look::ALL.len()]>,
}

/// A face as a text uses it.
#[derive(Clone, Debug)]
pub(crate) struct UsedFace {
    pub(crate) data: FontData,
    /// Of a face with axes: where on them.
    pub(crate) axes: Vec<([u8; 4], f32)>,
}

struct Described<'a> {
    cut: &'a str,
    weight: f32,
    italic: bool,
    range: &'a str,
}

fn describe(name: &str, look: Look) -> Option<Described<'_>> {
    let rest = name.strip_prefix(look.name())?.strip_prefix('-')?;
    let (cut, rest) = rest.split_once('-')?;
    let (weight, range) = rest.split_once('-')?;
    let upright = weight.trim_end_matches("italic");
    Some(Described { cut, weight: upright.parse().ok()?, italic: upright != weight, range })
}

impl Faces {
    pub(crate) fn new(own: &'static [OwnFace], machine: MachineFaces) -> Self {
        Self { own, machine, drawn: OnceLock::new() }
    }

    /// What is needed to write these texts. Faces of the machine are read for the purpose and given
    /// back with it.
    pub(crate) fn lettering_for<'a>(
        &self,
        look: Look,
        language: Language,
        texts: impl Iterator<Item = &'a str>,
    ) -> Lettering {
        // Nothing of the system is looked up by name: the same page has to look the same after an
        // update.
        let options = CollectionOptions { shared: false, system_fonts: false };
        let source_cache = SourceCache::default();
        let mut fonts = FontContext { collection: Collection::new(options), source_cache };
        let mut families: HashMap<&str, Vec<String>> = HashMap::new();
        let mut known: Vec<Vec<(u32, u32)>> = Vec::new();
        for face in self.own {
            let Some(described) = describe(face.name, look) else { continue };
            let Ok(font) = FontRef::new(face.bytes) else { continue };
            let family = format!("{}-{}", described.cut, described.range);
            let style = if described.italic { FontStyle::Italic } else { FontStyle::Normal };
            let named = FontInfoOverride {
                family_name: Some(&family),
                style: Some(style),
                weight: Some(FontWeight::new(described.weight)),
                ..FontInfoOverride::default()
            };
            fonts.collection.register_fonts(Blob::new(Arc::new(face.bytes)), Some(named));
            if described.cut == "text" && !described.italic {
                known.push(ranges_of(&font));
            }
            let of_cut = families.entry(described.cut).or_default();
            if !of_cut.contains(&family) {
                of_cut.push(family);
            }
        }
        let mut missing: BTreeSet<char> = texts.flat_map(str::chars).collect();
        // What we write ourselves: bullets, dates, page numbers.
        missing.extend("•·–-, ()0123456789".chars());
        missing.retain(|character| needs_face(*character) && !has(&known, *character));
        let mut added = Vec::new();
        while !missing.is_empty() && added.len() < MOST_ADDED {
            let Some(ranges) = self.add(look, &missing, &mut fonts, &mut added) else { break };
            missing.retain(|character| !covers(&ranges, *character));
            known.push(ranges);
        }
        let own = |cut: &str| families.get(cut).cloned().unwrap_or_default();
        let text_families: Vec<String> = own("text").into_iter().chain(added).collect();
        let name_families = own("name").into_iter().chain(text_families.clone()).collect();
        Lettering {
            fonts,
            layouts: LayoutContext::new(),
            name_families,
            text_families,
            known,
            language,
            hyphens: None,
            from_right: false,
            used: Vec::new(),
            kept: HashMap::new(),
        }
    }

    /// The characters of a text that no face of some look or of the machine has, each once. On paper they
    /// are left out.
    pub(crate) fn lacking<'a>(&self, texts: impl Iterator<Item = &'a str>) -> Vec<char> {
        let own = self.drawn.get_or_init(|| Look::ALL.map(|look| self.drawn_in(look)));
        let is_own = |character: char| own.iter().all(|known| has(known, character));
        // Each once: a face of the machine is looked for long.
        let mut known = HashSet::new();
        let mut unknown: Vec<char> = Vec::new();
        let texts: Vec<&str> = texts.collect();
        for character in texts.iter().flat_map(|text| text.chars()) {
            if known.insert(character) && !is_unseen(character) {
                unknown.push(character);
            }
        }
        unknown.retain(|character| {
            is_private(*character)
                || needs_face(*character) && !is_own(*character) && !self.machine.have(*character)
        });
        // With a part of it a sign is left out as a whole.
        let lost: HashSet<char> = unknown.iter().copied().collect();
        for text in texts.iter().filter(|text| text.contains(|it| lost.contains(&it))) {
            for sign in lost_signs(text, |character| !lost.contains(&character)) {
                let parts = sign.chars().filter(|it| needs_face(*it) && !is_unseen(*it));
                for part in parts {
                    if !unknown.contains(&part) {
                        unknown.push(part);
                    }
                }
            }
        }
        unknown
    }

    /// The characters of the faces that the program brings for a look.
    fn drawn_in(&self, look: Look) -> Vec<Ranges> {
        let is_text = |face: &&OwnFace| {
            describe(face.name, look).is_some_and(|it| it.cut == "text" && !it.italic)
        };
        let faces = self.own.iter().filter(is_text);
        faces.filter_map(|face| Some(ranges_of(&FontRef::new(face.bytes).ok()?))).collect()
    }

    /// Adds the family of the machine with most of these characters: its regular face and a bold one,
    /// where there is one with the same letters. Answers which characters it has.
    fn add(
        &self,
        look: Look,
        missing: &BTreeSet<char>,
        fonts: &mut FontContext,
        added: &mut Vec<String>,
    ) -> Option<Vec<(u32, u32)>> {
        let serifs = look.measures().serifs;
        let regular = Taste { serifs, weights: (350.0, 450.0) };
        let (face, bytes) = self.machine.best_for(missing, regular)?;
        let family = format!("machine {}", added.len());
        let mut register = |bytes: Arc<Vec<u8>>, weight: f32| {
            let named = FontInfoOverride {
                family_name: Some(&family),
                weight: Some(FontWeight::new(weight)),
                ..FontInfoOverride::default()
            };
            fonts.collection.register_fonts(Blob::new(bytes), Some(named));
        };
        register(bytes, face.weight());
        let had: BTreeSet<char> =
            missing.iter().copied().filter(|it| covers(&face.ranges, *it)).collect();
        let bold = Taste { serifs, weights: (550.0, 750.0) };
        if let Some((heavy, bytes)) = self.machine.best_for(&had, bold)
            && heavy.weight() > face.weight()
            && had.iter().all(|character| covers(&heavy.ranges, *character))
        {
            register(bytes, heavy.weight());
        }
        added.push(family);
        Some(face.ranges.clone())
    }
}

/// What chooses the form of a character before it, or turns or joins text. Nobody misses it.
fn is_unseen(character: char) -> bool {
    matches!(
        character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180e}' | '\u{200b}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}'
    )
}
