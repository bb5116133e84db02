//! The forward pass of a BERT encoder: embeddings, layers, pooling.
//!
//! Texts of a batch are laid end to end in one matrix, so that no token is ever padding: linear
//! layers do not care where a text ends, and attention runs per text. Weights are packed once, at
//! load. Training, masks, pairs of sentences and decoders are not here.

use fearless_simd::Level;

use super::activation::{Norm, add_and_normalise, divide, softmax, to_unit_length};
use super::matrix::{Finish, Output, PANEL, Packed, Rows, multiply};

/// How token vectors become one vector for the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pooling {
    Mean,
    FirstToken,
}

#[derive(Debug)]
pub(crate) struct Encoder {
    pub(crate) words: Vec<f32>,
    /// Position vectors with the vector of the only sentence type already added.
    pub(crate) positions: Vec<f32>,
    pub(crate) norm: Norm,
    pub(crate) layers: Vec<Layer>,
    pub(crate) width: usize,
    pub(crate) heads: usize,
    pub(crate) pooling: Pooling,
}

#[derive(Debug)]
pub(crate) struct Layer {
    /// Query, key and value in one product.
    pub(crate) attention: Linear,
    pub(crate) attention_output: Linear,
    pub(crate) attention_norm: Norm,
    pub(crate) expand: Linear,
    pub(crate) contract: Linear,
    pub(crate) output_norm: Norm,
}

#[derive(Debug)]
pub(crate) struct Linear {
    pub(crate) weights: Packed,
    pub(crate) bias: Vec<f32>,
    pub(crate) finish: Finish,
}

impl Linear {
    fn apply(&self, level: Level, input: &[f32], scratch: &mut Vec<f32>, output: &mut Vec<f32>) {
        let (depth, columns) = (self.weights.depth(), self.bias.len());
        let count = input.len() / depth;
        output.resize(count * columns, 0.0);
        let rows = Rows { values: input, stride: depth, count };
        let output = Output { values: output, stride: columns };
        multiply(level, rows, &self.weights, (&self.bias, self.finish), scratch, output);
    }
}

/// No bias, and sums as they are.
const NOTHING: (&[f32], Finish) = (&[], Finish::Plain);

/// Buffers of a forward pass, reused from layer to layer.
#[derive(Default)]
struct Workspace {
    projected: Vec<f32>,
    context: Vec<f32>,
    mixed: Vec<f32>,
    wide: Vec<f32>,
    scores: Vec<f32>,
    sums: Vec<f32>,
    scratch: Vec<f32>,
    keys: Packed,
    values: Packed,
}

impl Encoder {
    /// One unit vector per text; every text is a non-empty list of token numbers.
    pub(crate) fn embed(&self, texts: &[Vec<u32>]) -> Vec<Vec<f32>> {
        let level = Level::new();
        let mut hidden = self.look_up(texts);
        add_and_normalise(level, &mut hidden, &[], &self.norm);
        let mut space = Workspace::default();
        for layer in &self.layers {
            layer.attention.apply(level, &hidden, &mut space.scratch, &mut space.projected);
            self.attend(level, texts, &mut space);
            layer.attention_output.apply(
                level,
                &space.context,
                &mut space.scratch,
                &mut space.mixed,
            );
            add_and_normalise(level, &mut hidden, &space.mixed, &layer.attention_norm);
            layer.expand.apply(level, &hidden, &mut space.scratch, &mut space.wide);
            layer.contract.apply(level, &space.wide, &mut space.scratch, &mut space.mixed);
            add_and_normalise(level, &mut hidden, &space.mixed, &layer.output_norm);
        }
        self.pool(texts, &hidden)
    }

    fn look_up(&self, texts: &[Vec<u32>]) -> Vec<f32> {
        let width = self.width;
        let mut hidden = Vec::with_capacity(texts.iter().map(Vec::len).sum::<usize>() * width);
        for text in texts {
            for (place, token) in text.iter().enumerate() {
                let word = &self.words[*token as usize * width..][..width];
                let position = &self.positions[place * width..][..width];
                hidden.extend(word.iter().zip(position).map(|(word, position)| word + position));
            }
        }
        hidden
    }

    fn attend(&self, level: Level, texts: &[Vec<u32>], space: &mut Workspace) {
        let (width, head) = (self.width, self.width / self.heads);
        let stride = 3 * width;
        let scale = 1.0 / (head as f32).sqrt();
        space.context.resize(space.projected.len() / 3, 0.0);
        let mut start = 0;
        for text in texts {
            let length = text.len();
            let projected = &space.projected[start * stride..][..length * stride];
            let context = &mut space.context[start * width..][..length * width];
            // Whole panels, because the product is quicker on them. `softmax` empties what is too
            // much.
            let score_stride = length.next_multiple_of(PANEL);
            for first in (0..width).step_by(head) {
                let part = |row: usize, which: usize| {
                    &projected[row * stride + which * width + first..][..head]
                };
                // Packed for every text and head. It costs less than it spares in the two products
                // below.
                space.keys.fill_transposed(length, head, |row| part(row, 1));
                space.keys.count_padding();
                space.values.fill(head, length, |row| part(row, 2));
                space.scores.resize(length * score_stride, 0.0);
                let queries = Rows { values: &projected[first..], stride, count: length };
                let scores = Output { values: &mut space.scores, stride: score_stride };
                multiply(level, queries, &space.keys, NOTHING, &mut space.scratch, scores);
                let shape = (score_stride, length);
                softmax(level, &mut space.scores, shape, scale, &mut space.sums);
                let weights = Rows { values: &space.scores, stride: score_stride, count: length };
                let context = &mut context[first..];
                let mixed = Output { values: context, stride: width };
                multiply(level, weights, &space.values, NOTHING, &mut space.scratch, mixed);
                divide(context, (width, head), &space.sums);
            }
            start += length;
        }
    }

    fn pool(&self, texts: &[Vec<u32>], hidden: &[f32]) -> Vec<Vec<f32>> {
        let mut rows = hidden.chunks_exact(self.width);
        let pool = |text: &Vec<u32>| {
            let mut vector = vec![0.0; self.width];
            for (place, row) in rows.by_ref().take(text.len()).enumerate() {
                // For the first token alone, the sum is that token.
                if place == 0 || self.pooling == Pooling::Mean {
                    for (sum, value) in vector.iter_mut().zip(row) {
                        *sum += value;
                    }
                }
            }
            // Dividing by the number of tokens changes nothing once the length is one.
            to_unit_length(&mut vector);
            vector
        };
        texts.iter().map(pool).collect()
    }
}
