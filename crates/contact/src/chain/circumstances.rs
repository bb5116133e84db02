use std::time::Duration;

use kernel::Timestamp;

use super::Identity;
use crate::seal::Seal;

/// What the rules have to know beside the submission.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Circumstances<'a> {
    pub(crate) now: Timestamp,
    pub(crate) seal: &'a Seal,
    pub(crate) shortest: Duration,
    pub(crate) identity: &'a Identity,
}
