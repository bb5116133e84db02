//! What can be painted, a file for each kind of thing.

mod chart;
mod map;
mod night;
mod plants;
mod ridges;
mod sea;
mod sky;

use crate::Canvas;

/// Something to paint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scene {
    /// Ridges behind each other in the haze of a morning.
    Ridges,
    /// The same at dusk, with a lake before them.
    Lake,
    /// Open water under a low sun.
    Sea,
    /// Clouds from below.
    Clouds,
    /// Stars that have drawn circles, over a dark hill.
    Stars,
    /// The moon between full and new.
    Moon,
    /// A fern on paper.
    Fern,
    /// The head of a sunflower, seed by seed.
    SeedHead,
    /// A branching weed, as pressed in a book.
    Herbarium,
    /// Contour lines of a hilly country.
    Map,
    /// The water of a harbour over two weeks.
    Tide,
    /// A year of days, one column each.
    Year,
}

impl Scene {
    pub const ALL: [Self; 12] = [
        Self::Ridges,
        Self::Lake,
        Self::Sea,
        Self::Clouds,
        Self::Stars,
        Self::Moon,
        Self::Fern,
        Self::SeedHead,
        Self::Herbarium,
        Self::Map,
        Self::Tide,
        Self::Year,
    ];

    pub(crate) fn paint(self, canvas: &mut Canvas, seed: u64) {
        match self {
            Self::Ridges => ridges::morning(canvas, seed),
            Self::Lake => ridges::lake(canvas, seed),
            Self::Sea => sea::sea(canvas, seed),
            Self::Clouds => sky::clouds(canvas, seed),
            Self::Stars => night::stars(canvas, seed),
            Self::Moon => night::moon(canvas, seed),
            Self::Fern => plants::fern(canvas, seed),
            Self::SeedHead => plants::seed_head(canvas, seed),
            Self::Herbarium => plants::herbarium(canvas, seed),
            Self::Map => map::contours(canvas, seed),
            Self::Tide => chart::tide(canvas, seed),
            Self::Year => chart::year(canvas, seed),
        }
    }
}
