use crate::draft::Draft;
use crate::facts::Dossier;
use crate::fault::Fault;
use crate::page;
use crate::selection::Brief;

/// Points lost for each line too many.
const PER_LINE: f32 = 6.0;
/// How much of its page a resume should fill, if there is enough to tell.
const FILLED: f32 = 0.6;

pub(super) fn judge(
    draft: &Draft,
    dossier: &Dossier,
    brief: &Brief,
    faults: &mut Vec<Fault>,
) -> f32 {
    let lines = page::lines(&draft.document);
    let budget = brief.page_lines;
    if lines > budget {
        faults.push(Fault::TooLong { lines, budget });
        return (100.0 - PER_LINE * (lines - budget) as f32).max(0.0);
    }
    // Somebody who has half a page to tell is not asked for a whole one.
    let wanted = FILLED * budget.min(page::lines(&dossier.document)) as f32;
    if lines as f32 >= wanted { 100.0 } else { 100.0 * lines as f32 / wanted.max(1.0) }
}
