use super::email::is_email;
use super::{Refusal, Submission};

/// What is known about a sender who is signed in, and need not be written into the form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Identity {
    pub(crate) user_id: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) email: Option<String>,
}

/// A message as it will be stored. Values are kept as they were sent, blanks and all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fields {
    pub(crate) name: String,
    pub(crate) email: String,
    pub(crate) message: String,
}

const LONGEST_NAME: usize = 100;
const LONGEST_MESSAGE: usize = 2000;

pub(super) fn check(submission: &Submission, identity: &Identity) -> Result<Fields, Refusal> {
    let name = given_or_known(&submission.name, &identity.name);
    let email = given_or_known(&submission.email, &identity.email);
    let Submission { message, .. } = submission;
    // A name goes into one line of a mail and of the inbox.
    if !has_length(name, LONGEST_NAME) || name.chars().any(char::is_control) {
        return Err(Refusal::Name);
    }
    if !is_email(email) {
        return Err(Refusal::Email);
    }
    // PostgreSQL keeps no zero characters, and nobody writes one.
    if !has_length(message, LONGEST_MESSAGE) || message.contains('\0') {
        return Err(Refusal::Message);
    }
    Ok(Fields { name: name.to_owned(), email: email.to_owned(), message: message.clone() })
}

fn given_or_known<'a>(given: &'a str, known: &'a Option<String>) -> &'a str {
    match (given, known) {
        // What was written wins: the answer may be wanted elsewhere.
        ("", Some(known)) => known,
        (given, _) => given,
    }
}

/// Counted in Unicode scalar values, the only count that every client and database agrees on.
fn has_length(text: &str, longest: usize) -> bool {
    // The whole text is never counted, however long it is.
    !text.trim().is_empty() && text.chars().nth(longest).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(name: &str, email: &str, message: &str) -> Result<Fields, Refusal> {
        let submission = Submission {
            name: name.into(),
            email: email.into(),
            message: message.into(),
            ..Submission::default()
        };
        check(&submission, &Identity::default())
    }

    #[test]
    fn lengths_are_counted_in_scalar_values_and_values_stay_as_they_are() {
        // A family of seven scalars, and a letter with a combining mark.
        for unit in ["a", "é", "😀", "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}", "e\u{301}"] {
            let per_unit = unit.chars().count();
            let of_length = |length: usize| -> String {
                let mut text = unit.repeat(length / per_unit);
                text.extend(std::iter::repeat_n('x', length % per_unit));
                text
            };
            for (name, message, verdict) in [
                (1, 1, Ok(())),
                (100, 2000, Ok(())),
                (0, 1, Err(Refusal::Name)),
                (101, 1, Err(Refusal::Name)),
                (1, 0, Err(Refusal::Message)),
                (1, 2001, Err(Refusal::Message)),
            ] {
                let (name, message) = (of_length(name), of_length(message));
                let fields = checked(&name, "a@b.example", &message);
                assert_eq!(fields.as_ref().map(|_| ()).map_err(|refusal| *refusal), verdict);
                if let Ok(fields) = fields {
                    assert_eq!((fields.name, fields.message), (name, message));
                }
            }
        }
    }

    #[test]
    fn blanks_alone_are_nothing_and_names_have_one_line() {
        let email = "a@b.example";
        for (name, message, refusal) in [
            (" \t ", "hello", Refusal::Name),
            ("\u{2003}", "hello", Refusal::Name),
            ("Eve\r\nBcc: x@y.example", "hello", Refusal::Name),
            ("Eve\0", "hello", Refusal::Name),
            ("Eve", "\r\n \n", Refusal::Message),
            ("Eve", "a\0b", Refusal::Message),
        ] {
            assert_eq!(checked(name, email, message), Err(refusal), "{name:?} {message:?}");
        }
        let fields = checked(" Ann ", email, " two\r\nlines\t").unwrap();
        assert_eq!((fields.name.as_str(), fields.message.as_str()), (" Ann ", " two\r\nlines\t"));
    }

    #[test]
    fn what_is_known_of_a_sender_fills_only_what_is_left_out() {
        let identity = Identity {
            user_id: Some("mia".into()),
            name: Some("Mia".into()),
            email: Some("mia@example.org".into()),
        };
        let left_out = Submission { message: "hello".into(), ..Submission::default() };
        let fields = check(&left_out, &identity).unwrap();
        assert_eq!((fields.name.as_str(), fields.email.as_str()), ("Mia", "mia@example.org"));
        let given = Submission { name: "M.".into(), email: "m@example.net".into(), ..left_out };
        let fields = check(&given, &identity).unwrap();
        assert_eq!((fields.name.as_str(), fields.email.as_str()), ("M.", "m@example.net"));
    }
}
