//! Sentence embedding: text in, unit vectors out.
//!
//! [`Embedder`] is the seam: [`LocalEmbedder`] runs a model in this process, [`ScriptedEmbedder`]
//! answers in tests, and an endpoint elsewhere implements the same trait outside this crate. Every
//! vector passes through [`Embedding::new`], so what reaches an index is always finite, of the
//! model's dimension and of length one, whoever computed it.
//!
//! Calls block: a caller in an async runtime moves them to a thread that may block.

mod activation;
mod bert;
mod folder;
mod local;
mod matrix;
mod scripted;
mod wordpiece;

pub use folder::{Checksums, ModelError};
pub use local::LocalEmbedder;
pub use scripted::ScriptedEmbedder;
pub use wordpiece::TokenizerError;

/// Turns texts into vectors with one model.
pub trait Embedder: Send + Sync + std::fmt::Debug {
    /// The model whose vectors these are. Known without loading it.
    fn model(&self) -> &ModelIdentity;

    /// One vector per text, in the order of the texts.
    fn embed(&self, texts: &[&str]) -> Result<Vec<Embedding>, EmbedError>;
}

/// Which model made a vector: vectors of two models cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelIdentity {
    /// Changes whenever the same text would come out as another vector.
    pub name: String,
    pub dimension: usize,
}

/// Why texts could not be embedded.
#[derive(Debug, thiserror::Error)]
pub enum EmbedError {
    #[error(transparent)]
    Model(#[from] ModelError),
    #[error("the embedding service is unavailable: {reason}")]
    Unavailable { reason: String },
    #[error("{found} vectors came back for {expected} texts")]
    WrongCount { expected: usize, found: usize },
    #[error("a vector has {found} values, not {expected}")]
    WrongDimension { expected: usize, found: usize },
    #[error("a vector holds a value that is not a finite number")]
    NotFinite,
    #[error("a vector has no direction: all its values are zero")]
    Zero,
}

/// A finite vector of length one.
#[derive(Clone, Debug, PartialEq)]
pub struct Embedding(Vec<f32>);

impl Embedding {
    /// Checks and normalises what a model answered.
    pub fn new(mut values: Vec<f32>, dimension: usize) -> Result<Self, EmbedError> {
        if values.len() != dimension {
            return Err(EmbedError::WrongDimension { expected: dimension, found: values.len() });
        }
        // Scaling by the largest value first keeps huge and tiny inputs from overflowing.
        let largest = values.iter().fold(0.0_f32, |largest, value| largest.max(value.abs()));
        if values.iter().any(|value| !value.is_finite()) {
            return Err(EmbedError::NotFinite);
        }
        if largest == 0.0 {
            return Err(EmbedError::Zero);
        }
        for value in &mut values {
            *value /= largest;
        }
        activation::to_unit_length(&mut values);
        Ok(Self(values))
    }

    /// Values that passed [`Embedding::new`] before and have not changed since.
    pub(crate) fn trusted(values: Vec<f32>) -> Self {
        Self(values)
    }

    pub fn values(&self) -> &[f32] {
        &self.0
    }

    /// The cosine of the angle between two vectors of the same model.
    pub fn cosine(&self, other: &Self) -> f32 {
        self.0.iter().zip(&other.0).map(|(left, right)| left * right).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_finite_vectors_of_the_right_dimension_with_a_direction_pass() {
        assert!(matches!(
            Embedding::new(vec![1.0; 3], 4),
            Err(EmbedError::WrongDimension { expected: 4, found: 3 })
        ));
        for poison in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert!(matches!(Embedding::new(vec![1.0, poison], 2), Err(EmbedError::NotFinite)));
        }
        assert!(matches!(Embedding::new(vec![0.0, -0.0], 2), Err(EmbedError::Zero)));
    }

    #[test]
    fn any_accepted_vector_has_length_one() {
        for values in [[3.0, 4.0], [f32::MAX, f32::MAX], [1e-40, 1e-41], [0.0, -2.0]] {
            let embedding = Embedding::new(values.to_vec(), 2).unwrap();
            assert!((embedding.cosine(&embedding) - 1.0).abs() < 1e-6, "{values:?}");
        }
    }
}
