//! The four variants of an upload: sizes decided here, pixels by the pipeline.
//!
//! The picture is reduced to the largest variant first and only then turned, converted and
//! filtered: the rest of the work is done on few pixels. Smaller variants are made from the next
//! larger one. A picture no wider than the largest variant is filtered exactly as it came.

use crate::budget::{Spending, Stage};
use crate::decode;
use crate::decoded::Wanted;
use crate::encode::{self, AnimatedVariants};
use crate::filter::{self, Anchors};
use crate::probe::{PictureFacts, probe_picture};
use crate::raster::Raster;
use crate::resize::{Reducer, height_for};
use crate::{Budget, EncoderSettings, Error, Filter, colour, orient, placeholder};

/// The names of the four.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum VariantName {
    Small,
    Medium,
    Large,
    Full,
}

impl VariantName {
    /// From the largest to the smallest: the order they are made in.
    pub const CASCADE: [Self; 4] = [Self::Full, Self::Large, Self::Medium, Self::Small];

    /// The name in answers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
            Self::Full => "full",
        }
    }

    /// The width in pixels; for `Full`, at most.
    pub fn width(self) -> u32 {
        match self {
            Self::Small => 400,
            Self::Medium => 768,
            Self::Large => 1536,
            Self::Full => 2048,
        }
    }
}

/// One file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    pub name: VariantName,
    pub width: u32,
    pub height: u32,
    /// A whole WebP file without metadata.
    pub bytes: Vec<u8>,
}

/// What an upload becomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variants {
    /// What the headers of the original said.
    pub original: PictureFacts,
    /// ThumbHash, base64.
    pub placeholder: String,
    /// From the smallest to `full`, which is always there.
    pub variants: Vec<Variant>,
}

/// Judges, decodes, turns, converts, filters, reduces and encodes.
pub fn make_variants(bytes: &[u8], filter: Filter, budget: &Budget<'_>) -> Result<Variants, Error> {
    make_variants_with(bytes, filter, encode::SETTINGS, budget)
}

/// The same with other settings of the encoder, for those who compare settings.
pub fn make_variants_with(
    bytes: &[u8],
    filter: Filter,
    settings: EncoderSettings,
    budget: &Budget<'_>,
) -> Result<Variants, Error> {
    let spending = Spending::begin(budget);
    let original = probe_picture(bytes, budget)?;
    let plan = plan(original.upright_size());
    let (files, placeholder) = crate::guard::catching("pipeline", || {
        if original.frames > 1 {
            animation(bytes, &original, filter, settings, &plan, &spending)
        } else {
            still(bytes, &original, filter, settings, &plan, &spending)
        }
    })?;
    let mut variants: Vec<_> = plan
        .into_iter()
        .zip(files)
        .map(|((name, width, height), bytes)| Variant { name, width, height, bytes })
        .collect();
    variants.reverse();
    Ok(Variants { original, placeholder, variants })
}

/// Name, width and height of each variant, largest first. Nothing is enlarged; a variant that
/// would be as wide as `full` is left out. A side longer than WebP allows makes all smaller.
fn plan(upright: (u32, u32)) -> Vec<(VariantName, u32, u32)> {
    let longest = u64::from(webp_encoder::LONGEST_SIDE);
    let mut full = upright.0.min(VariantName::Full.width());
    if u64::from(height_for(full, upright)) > longest {
        full = (u64::from(upright.0) * longest / u64::from(upright.1)).max(1) as u32;
    }
    let height = |width| height_for(width, upright).min(webp_encoder::LONGEST_SIDE);
    VariantName::CASCADE
        .into_iter()
        .filter_map(|name| match name {
            VariantName::Full => Some((name, full, height(full))),
            _ => (name.width() < full).then(|| (name, name.width(), height(name.width()))),
        })
        .collect()
}

type Plan = [(VariantName, u32, u32)];

fn still(
    bytes: &[u8],
    facts: &PictureFacts,
    filter: Filter,
    settings: EncoderSettings,
    plan: &Plan,
    spending: &Spending<'_>,
) -> Result<(Vec<Vec<u8>>, String), Error> {
    let (_, width, height) = plan[0];
    let mut reducer = Reducer::default();
    let mut raster = upright(bytes, facts, (width, height), &mut reducer, spending)?;
    // After reducing and before the cascade: filters cost by the pixel, and all variants have to
    // look alike.
    spending.enter(Stage::Filter)?;
    filter::apply(filter, &mut raster, &mut Anchors::default());
    let mut files = Vec::with_capacity(plan.len());
    for (index, (_, width, height)) in plan.iter().enumerate() {
        if (raster.width, raster.height) != (*width, *height) {
            spending.enter(Stage::Resize)?;
            raster = reducer.reduce(&raster, *width, *height);
        }
        // All but the last make the next smaller one, and a large one lets go of its rows while it
        // does.
        let file = match plan.get(index + 1) {
            Some((_, width, height)) if encode::too_large_to_keep(&raster) => {
                let (file, smaller) = encode::encode_letting_go(
                    raster,
                    (*width, *height),
                    settings,
                    &mut reducer,
                    spending,
                )?;
                raster = smaller;
                file
            }
            _ => encode::encode(&raster, settings, spending)?,
        };
        files.push(file);
    }
    spending.enter(Stage::Placeholder)?;
    Ok((files, placeholder::placeholder(&raster)))
}

/// Decodes and reduces to `size`, upright and in sRGB.
pub(crate) fn upright(
    bytes: &[u8],
    facts: &PictureFacts,
    size: (u32, u32),
    reducer: &mut Reducer,
    spending: &Spending<'_>,
) -> Result<Raster, Error> {
    let (width, height) = facts.orientation.apply_to_size(size.0, size.1);
    let decoded = decode::still(bytes, facts, Wanted { width, height }, spending)?;
    let mut raster = decoded.raster;
    if (raster.width, raster.height) != (width, height) {
        spending.enter(Stage::Resize)?;
        raster = reducer.reduce(&raster, width, height);
    }
    spending.enter(Stage::Orient)?;
    let raster = orient::orient(raster, facts.orientation);
    spending.enter(Stage::Colour)?;
    Ok(colour::to_srgb(raster, &decoded.profile).without_needless_alpha())
}

fn animation(
    bytes: &[u8],
    facts: &PictureFacts,
    filter: Filter,
    settings: EncoderSettings,
    plan: &Plan,
    spending: &Spending<'_>,
) -> Result<(Vec<Vec<u8>>, String), Error> {
    let (_, width, height) = plan[0];
    let stored = facts.orientation.apply_to_size(width, height);
    let mut frames = decode::open_animation(bytes, facts, spending)?;
    let sizes: Vec<_> = plan.iter().map(|(_, width, height)| (*width, *height)).collect();
    let mut variants = AnimatedVariants::new(&sizes, frames.loops(), settings)?;
    let mut reducer = Reducer::default();
    let mut anchors = Anchors::default();
    let mut placeholder = None;
    loop {
        spending.enter(Stage::Decode)?;
        let Some(frame) = frames.next_frame()? else { break };
        let mut raster = frame.raster;
        if (raster.width, raster.height) != stored {
            spending.enter(Stage::Resize)?;
            raster = reducer.reduce(&raster, stored.0, stored.1);
        }
        spending.enter(Stage::Colour)?;
        let raster = orient::orient(raster, facts.orientation);
        let mut raster = colour::to_srgb(raster, frames.profile());
        spending.enter(Stage::Filter)?;
        filter::apply(filter, &mut raster, &mut anchors);
        // Of the first frame, which is what a reader sees first.
        placeholder.get_or_insert_with(|| placeholder::placeholder(&raster));
        variants.add(raster, frame.milliseconds, spending)?;
    }
    let placeholder =
        placeholder.ok_or_else(|| Error::malformed(facts.format, "an animation without frames"))?;
    Ok((variants.finish()?, placeholder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_are_never_wider_than_the_original_and_full_is_always_there() {
        let widths = |size| plan(size).iter().map(|(_, width, _)| *width).collect::<Vec<_>>();
        assert_eq!(widths((6000, 4000)), [2048, 1536, 768, 400]);
        assert_eq!(widths((2048, 2048)), [2048, 1536, 768, 400]);
        assert_eq!(widths((1536, 100)), [1536, 768, 400]);
        assert_eq!(widths((1535, 100)), [1535, 768, 400]);
        assert_eq!(widths((400, 300)), [400]);
        assert_eq!(widths((399, 300)), [399]);
        assert_eq!(widths((1, 1)), [1]);
    }

    #[test]
    fn a_picture_too_tall_for_webp_becomes_narrower() {
        for (_, width, height) in plan((2000, 25_000)) {
            assert!(height <= 16_383, "{width}x{height}");
        }
        assert_eq!(plan((2000, 25_000))[0], (VariantName::Full, 1310, 16_375));
        assert_eq!(plan((1, 60_000))[0], (VariantName::Full, 1, 16_383));
    }
}
