//! Whether a result keeps to its pages. It did when it was made; another look, another paper or other words may
//! take more, and so may another theme of the resume it was made from. So it is measured whenever it is told.

use sheet::Press;
use tailor::Fault;

use super::Tailoring;
use crate::Career;
use crate::printing::{PrintError, PrintOptions};

impl Career {
    /// A result with a fault where it takes more pages than it may, as it would be printed now.
    pub(super) async fn with_length(&self, mut tailoring: Tailoring) -> Tailoring {
        match self.length_of(&tailoring).await {
            Ok(fault) => {
                let faults = &mut tailoring.evaluation.faults;
                faults.retain(|fault| !matches!(fault, Fault::MorePages { .. }));
                faults.extend(fault);
            }
            // What was said when it was made stays said.
            Err(error) => tracing::warn!(%error, "the length of a result was not measured"),
        }
        tailoring
    }

    async fn length_of(&self, tailoring: &Tailoring) -> Result<Option<Fault>, PrintError> {
        let Some(asked) = tailoring.options.pages.count() else { return Ok(None) };
        let (document, order) = self.read_tailoring(tailoring, PrintOptions::default()).await?;
        let measure = move |press: &Press| press.measure(&document, &order).pages;
        let pages = self.at_the_press(measure).await?;
        Ok((pages > asked).then_some(Fault::MorePages { pages, asked }))
    }
}
