//! From what the owner has asked for to who does it.

use std::sync::Arc;

use memory::embedding::{LocalModel, Provider, Service};

use crate::config::Embedding;

pub(crate) fn provider(embedding: &Embedding) -> Provider {
    match embedding.clone() {
        Embedding::Local { model, folders } => {
            Provider::Local(Arc::new(LocalModel::new(model, folders)))
        }
        Embedding::Service(settings) => Provider::Service(Arc::new(Service::new(settings))),
    }
}
