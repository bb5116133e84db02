//! The settings name the resume that is public, and resumes belong to another wing. When one is
//! deleted, the settings forget it.

use std::future::Future;
use std::pin::Pin;

use career::resumes::DELETED;
use content::settings::Settings;
use kernel::Id;
use store::outbox::{Claimed, Handler, JobError};

pub(super) struct ForgetResume {
    pub(super) settings: Settings,
}

impl Handler for ForgetResume {
    fn topic(&self) -> &'static str {
        DELETED
    }

    fn run<'a>(
        &'a self,
        job: &'a Claimed,
    ) -> Pin<Box<dyn Future<Output = Result<(), JobError>> + Send + 'a>> {
        Box::pin(async move {
            let id: Id = serde_json::from_value(job.payload.clone())
                .map_err(|_| JobError::Fail("is no job of this topic".to_owned()))?;
            let forgotten = self.settings.forget_resume(id).await;
            forgotten.map_err(|error| JobError::Retry(error.to_string()))
        })
    }
}
