use crate::facts::{Fact, Similarity};

/// A cosine from which two texts have something to do with each other, and one from which they
/// speak of the same thing. As measured with the embedded model.
const RELATED: f32 = 0.10;
const ALIKE: f32 = 0.50;
/// How far above the other facts one must stand, in standard deviations, to be an answer at all,
/// and to be the answer.
const ABOVE: f32 = 0.3;
const FAR_ABOVE: f32 = 2.3;
/// Facts from which on they are compared with each other.
const ENOUGH: usize = 8;

/// What cosines are worth for each requirement. Some requirements are near to everything and some to
/// nothing; so a cosine counts by itself and beside those of the other facts.
#[derive(Debug, Default)]
pub(super) struct Meaning {
    requirements: Vec<Spread>,
    job: Spread,
}

#[derive(Clone, Copy, Debug, Default)]
struct Spread {
    mean: f32,
    deviation: f32,
    count: usize,
}

impl Meaning {
    pub(super) fn of(facts: &[Fact], requirements: usize) -> Self {
        let spread = |number: usize| {
            Spread::of(
                facts
                    .iter()
                    .filter_map(|fact| fact.similarity.to_requirements.get(number).copied()),
            )
        };
        let job = Spread::of(facts.iter().filter_map(|fact| fact.similarity.to_job));
        Self { requirements: (0..requirements).map(spread).collect(), job }
    }

    pub(super) fn is_known(&self) -> bool {
        self.job.count > 0
    }

    pub(super) fn to_requirement(&self, number: usize, known: &Similarity) -> Option<f32> {
        let cosine = known.to_requirements.get(number).copied()?;
        Some(self.requirements.get(number)?.degree(cosine))
    }

    pub(super) fn to_job(&self, known: &Similarity) -> Option<f32> {
        Some(self.job.degree(known.to_job?))
    }
}

impl Spread {
    fn of(cosines: impl Iterator<Item = f32>) -> Self {
        let finite: Vec<f32> = cosines.filter(|cosine| cosine.is_finite()).collect();
        let count = finite.len();
        let mean = finite.iter().sum::<f32>() / count.max(1) as f32;
        let variance =
            finite.iter().map(|one| (one - mean).powi(2)).sum::<f32>() / count.max(1) as f32;
        // A small floor: with facts that are all alike, chance would otherwise decide.
        Self { mean, deviation: variance.sqrt().max(0.02), count }
    }

    fn degree(&self, cosine: f32) -> f32 {
        if !cosine.is_finite() {
            return 0.0;
        }
        let alone = ((cosine - RELATED) / (ALIKE - RELATED)).clamp(0.0, 1.0);
        if self.count < ENOUGH {
            return alone;
        }
        let above = (cosine - self.mean) / self.deviation;
        let among = ((above - ABOVE) / (FAR_ABOVE - ABOVE)).clamp(0.0, 1.0);
        // Both have to be there: near in itself, and nearer than the others.
        (alone * among).sqrt()
    }
}
