use crate::draft::Draft;
use crate::fault::Fault;
use crate::manner::Manner;
use crate::voice::Voice;
use crate::words::Stems;

/// How close the prose of a draft is to the caller's examples; names every statement that says
/// again what was refused.
pub(super) fn judge(draft: &Draft, voice: &Voice, faults: &mut Vec<Fault>) -> Option<f32> {
    let stems = Stems::new();
    let manner = Manner::of(voice, &stems);
    // Titles and dates have no manner.
    let prose = draft.statements.iter().filter(|statement| {
        statement.path == "basics/summary" || statement.path.contains("/highlights/")
    });
    let (mut sum, mut count) = (0.0, 0);
    for statement in prose {
        if manner.is_refused(&statement.text, &stems) {
            faults.push(Fault::AntiPattern { path: statement.path.clone() });
        } else {
            sum += manner.likeness(&statement.text, &stems);
        }
        count += 1;
    }
    (manner.is_known() && count > 0).then(|| 100.0 * sum / count as f32)
}
