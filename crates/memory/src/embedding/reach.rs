//! Where a model is found, so that it can be asked about its own vectors while those of another one
//! are being made.

use std::path::PathBuf;
use std::sync::Arc;

use outbound::{ModelService, Secret};
use recall::embed::ModelIdentity;
use serde::{Deserialize, Serialize};

use super::{LocalModel, Provider, Service};

/// Kept with the vectors. Holds no key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Reach {
    Local { name: String, folder: PathBuf },
    Service { url: String, model: String },
}

/// A service that the owner lets us ask until the vectors of another model are there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviousService {
    pub url: String,
    pub api_key: Option<Secret>,
}

impl Provider {
    /// Where its model is, when that is worth remembering.
    pub(crate) async fn reach(&self) -> Option<Reach> {
        match self {
            Self::Local(model) => {
                let folder = model.clone().folder().await?;
                Some(Reach::Local { name: model.name().to_owned(), folder })
            }
            Self::Service(service) => {
                let ModelService { url, model, .. } = service.settings().clone();
                // An address with a secret in it belongs in no file.
                (!url.contains(['@', '?'])).then_some(Reach::Service { url, model })
            }
            Self::Ready(_) => None,
        }
    }

    /// Who made vectors that still serve. A service is asked only at an address that the owner names
    /// today: one that was given up hears nothing more.
    pub(crate) fn of_earlier(
        &self,
        model: &ModelIdentity,
        reach: Option<&Reach>,
        previous: Option<&PreviousService>,
    ) -> Option<Self> {
        let service = |url: &str, api_key: Option<Secret>, name: &str| {
            let settings = ModelService { url: url.to_owned(), model: name.to_owned(), api_key };
            let service = Service::new(settings);
            service.expect(model.dimension);
            Self::Service(Arc::new(service))
        };
        match (reach, self) {
            (Some(Reach::Local { name, folder }), _) => {
                let folders = vec![folder.clone()];
                Some(Self::Local(Arc::new(LocalModel::new(name.clone(), folders))))
            }
            (Some(Reach::Service { url, model: name }), Self::Service(today))
                if *url == today.settings().url =>
            {
                Some(service(url, today.settings().api_key.clone(), name))
            }
            _ => {
                let previous = previous?;
                let name = Service::model_of(&model.name)?;
                Some(service(&previous.url, previous.api_key.clone(), name))
            }
        }
    }
}
