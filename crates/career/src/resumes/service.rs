use std::sync::LazyLock;

use edge::Workers;
use kernel::{ExpectedVersion, FieldErrors, Id, Invalid, Page, Slice};
use memory::derived::follow_in;
use serde_json::Value;
use store::outbox::Job;
use store::{Filter, Once, Query, StoreError, Stored, Transaction};

use super::arrangement::{Kept, Paths, follow};
use super::error::ResumeError;
use super::input::{CheckedInput, ResumeInput, own_title};
use super::kind::{STREAM, THE_SITE};
use super::model::ResumeView;
use super::{Resume, chunks_of, origin_of};
use crate::Career;

/// More than anybody keeps, and few enough to list.
pub(crate) const MOST_RESUMES: u64 = 500;

/// The topic under which whoever names a resume hears that it is gone. The payload is its id.
pub const DELETED: &str = "resumes.deleted";

/// For views: each looks through a resume.
static WORKERS: LazyLock<Workers> = LazyLock::new(Workers::of_this_machine);

impl Career {
    /// The default first, then the newest.
    pub(super) async fn list_resumes(
        &self,
        page: Page,
    ) -> Result<Slice<Stored<Resume>>, StoreError> {
        let query = Query::all().descending("default_for").descending("id");
        self.store.page(query, page).await
    }

    /// For whoever has to look through all of them; there are never many.
    pub async fn all_resumes(&self) -> Result<Vec<Resume>, StoreError> {
        let found = self.store.list::<Resume>(Query::all()).await?;
        Ok(found.into_iter().map(|stored| stored.document).collect())
    }

    /// Resumes as clients see them.
    pub(super) async fn views_of(
        &self,
        resumes: Vec<Resume>,
    ) -> Result<Vec<ResumeView>, ResumeError> {
        let career = self.clone();
        // Away from the threads that answer: the faces of a machine may have to be looked through.
        let viewing = WORKERS.work(move || {
            resumes.into_iter().map(|resume| ResumeView::of(resume, &career)).collect()
        });
        let views: Result<Vec<ResumeView>, serde_json::Error> =
            viewing.await.map_err(|error| ResumeError::Broken(error.into()))?;
        Ok(views?)
    }

    pub(super) async fn view_of(&self, resume: Resume) -> Result<ResumeView, ResumeError> {
        let mut views = self.views_of(vec![resume]).await?;
        Ok(views.pop().expect("there is one view for each resume"))
    }

    /// For whoever shows a resume; none when there is no such.
    pub async fn find_resume(&self, id: Id) -> Result<Option<Resume>, StoreError> {
        Ok(self.find_stored_resume(id).await?.map(|stored| stored.document))
    }

    /// The same with how often it was written.
    pub async fn find_stored_resume(&self, id: Id) -> Result<Option<Stored<Resume>>, StoreError> {
        self.store.find::<Resume>(id).await
    }

    pub(super) async fn get_resume(&self, id: Id) -> Result<Stored<Resume>, StoreError> {
        self.store.get(id).await
    }

    pub(super) async fn create_resume(
        &self,
        input: ResumeInput,
        once: Option<Once>,
    ) -> Result<Stored<Resume>, ResumeError> {
        let mut errors = FieldErrors::default();
        input.check_complete(&mut errors);
        let CheckedInput { title, is_default, document, language, arrangement } =
            input.check(&mut errors);
        errors.finish()?;
        let document = document.ok_or_else(|| Invalid::field("document", "is required"))?;
        let arrangement = arranged(arrangement.unwrap_or_default(), &document.tree)?;
        let title = title.unwrap_or_else(|| own_title(&document.tree));
        self.store
            .write(move |transaction| {
                // Nobody else may make a default meanwhile.
                transaction.enter(STREAM)?;
                if let Some(document) = transaction.outcome(once.as_ref())? {
                    return Ok(Stored { version: 1, document });
                }
                let known = transaction.count::<Resume>(&[])?;
                if known >= MOST_RESUMES {
                    return Err(ResumeError::TooMany { most: MOST_RESUMES });
                }
                // There is a default as soon as there is a resume. Clients may rely on it.
                let is_default = known == 0 || is_default == Some(true);
                if is_default {
                    // Before the new one is written: the unique rule lets only one have the key.
                    unmake_default(transaction)?;
                }
                let now = transaction.now();
                let resume = Resume {
                    id: transaction.generate_id(),
                    title: title.clone(),
                    is_default,
                    document: document.text.clone(),
                    language: language.flatten(),
                    arrangement: arrangement.clone(),
                    created_at: now,
                    updated_at: now,
                };
                let stored = transaction.insert(resume)?;
                remember(transaction, &stored.document, &document.tree)?;
                transaction.remember(once.as_ref(), || stored.document.clone())?;
                Ok(stored)
            })
            .await
    }

    pub(super) async fn update_resume(
        &self,
        id: Id,
        input: ResumeInput,
        expected: ExpectedVersion,
    ) -> Result<Stored<Resume>, ResumeError> {
        let mut errors = FieldErrors::default();
        let CheckedInput { title, is_default, document, language, arrangement } =
            input.check(&mut errors);
        errors.finish()?;
        self.store
            .write(move |transaction| {
                transaction.enter(STREAM)?;
                let mut stored = transaction.get::<Resume>(id)?;
                expected.check(stored.version)?;
                let resume = &mut stored.document;
                match (resume.is_default, is_default) {
                    // Not by taking away: then no resume would be the default.
                    (true, Some(false)) => {
                        let message = "stays true until another resume is made the default";
                        return Err(Invalid::field("is_default", message).into());
                    }
                    (false, Some(true)) => {
                        unmake_default(transaction)?;
                        resume.is_default = true;
                    }
                    _ => {}
                }
                resume.title = title.clone().unwrap_or_else(|| resume.title.clone());
                resume.updated_at = transaction.now();
                resume.language = language.unwrap_or(resume.language);
                let before = resume.tree()?;
                let tree = match &document {
                    Some(document) => {
                        resume.document = document.text.clone();
                        document.tree.clone()
                    }
                    None => before.clone(),
                };
                resume.arrangement = match &arrangement {
                    Some(paths) => arranged(paths.clone(), &tree)?,
                    None => follow(&resume.arrangement, &before, &tree),
                };
                let stored = transaction.replace(stored)?;
                remember(transaction, &stored.document, &tree)?;
                Ok(stored)
            })
            .await
    }

    pub(super) async fn delete_resume(
        &self,
        id: Id,
        expected: ExpectedVersion,
    ) -> Result<(), ResumeError> {
        self.store
            .write(move |transaction| {
                let revision = transaction.enter(STREAM)?;
                let stored = transaction.get::<Resume>(id)?;
                expected.check(stored.version)?;
                transaction.delete::<Resume>(id)?;
                // At the revision of the deletion: a slower writer that still brings chunks of it
                // comes too late.
                follow_in(transaction, &origin_of(id), revision.number(), Vec::new())?;
                if stored.document.is_default {
                    promote_newest(transaction)?;
                }
                transaction.enqueue(Job::new(DELETED, id).expect("an id is plain text"))?;
                Ok(())
            })
            .await
    }
}

/// Rules that the owner sets anew: each has to name something of the document.
fn arranged(paths: Paths, tree: &Value) -> Result<Kept, Invalid> {
    let mut errors = FieldErrors::default();
    paths.check(tree, &mut errors);
    errors.finish()?;
    Ok(Kept { paths, lost: Vec::new() })
}

/// The default resume, as this transaction sees it.
pub(crate) fn default_resume(
    transaction: &mut Transaction<'_>,
) -> Result<Option<Stored<Resume>>, StoreError> {
    let query = Query::all().filter(Filter::equal("default_for", THE_SITE));
    Ok(transaction.list::<Resume>(&query)?.pop())
}

/// Makes the chunks of a resume what its document says, as part of the transaction.
pub(crate) fn remember(
    transaction: &mut Transaction<'_>,
    resume: &Resume,
    tree: &Value,
) -> Result<(), StoreError> {
    let revision = transaction.enter(STREAM)?.number();
    follow_in(transaction, &origin_of(resume.id), revision, chunks_of(resume, tree))
}

fn unmake_default(transaction: &mut Transaction<'_>) -> Result<(), StoreError> {
    if let Some(mut stored) = default_resume(transaction)? {
        stored.document.is_default = false;
        transaction.replace(stored)?;
    }
    Ok(())
}

pub(crate) fn promote_newest(transaction: &mut Transaction<'_>) -> Result<(), StoreError> {
    let newest = Query::all().descending("id");
    if let Some(mut stored) = transaction.page::<Resume>(&newest, Page::first(1))?.items.pop() {
        stored.document.is_default = true;
        transaction.replace(stored)?;
    }
    Ok(())
}
