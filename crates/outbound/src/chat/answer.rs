use serde::Deserialize;

use super::ChatError;

#[derive(Deserialize)]
struct Answer {
    choices: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    message: Message,
    #[serde(default)]
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Message {
    #[serde(default)]
    content: Option<String>,
}

/// What the model has said. Calls of tools that it was never offered are nothing said.
pub(super) fn read(bytes: &[u8]) -> Result<String, ChatError> {
    let answer: Answer = serde_json::from_slice(bytes).map_err(|_| ChatError::NotChat)?;
    let choice = answer.choices.into_iter().next().ok_or(ChatError::Nothing)?;
    // Half an answer may still be valid JSON, and would be taken for a whole one.
    if choice.finish_reason.as_deref() == Some("length") {
        return Err(ChatError::CutOff);
    }
    let said = choice.message.content.filter(|content| !content.trim().is_empty());
    said.ok_or(ChatError::Nothing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_choice_is_what_was_said() {
        let answer = br#"{"id":"x","choices":[{"index":0,"message":{"role":"assistant","content":"yes"},"finish_reason":"stop"},{"message":{"content":"no"}}]}"#;
        assert_eq!(read(answer), Ok("yes".to_owned()));
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
            (
                r#"{"choices":[{"message":{"content":"x"},"finish_reason":"length"}]}"#,
                ChatError::CutOff,
            ),
        ] {
            assert_eq!(read(answer.as_bytes()), Err(error), "{answer:.60}");
        }
    }
}
