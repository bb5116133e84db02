use kernel::{Id, Page, SitePath, Slice};
use store::{Query, StoreError};

use super::{Miss, MissView, could_be_meant};
use crate::content::Content;
use crate::error::ContentError;
use crate::reader::Scope;
use crate::reading::{Reader, Reading};
use crate::tree::Found;

impl Content {
    /// Counts that somebody asked for an address at which nothing is, if a person could have meant
    /// it.
    pub fn count_missed(&self, path: SitePath) {
        if could_be_meant(&path) {
            self.0.misses.count(path, self.now());
        }
    }

    /// Writes down which addresses were asked for in vain so far.
    pub async fn write_misses(&self) -> Result<(), StoreError> {
        self.0.misses.write(&self.0.store).await
    }

    /// What was asked for most first. An address at which something is by now, or from which a
    /// redirect leads on, is no longer missed.
    pub(crate) async fn list_misses(&self, page: Page) -> Result<Slice<MissView>, ContentError> {
        // What waits has no id yet.
        self.write_misses().await?;
        let found = self.0.store.list::<Miss>(Query::all()).await?;
        let now = self.now();
        let mut misses: Vec<Miss> = found.into_iter().map(|stored| stored.document).collect();
        self.read(|tree| {
            misses.retain(|miss| {
                let path = miss.path.as_str();
                // Drafts count as being there: the author knows of them, and a redirect from their
                // address is refused.
                matches!(tree.find(path, Scope::Drafts, now), Found::Nothing)
            });
        });
        misses.sort_by(|a, b| {
            let key = |miss: &Miss| (miss.count, miss.last_seen);
            key(b).cmp(&key(a)).then_with(|| a.path.cmp(&b.path))
        });
        // As the public sees it. The suggestion becomes a redirect for everybody.
        let reading = self.reading(Reader::Public);
        let items = page.cut(&misses).iter().map(|miss| view(miss, &reading)).collect();
        let total = misses.len() as u64;
        Ok(Slice { items, total, limit: page.limit, offset: page.offset })
    }

    /// Forgets a path, until somebody asks for it again.
    pub(crate) async fn delete_miss(&self, id: Id) -> Result<(), ContentError> {
        let path = self
            .0
            .store
            .write(move |transaction| {
                let miss = transaction.get::<Miss>(id)?;
                transaction.delete::<Miss>(id)?;
                Ok::<_, StoreError>(miss.document.path)
            })
            .await?;
        // Or the next write would bring it back.
        self.0.misses.forget(&path);
        Ok(())
    }
}

fn view(miss: &Miss, reading: &Reading) -> MissView {
    // An earlier site may have written endings, which ours does not.
    let (page, _) = miss.path.as_str().rsplit_once('.').unwrap_or((miss.path.as_str(), ""));
    let nearest = reading.nearest(&SitePath::new(page), 1);
    MissView {
        id: miss.id,
        path: miss.path.to_string(),
        count: miss.count,
        last_seen: miss.last_seen,
        nearest: nearest.first().map(|entry| entry.path().to_string()),
    }
}
