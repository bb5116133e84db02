use std::time::Duration;

use outbound::chat::Client;

/// How tailoring is done and what it may cost.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The model that is asked for better words; without one, the owner's own have to do.
    pub model: Option<Client>,
    /// How many tailorings one user may have at work at a time.
    pub at_a_time: usize,
    /// The same for all users together.
    pub at_a_time_in_all: usize,
    /// How long one tailoring may take, with all its attempts.
    pub deadline: Duration,
    /// Lines that a tailored resume may fill.
    pub page_lines: u32,
}
