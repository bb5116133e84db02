use kernel::{ExpectedVersion, Id, Patch, SitePath, Slug};

use super::leave::{Moved, RedirectChanges};
use super::plan::{plan_item_move, plan_section_move};
use crate::content::Content;
use crate::error::ContentError;
use crate::items::ContentType;
use crate::items::service::living;
use crate::tree::Tree;

/// What a move would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MovePreview {
    pub(crate) from: SitePath,
    pub(crate) to: SitePath,
    /// How many addresses would redirect.
    pub(crate) addresses: usize,
}

impl Content {
    /// What a move of a section would do, by the same plan and with the same refusals. Nothing is
    /// written; whoever moves afterwards plans again.
    pub(crate) async fn preview_section_move(
        &self,
        id: Id,
        parent_id: Patch<Id>,
        slug: Option<Slug>,
        expected: ExpectedVersion,
    ) -> Result<MovePreview, ContentError> {
        self.catch_up().await?;
        self.read(|tree| {
            let node = tree.living_section(id).ok_or(ContentError::Missing)?;
            expected.check(node.stored.version)?;
            let section = node.section();
            let parent_id = parent_id.change().unwrap_or(section.parent_id);
            let plan = plan_section_move(tree, id, parent_id, slug, self.now())?;
            let to = plan.sections[0].document.path.clone();
            let addresses = self.count_redirects(tree, &plan.moved);
            Ok(MovePreview { from: section.path.clone(), to, addresses })
        })
    }

    pub(crate) async fn preview_item_move(
        &self,
        content_type: ContentType,
        id: Id,
        section_id: Patch<Id>,
        slug: Option<Slug>,
        expected: ExpectedVersion,
    ) -> Result<MovePreview, ContentError> {
        self.catch_up().await?;
        self.read(|tree| {
            let card = living(tree, content_type, id)?;
            expected.check(card.version)?;
            let item = &card.document;
            let section_id = section_id.change().unwrap_or(item.section_id);
            let plan = plan_item_move(tree, item, section_id, slug, self.now())?;
            let addresses = self.count_redirects(tree, plan.moved.as_slice());
            Ok(MovePreview { from: tree.path_of(item), to: plan.to, addresses })
        })
    }

    fn count_redirects(&self, tree: &Tree, moved: &[Moved]) -> usize {
        RedirectChanges::of_move(tree, self.now(), self.0.options.redirect_life, moved).count()
    }
}
