//! A model as it lies on disk: `model.safetensors`, `tokenizer.json`, `config.json` and the two
//! small files of sentence-transformers. Opening reads only the small ones; loading reads the
//! weights, verifies them against the checksum and packs them.
//!
//! Models of the BERT family in `f32` are supported; anything else is refused with what was found.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::activation::Norm;
use super::bert::{Encoder, Layer, Linear, Pooling};
use super::matrix::{Finish, Packed, STEP};
use super::wordpiece::{TokenizerError, WordPiece};

/// Why a model folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    #[error("cannot read {path}: {cause}")]
    Unreadable { path: PathBuf, cause: io::Error },
    #[error("{path} has the checksum {found}, not {expected}")]
    ChecksumMismatch { path: PathBuf, expected: String, found: String },
    #[error("{path} is not what it should be: {reason}")]
    Malformed { path: PathBuf, reason: String },
    #[error("the model's {setting} is {found}, which is not supported")]
    Unsupported { setting: &'static str, found: String },
    #[error("the tensor {name} is {problem}")]
    Tensor { name: String, problem: String },
    #[error(transparent)]
    Tokenizer(#[from] TokenizerError),
}

/// SHA-256 of the two files that decide what vectors come out, as lowercase hexadecimal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checksums {
    pub weights: String,
    pub tokenizer: String,
}

impl Checksums {
    /// Those of all-MiniLM-L6-v2, the default model.
    pub fn all_minilm_l6_v2() -> Self {
        Self {
            weights: "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db".into(),
            tokenizer: "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037".into(),
        }
    }

    /// Reads both files once; for a model the owner brings and does not pin.
    pub fn measure(folder: &Path) -> Result<Self, ModelError> {
        let sum = |name: &str| read(&folder.join(name)).map(|bytes| checksum(&bytes));
        Ok(Self { weights: sum(WEIGHTS)?, tokenizer: sum(TOKENIZER)? })
    }
}

const WEIGHTS: &str = "model.safetensors";
const TOKENIZER: &str = "tokenizer.json";

#[derive(Debug, Deserialize)]
struct Config {
    hidden_size: usize,
    num_hidden_layers: usize,
    num_attention_heads: usize,
    intermediate_size: usize,
    max_position_embeddings: usize,
    vocab_size: usize,
    layer_norm_eps: f32,
    model_type: String,
    hidden_act: String,
}

#[derive(Deserialize)]
struct SentenceConfig {
    max_seq_length: usize,
}

#[derive(Deserialize)]
struct PoolingConfig {
    #[serde(default)]
    pooling_mode_cls_token: bool,
    #[serde(default)]
    pooling_mode_mean_tokens: bool,
}

/// A folder whose small files have been read and found usable.
#[derive(Debug)]
pub(crate) struct ModelFolder {
    path: PathBuf,
    checksums: Checksums,
    config: Config,
    pooling: Pooling,
    max_tokens: usize,
}

/// A model in memory, ready to embed.
#[derive(Debug)]
pub(crate) struct Model {
    pub(crate) tokenizer: WordPiece,
    pub(crate) encoder: Encoder,
}

impl ModelFolder {
    pub(crate) fn open(path: &Path, checksums: Checksums) -> Result<Self, ModelError> {
        let config: Config = parse(&path.join("config.json"))?;
        let unsupported = |setting, found: &dyn ToString| ModelError::Unsupported {
            setting,
            found: found.to_string(),
        };
        if config.model_type != "bert" {
            return Err(unsupported("model_type", &config.model_type));
        }
        if config.hidden_act != "gelu" {
            return Err(unsupported("hidden_act", &config.hidden_act));
        }
        let heads = config.num_attention_heads;
        // The kernel works in steps of this size and has no code for a rest.
        if heads == 0 || !config.hidden_size.is_multiple_of(heads * STEP) || config.hidden_size == 0
        {
            return Err(unsupported("hidden_size", &config.hidden_size));
        }
        if config.intermediate_size == 0 || !config.intermediate_size.is_multiple_of(STEP) {
            return Err(unsupported("intermediate_size", &config.intermediate_size));
        }
        let pooling = match optional::<PoolingConfig>(&path.join("1_Pooling/config.json"))? {
            None => Pooling::Mean,
            Some(pooling) if pooling.pooling_mode_mean_tokens => Pooling::Mean,
            Some(pooling) if pooling.pooling_mode_cls_token => Pooling::FirstToken,
            Some(_) => return Err(unsupported("pooling", &"neither mean nor first token")),
        };
        let max_tokens = optional::<SentenceConfig>(&path.join("sentence_bert_config.json"))?
            .map_or(config.max_position_embeddings, |sentence| sentence.max_seq_length)
            .min(config.max_position_embeddings);
        // Two are taken by the marks at the beginning and the end.
        if max_tokens < 3 {
            return Err(unsupported("max_seq_length", &max_tokens));
        }
        Ok(Self { path: path.into(), checksums, config, pooling, max_tokens })
    }

    pub(crate) fn dimension(&self) -> usize {
        self.config.hidden_size
    }

    pub(crate) fn max_tokens(&self) -> usize {
        self.max_tokens
    }

    /// A short name for everything that decides what vectors come out.
    pub(crate) fn identity(&self) -> String {
        let parts = format!(
            "{} {} {:?} {}",
            self.checksums.weights, self.checksums.tokenizer, self.pooling, self.max_tokens
        );
        format!("bert-{}-{}", self.config.hidden_size, &checksum(parts.as_bytes())[..16])
    }

    pub(crate) fn load(&self) -> Result<Model, ModelError> {
        let tokenizer = self.verified(TOKENIZER, &self.checksums.tokenizer)?;
        let tokenizer = WordPiece::parse(&tokenizer)?;
        let weights = self.verified(WEIGHTS, &self.checksums.weights)?;
        let encoder = self.encoder(&Tensors::parse(&self.path.join(WEIGHTS), &weights)?)?;
        Ok(Model { tokenizer, encoder })
    }

    fn verified(&self, name: &str, expected: &str) -> Result<Vec<u8>, ModelError> {
        let path = self.path.join(name);
        let bytes = read(&path)?;
        // The bytes that were verified are the bytes that are used: the file is not read a second
        // time.
        let found = checksum(&bytes);
        if found != expected {
            return Err(ModelError::ChecksumMismatch { path, expected: expected.into(), found });
        }
        Ok(bytes)
    }

    fn encoder(&self, tensors: &Tensors<'_>) -> Result<Encoder, ModelError> {
        let config = &self.config;
        let (width, wide) = (config.hidden_size, config.intermediate_size);
        let norm = |name: &str| -> Result<Norm, ModelError> {
            Ok(Norm {
                weight: tensors.get(&format!("{name}.LayerNorm.weight"), &[width])?,
                bias: tensors.get(&format!("{name}.LayerNorm.bias"), &[width])?,
                epsilon: config.layer_norm_eps,
            })
        };
        let linear =
            |names: &[String], columns: usize, depth: usize| -> Result<Linear, ModelError> {
                let (mut weights, mut bias) = (Vec::new(), Vec::new());
                for name in names {
                    weights.extend(tensors.get(&format!("{name}.weight"), &[columns, depth])?);
                    bias.extend(tensors.get(&format!("{name}.bias"), &[columns])?);
                }
                let weights = Packed::from_transposed(&weights, bias.len(), depth);
                Ok(Linear { weights, bias, finish: Finish::Plain })
            };
        let mut layers = Vec::with_capacity(config.num_hidden_layers);
        for index in 0..config.num_hidden_layers {
            let at = |part: &str| format!("encoder.layer.{index}.{part}");
            let three = ["query", "key", "value"].map(|part| at(&format!("attention.self.{part}")));
            layers.push(Layer {
                attention: linear(&three, width, width)?,
                attention_output: linear(&[at("attention.output.dense")], width, width)?,
                attention_norm: norm(&at("attention.output"))?,
                expand: Linear {
                    finish: Finish::Gelu,
                    ..linear(&[at("intermediate.dense")], wide, width)?
                },
                contract: linear(&[at("output.dense")], width, wide)?,
                output_norm: norm(&at("output"))?,
            });
        }
        let types: Vec<f32> = tensors.get_rows("embeddings.token_type_embeddings.weight", width)?;
        let mut positions = tensors.get(
            "embeddings.position_embeddings.weight",
            &[config.max_position_embeddings, width],
        )?;
        // Added once, at loading, instead of for every token: there is only one type of sentence
        // here.
        for row in positions.chunks_exact_mut(width) {
            for (value, kind) in row.iter_mut().zip(&types) {
                *value += kind;
            }
        }
        Ok(Encoder {
            words: tensors.get("embeddings.word_embeddings.weight", &[config.vocab_size, width])?,
            positions,
            norm: norm("embeddings")?,
            layers,
            width,
            heads: config.num_attention_heads,
            pooling: self.pooling,
        })
    }
}

/// The named arrays of a safetensors file: eight bytes of header length, a JSON header, the data.
struct Tensors<'a> {
    header: HashMap<String, serde_json::Value>,
    data: &'a [u8],
}

#[derive(Deserialize)]
struct TensorEntry {
    dtype: String,
    shape: Vec<usize>,
    data_offsets: (usize, usize),
}

impl<'a> Tensors<'a> {
    fn parse(path: &Path, bytes: &'a [u8]) -> Result<Self, ModelError> {
        let malformed = |reason: String| ModelError::Malformed { path: path.into(), reason };
        let (length, rest) =
            bytes.split_first_chunk::<8>().ok_or_else(|| malformed("no header".into()))?;
        let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
        let (header, data) =
            rest.split_at_checked(length).ok_or_else(|| malformed("the header is cut".into()))?;
        let header =
            serde_json::from_slice(header).map_err(|cause| malformed(cause.to_string()))?;
        Ok(Self { header, data })
    }

    fn get(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, ModelError> {
        let (values, found) = self.find(name)?;
        if found != shape {
            let problem = format!("of shape {found:?}, not {shape:?}");
            return Err(ModelError::Tensor { name: name.into(), problem });
        }
        Ok(values)
    }

    /// A matrix with any number of rows, at least one.
    fn get_rows(&self, name: &str, width: usize) -> Result<Vec<f32>, ModelError> {
        let (values, found) = self.find(name)?;
        if values.is_empty() || found.last() != Some(&width) {
            let problem = format!("of shape {found:?}, not rows of {width}");
            return Err(ModelError::Tensor { name: name.into(), problem });
        }
        Ok(values)
    }

    fn find(&self, name: &str) -> Result<(Vec<f32>, Vec<usize>), ModelError> {
        let problem =
            |problem: &str| ModelError::Tensor { name: name.into(), problem: problem.into() };
        // Some exports put the whole encoder under a prefix.
        let entry = self.header.get(name).or_else(|| self.header.get(&format!("bert.{name}")));
        let entry = entry.ok_or_else(|| problem("missing"))?;
        let entry = TensorEntry::deserialize(entry).map_err(|_| problem("badly described"))?;
        if entry.dtype != "F32" {
            return Err(problem(&format!("of type {}, not F32", entry.dtype)));
        }
        let (start, end) = entry.data_offsets;
        let bytes = self.data.get(start..end).ok_or_else(|| problem("outside the file"))?;
        let count =
            entry.shape.iter().try_fold(1_usize, |product, side| product.checked_mul(*side));
        if count.and_then(|count| count.checked_mul(4)) != Some(bytes.len()) {
            return Err(problem("not as long as its shape says"));
        }
        let values =
            bytes.as_chunks::<4>().0.iter().map(|four| f32::from_le_bytes(*four)).collect();
        Ok((values, entry.shape))
    }
}

fn read(path: &Path) -> Result<Vec<u8>, ModelError> {
    fs::read(path).map_err(|cause| ModelError::Unreadable { path: path.into(), cause })
}

fn parse<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<T, ModelError> {
    serde_json::from_slice(&read(path)?)
        .map_err(|cause| ModelError::Malformed { path: path.into(), reason: cause.to_string() })
}

fn optional<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<Option<T>, ModelError> {
    match parse(path) {
        Err(ModelError::Unreadable { cause, .. }) if cause.kind() == io::ErrorKind::NotFound => {
            Ok(None)
        }
        other => other.map(Some),
    }
}

fn checksum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
