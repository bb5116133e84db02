use std::time::Duration;

use super::{Circumstances, Refusal, Submission};
use crate::form::FormStamp;

/// How long a form can stay open before it is sent.
pub(crate) const LONGEST_OPEN: Duration = Duration::from_secs(24 * 60 * 60);

/// People take a while to write. Only our own clock is asked, at both ends.
pub(super) fn check(
    submission: &Submission,
    circumstances: Circumstances<'_>,
) -> Result<FormStamp, Refusal> {
    let Circumstances { now, seal, shortest, .. } = circumstances;
    let stamp = FormStamp::read(&submission.rendered_at, seal).ok_or(Refusal::Stamp)?;
    let open_for = now.since(stamp.rendered_at);
    match open_for {
        // From the future only when a clock was set back, and then how old it is cannot be told.
        _ if stamp.rendered_at > now || open_for > LONGEST_OPEN => Err(Refusal::Stamp),
        _ if open_for < shortest => Err(Refusal::TooSoon),
        _ => Ok(stamp),
    }
}
