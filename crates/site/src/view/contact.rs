use askama::Template;

/// The form, idle. Sending is shown by the script.
#[derive(Debug, Template)]
#[template(path = "contact.html")]
pub struct ContactPage {
    pub title: String,
    pub introduction: String,
    /// The values that the script needs, as JSON.
    pub form: String,
    pub rendered_at: String,
    pub signed_in: bool,
    pub name: String,
    /// Known from the session: then it is not asked for.
    pub email: Option<String>,
    pub message: String,
    /// Another address to write to.
    pub address: Option<String>,
    /// A challenge of others: the class of its element, and the key.
    pub widget: Option<(String, String)>,
    /// The last try failed.
    pub failed: bool,
}

/// The answer to a form that was posted without script.
#[derive(Debug, Template)]
#[template(path = "contact-reply.html")]
pub struct ContactReply {
    pub outcome: Outcome,
    pub address: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Received,
    Refused,
}

/// Without script our own challenge is to wait a moment and send again.
#[derive(Debug, Template)]
#[template(path = "contact-waiting.html")]
pub struct ContactWaiting {
    pub seconds: u64,
    pub name: String,
    pub email: String,
    pub message: String,
    pub topic: String,
    pub rendered_at: String,
    pub challenge_token: String,
}
