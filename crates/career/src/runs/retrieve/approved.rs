use memory::voice::{Feedback, FeedbackType, owners_feedback};
use store::{StoreError, Transaction};
use tailor::delivered::{Approvals, Decision};

/// Entries that are looked at: the newest.
const MOST: u32 = 2000;

/// The wordings that the owner has confirmed, whoever asks: what is true does not depend on who
/// reads it. What anybody else has said is voice and no part of this.
pub(super) fn approvals(transaction: &mut Transaction<'_>) -> Result<Approvals, StoreError> {
    let entries = owners_feedback(transaction, MOST)?;
    Ok(Approvals::new(entries.into_iter().filter_map(decision)))
}

fn decision(entry: Feedback) -> Option<Decision> {
    let Feedback { feedback_type, original_text, final_text, source_text, .. } = entry;
    match feedback_type {
        // Without a source it is a text that the owner likes, of no fact in particular.
        FeedbackType::Approved => {
            Some(Decision::Approved { source: source_text?, wording: original_text })
        }
        // An edit is of the text that was shown, unless the client says which fact it was made
        // from.
        FeedbackType::Edited => Some(Decision::Approved {
            source: source_text.unwrap_or(original_text),
            wording: final_text?,
        }),
        FeedbackType::Rejected | FeedbackType::Flagged => {
            Some(Decision::Refused { wording: original_text })
        }
    }
}
