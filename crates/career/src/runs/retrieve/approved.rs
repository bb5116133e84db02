use memory::voice::{Feedback, FeedbackType, owners_feedback};
use store::{StoreError, Transaction};
use tailor::delivered::{Decision, Home};
use tailor::is_turn;

/// Entries that are looked at: the newest.
const MOST: u32 = 2000;

/// What the owner has decided about wordings, the newest first, whoever asks: what is true does not
/// depend on who reads it. What anybody else has said is voice and no part of this.
pub(super) fn decisions(transaction: &mut Transaction<'_>) -> Result<Vec<Decision>, StoreError> {
    let entries = owners_feedback(transaction, MOST)?;
    Ok(entries.into_iter().filter_map(decision).filter(is_written_as_read).collect())
}

/// Whether an approved wording says what it shows.
fn is_written_as_read(decision: &Decision) -> bool {
    match decision {
        Decision::Approved { wording, .. } => !wording.contains(is_turn),
        Decision::Refused { .. } => true,
    }
}

fn decision(entry: Feedback) -> Option<Decision> {
    let Feedback { feedback_type, original_text, final_text, source_text, .. } = entry;
    let home = entry.source_home.map(|home| {
        let memory::voice::SourceHome { company, position, entry } = home;
        Home { company, position, entry }
    });
    match feedback_type {
        // Without a source it is a text that the owner likes, of no fact in particular.
        FeedbackType::Approved => {
            Some(Decision::Approved { source: source_text?, wording: original_text, home })
        }
        // An edit is of the text that was shown, unless the client says which fact it was made
        // from.
        FeedbackType::Edited => Some(Decision::Approved {
            source: source_text.unwrap_or(original_text),
            wording: final_text?,
            home,
        }),
        FeedbackType::Rejected | FeedbackType::Flagged => {
            Some(Decision::Refused { wording: original_text })
        }
    }
}
