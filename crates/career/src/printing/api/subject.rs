use edge::{Principal, Problem};
use kernel::Id;
use sheet::{Document, Order};

use crate::Career;
use crate::printing::PrintOptions;
use crate::tailorings::api::user_of;

/// What can be printed. All of it is printed in the same ways.
pub trait Subject: 'static {
    const PDF: &'static str;
    const PDF_DETAILS: &'static str;
    const TEXT: &'static str;
    const HTML: &'static str;
    const LENGTH: &'static str;
    const PAGE: &'static str;

    /// The document and how it is printed, for whoever may see it.
    fn read(
        career: &Career,
        principal: &Principal,
        id: Id,
        options: PrintOptions,
    ) -> impl Future<Output = Result<(Document, Order), Problem>> + Send;
}

/// A resume of the owner, whole.
#[derive(Debug)]
pub struct OwnResume;

/// A resume made for a job, its user's own.
#[derive(Debug)]
pub struct TailoredResume;

impl Subject for OwnResume {
    const PDF: &'static str = "A resume as PDF";
    const PDF_DETAILS: &'static str = "All of it. `X-Pages` says how many pages it has.";
    const TEXT: &'static str = "A resume as plain text";
    const HTML: &'static str = "A resume as a page";
    const LENGTH: &'static str = "How many pages a resume has";
    const PAGE: &'static str = "A page of a resume as a picture";

    async fn read(
        career: &Career,
        _: &Principal,
        id: Id,
        options: PrintOptions,
    ) -> Result<(Document, Order), Problem> {
        let resume = career.find_resume(id).await?.ok_or_else(Problem::not_found)?;
        let tree = resume.tree().map_err(Problem::internal)?;
        let options = options.or_language(resume.language(&tree));
        let (mut document, order) = options.read(&tree, None, &career.today());
        document.photo = career.find_photo(&tree, options).await;
        Ok((document, order))
    }
}

impl Subject for TailoredResume {
    const PDF: &'static str = "A tailored resume as PDF";
    const PDF_DETAILS: &'static str = "`X-Pages` says how many pages it has.";
    const TEXT: &'static str = "A tailored resume as plain text";
    const HTML: &'static str = "A tailored resume as a page";
    const LENGTH: &'static str = "How many pages a tailored resume has";
    const PAGE: &'static str = "A page of a tailored resume as a picture";

    async fn read(
        career: &Career,
        principal: &Principal,
        id: Id,
        options: PrintOptions,
    ) -> Result<(Document, Order), Problem> {
        let tailoring = career.get_sendable(user_of(principal)?, id).await?;
        Ok(career.read_tailoring(&tailoring, options).await?)
    }
}
