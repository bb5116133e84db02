//! What a service has answered: a document, or a stream of events with a few letters each.

use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue};
use serde::Deserialize;

use super::ChatError;

/// What the model has said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    pub text: String,
    /// Why it is only the beginning; none when it is all.
    pub cut: Option<ChatError>,
}

#[derive(Deserialize)]
struct Answer {
    choices: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    #[serde(default, alias = "delta")]
    message: Message,
    #[serde(default)]
    finish_reason: Option<String>,
}

#[derive(Default, Deserialize)]
struct Message {
    #[serde(default)]
    content: Option<String>,
}

/// An answer that has arrived to its end. Calls of tools that were never offered are nothing said.
pub(super) fn read(headers: &HeaderMap, body: &[u8]) -> Result<Said, ChatError> {
    let said = match is_stream(headers) {
        true => streamed(body)?,
        false => whole(body)?,
    };
    match said.text.trim().is_empty() {
        true => Err(ChatError::Nothing),
        false => Ok(said),
    }
}

/// What there is of an answer that has not arrived to its end. Half a document is nothing.
pub(super) fn read_begun(
    headers: &HeaderMap,
    body: &[u8],
    why: ChatError,
) -> Result<Said, ChatError> {
    let begun = is_stream(headers).then(|| streamed(body).ok()).flatten();
    match begun.filter(|said| !said.text.trim().is_empty()) {
        Some(said) => Ok(Said { cut: Some(why), ..said }),
        None => Err(why),
    }
}

fn is_stream(headers: &HeaderMap) -> bool {
    let named = headers.get(CONTENT_TYPE).map(HeaderValue::as_bytes).unwrap_or_default();
    named.starts_with(b"text/event-stream")
}

fn whole(body: &[u8]) -> Result<Said, ChatError> {
    let answer: Answer = serde_json::from_slice(body).map_err(|_| ChatError::NotChat)?;
    let Choice { message, finish_reason } =
        answer.choices.into_iter().next().ok_or(ChatError::Nothing)?;
    // Half an answer may still be valid JSON, and would be taken for a whole one.
    let cut = (finish_reason.as_deref() == Some("length")).then_some(ChatError::CutOff);
    Ok(Said { text: message.content.unwrap_or_default(), cut })
}

/// The pieces of all events, one behind the other. The last line may be half of one.
fn streamed(body: &[u8]) -> Result<Said, ChatError> {
    let lines = String::from_utf8_lossy(body);
    let (mut text, mut reason) = (String::new(), None);
    for line in lines.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
        let Some(data) = line.trim_end().strip_prefix("data:") else { continue };
        let data = data.trim_start();
        if data == "[DONE]" {
            // Those that tell no reason have come to the end all the same.
            reason.get_or_insert_with(|| "stop".to_owned());
            break;
        }
        let event: Answer = serde_json::from_str(data).map_err(|_| ChatError::NotChat)?;
        // The last event may only count tokens.
        let Some(choice) = event.choices.into_iter().next() else { continue };
        text.extend(choice.message.content);
        reason = choice.finish_reason.or(reason);
    }
    let is_whole = reason.is_some_and(|reason| reason != "length");
    Ok(Said { text, cut: (!is_whole).then_some(ChatError::CutOff) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(kind: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(CONTENT_TYPE, HeaderValue::from_static(kind))])
    }

    fn said(text: &str, cut: Option<ChatError>) -> Result<Said, ChatError> {
        Ok(Said { text: text.to_owned(), cut })
    }

    #[test]
    fn the_first_choice_is_what_was_said() {
        let answer = br#"{"id":"x","choices":[{"index":0,"message":{"role":"assistant","content":"yes"},"finish_reason":"stop"},{"message":{"content":"no"}}]}"#;
        assert_eq!(read(&of("application/json"), answer), said("yes", None));
        let cut = br#"{"choices":[{"message":{"content":"x"},"finish_reason":"length"}]}"#;
        assert_eq!(read(&HeaderMap::new(), cut), said("x", Some(ChatError::CutOff)));
    }

    #[test]
    fn a_stream_is_put_together_and_says_whether_it_is_whole() {
        let events = of("text/event-stream; charset=utf-8");
        let piece = |text: &str| {
            format!(
                "data: {{\"choices\":[{{\"delta\":{{\"content\":\"{text}\"}},\"finish_reason\":null}}]}}\n\n"
            )
        };
        let end = |reason: &str| {
            format!(
                "data: {{\"choices\":[{{\"delta\":{{}},\"finish_reason\":\"{reason}\"}}]}}\r\n\r\n"
            )
        };
        let role =
            "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":null}}]}\n\n";
        let counted = "data: {\"choices\":[],\"usage\":{}}\n\ndata: [DONE]\n\n";
        let begun = format!(": hello\n\n{role}{}{}", piece("ye"), piece("s"));
        let all = format!("{begun}{}{counted}", end("stop"));
        assert_eq!(read(&events, all.as_bytes()), said("yes", None));
        let cut = format!("{begun}{}{counted}", end("length"));
        assert_eq!(read(&events, cut.as_bytes()), said("yes", Some(ChatError::CutOff)));
        // Closed in the middle, and left in the middle of a line.
        assert_eq!(read(&events, begun.as_bytes()), said("yes", Some(ChatError::CutOff)));
        let late = ChatError::Http(crate::http::HttpError::TimedOut);
        let half = format!("{begun}data: {{\"choi");
        let left = read_begun(&events, half.as_bytes(), late.clone());
        assert_eq!(left, said("yes", Some(late.clone())));
        for nothing in ["", role, "data: {\"error\":{\"message\":\"canary\"}}\n\n"] {
            assert_eq!(read_begun(&events, nothing.as_bytes(), late.clone()), Err(late.clone()));
        }
        assert_eq!(read_begun(&HeaderMap::new(), all.as_bytes(), late.clone()), Err(late));
        assert_eq!(read(&events, role.as_bytes()), Err(ChatError::Nothing));
        assert_eq!(read(&events, b"data: canary\n\n"), Err(ChatError::NotChat));
    }

    #[test]
    fn whatever_is_no_answer_says_why_and_nothing_else() {
        let deep = format!("{{\"choices\":{}", "[".repeat(10_000));
        for (answer, error) in [
            ("", ChatError::NotChat),
            ("<html>canary</html>", ChatError::NotChat),
            (r#"{"error":{"message":"canary"}}"#, ChatError::NotChat),
            (r#"{"choices":[{"message":{"content":"#, ChatError::NotChat),
            (r#"{"choices":[{"message":{"content":{"a":1}}}]}"#, ChatError::NotChat),
            (&deep, ChatError::NotChat),
            (r#"{"choices":[]}"#, ChatError::Nothing),
            (r#"{"choices":[{"message":{"content":" "}}]}"#, ChatError::Nothing),
            (r#"{"choices":[{"message":{"content":null,"tool_calls":[{}]}}]}"#, ChatError::Nothing),
        ] {
            assert_eq!(read(&HeaderMap::new(), answer.as_bytes()), Err(error), "{answer:.60}");
        }
    }
}
