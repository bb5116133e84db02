use std::borrow::Cow;

use percent_encoding::percent_decode;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

use super::Refusal;
use crate::challenge::Widget;

/// A message as it is sent. What is left out is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct Submission {
    /// 1 to 100 characters on one line. Whoever is signed in may leave it out.
    #[serde(deserialize_with = "text")]
    pub(crate) name: String,
    /// Whoever is signed in may leave it out.
    #[serde(deserialize_with = "text")]
    pub(crate) email: String,
    /// 1 to 2000 characters. Tags are taken out.
    #[serde(deserialize_with = "text")]
    pub(crate) message: String,
    /// Must be empty: people do not see this field.
    #[serde(deserialize_with = "text")]
    pub(crate) topic: String,
    /// What the challenge of `GET /contact/form` was solved to.
    #[serde(deserialize_with = "text")]
    pub(crate) challenge_token: String,
    /// The `rendered_at` of `GET /contact/form`, unchanged.
    #[serde(deserialize_with = "text")]
    pub(crate) rendered_at: String,
}

/// How it was sent, which is how it is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Json,
    Form,
}

/// A message of 2000 characters, each written as two escapes, and the longest token fit.
const MOST_BYTES: usize = 64 * 1024;

/// Reads a body. Whatever is wrong with it is the same refusal: there is nobody to explain it to.
pub(crate) fn read(encoding: Option<Encoding>, body: &[u8]) -> Result<Submission, Refusal> {
    if body.len() > MOST_BYTES {
        return Err(Refusal::Unreadable);
    }
    match encoding.ok_or(Refusal::Unreadable)? {
        // A list would be read as the fields in their order.
        Encoding::Json if body.trim_ascii_start().first() == Some(&b'{') => {
            serde_json::from_slice(body).map_err(|_| Refusal::Unreadable)
        }
        Encoding::Json => Err(Refusal::Unreadable),
        Encoding::Form => read_form(body),
    }
}

impl Encoding {
    /// What a media type stands for, whatever its parameters; none for all others.
    pub(crate) fn of(media_type: &str) -> Option<Self> {
        let media = media_type.split(';').next().unwrap_or_default().trim();
        match media.to_ascii_lowercase().as_str() {
            "application/json" => Some(Self::Json),
            "application/x-www-form-urlencoded" => Some(Self::Form),
            _ => None,
        }
    }
}

/// A field given twice says two things, and no form does that.
fn read_form(body: &[u8]) -> Result<Submission, Refusal> {
    // What is not text would otherwise be replaced, and stored as something nobody sent.
    percent_decode(body).decode_utf8().map_err(|_| Refusal::Unreadable)?;
    let mut submission = Submission::default();
    let mut seen = Vec::new();
    for (name, value) in form_urlencoded::parse(body) {
        let field = match name.as_ref() {
            "name" => &mut submission.name,
            "email" => &mut submission.email,
            "message" => &mut submission.message,
            "topic" => &mut submission.topic,
            "rendered_at" => &mut submission.rendered_at,
            "challenge_token" => &mut submission.challenge_token,
            // A widget adds its own field, and the page's is then empty.
            name if Widget::leaves_its_token_in(name) => &mut submission.challenge_token,
            // Extensions of browsers add fields, and their users are no machines.
            _ => continue,
        };
        if seen.contains(&name) {
            return Err(Refusal::Unreadable);
        }
        // The page's own field is there beside the widget's, and one of them is empty.
        if field.is_empty() {
            *field = unbroken(&name, value);
        }
        seen.push(name);
    }
    Ok(submission)
}

/// Browsers send each line break of a text as two characters; it was one when it was written.
fn unbroken(name: &str, value: Cow<'_, str>) -> String {
    match name {
        "message" => value.replace("\r\n", "\n"),
        _ => value.into_owned(),
    }
}

/// Text, or nothing. `null` is how some clients say "left out".
fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Option::<String>::deserialize(deserializer).map(Option::unwrap_or_default)
}
