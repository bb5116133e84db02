//! Takes the tags out of a message and leaves the rest as it was written.
//!
//! What is a tag is what the HTML standard's tokeniser would take for one: `<` followed by a
//! letter, `/`, `!` or `?`. So `5 < 6`, `<3` and `a <- b` are text. What begins like a tag and never
//! ends loses its `<` only: the rest is somebody's words. Character references stay as they are:
//! `&lt;b&gt;` is not a tag, it is how one is spelled out.

use std::borrow::Cow;

use super::Refusal;

pub(super) fn check(message: &str) -> Result<String, Refusal> {
    let stripped = strip(message);
    match stripped.trim().is_empty() {
        true => Err(Refusal::OnlyTags),
        false => Ok(stripped.into_owned()),
    }
}

/// Removing a tag can make a new one of what stood around it (`<<b>script>`), so this goes on until
/// nothing changes. That makes it idempotent. Every round shortens the text, and messages are short.
fn strip(text: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(text);
    while let Some(shorter) = strip_once(&text) {
        text = Cow::Owned(shorter);
    }
    text
}

/// None when there is nothing to take out.
fn strip_once(text: &str) -> Option<String> {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (before, from_bracket) = rest.split_at(at);
        kept.push_str(before);
        if begins_tag(from_bracket) {
            rest = &from_bracket[tag_length(from_bracket).unwrap_or(1)..];
        } else {
            kept.push('<');
            rest = &from_bracket[1..];
        }
    }
    kept.push_str(rest);
    (kept.len() < text.len()).then_some(kept)
}

fn begins_tag(text: &str) -> bool {
    matches!(text.as_bytes().get(1), Some(b'a'..=b'z' | b'A'..=b'Z' | b'/' | b'!' | b'?'))
}

/// How far the tag or comment at the start of the text reaches, if it ends at all.
fn tag_length(text: &str) -> Option<usize> {
    if text.starts_with("<!--") {
        // `<!-->` is a whole comment, too: its end may begin right behind `<!`.
        let ends = ["-->", "--!>"].map(|end| text[2..].find(end).map(|at| 2 + at + end.len()));
        return ends.into_iter().flatten().min();
    }
    if !text.as_bytes().get(1).is_some_and(u8::is_ascii_alphabetic) {
        return text.find('>').map(|at| at + 1);
    }
    // Without an end behind its quotes, the first `>` ends it, or a lone quote would let the tag
    // through.
    quoted_end(text).or_else(|| text.find('>')).map(|at| at + 1)
}

/// The end of a tag whose attributes may hold `>` in quotes. A quote opens a value only behind `=`.
fn quoted_end(text: &str) -> Option<usize> {
    let mut quote = None;
    let mut behind_equals = false;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), _) if byte == open => quote = None,
            (Some(_), _) => {}
            (None, b'>') => return Some(at),
            (None, b'"' | b'\'') if behind_equals => quote = Some(byte),
            (None, _) => {}
        }
        // Blanks may stand between the sign and the quote.
        behind_equals = byte == b'=' || (behind_equals && byte.is_ascii_whitespace());
    }
    None
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use html5ever::tendril::StrTendril;
    use html5ever::tokenizer::{
        BufferQueue, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
    };
    use proptest::prelude::*;

    use super::*;

    /// What a browser would see beside text.
    #[derive(Default)]
    struct Markup(RefCell<Vec<String>>);

    impl TokenSink for Markup {
        type Handle = ();

        fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
            match token {
                Token::TagToken(_) | Token::CommentToken(_) | Token::DoctypeToken(_) => {
                    self.0.borrow_mut().push(format!("{token:?}"));
                }
                _ => {}
            }
            TokenSinkResult::Continue
        }
    }

    fn markup_in(text: &str) -> Vec<String> {
        let tokenizer = Tokenizer::new(Markup::default(), TokenizerOpts::default());
        let input = BufferQueue::default();
        input.push_back(StrTendril::from(text));
        let _ = tokenizer.feed(&input);
        tokenizer.end();
        tokenizer.sink.0.take()
    }

    #[test]
    fn tags_go_and_words_stay() {
        for (sent, kept) in [
            ("hello", "hello"),
            ("5 < 6 and 7 > 3", "5 < 6 and 7 > 3"),
            ("I <3 this", "I <3 this"),
            ("a <- b -> c", "a <- b -> c"),
            ("x<", "x<"),
            ("<", "<"),
            ("<>", "<>"),
            ("a << 2 >> 1", "a << 2 >> 1"),
            ("<script>x</script>", "x"),
            ("<<b>script>alert(1)<</b>/script>", "alert(1)"),
            ("<img src=x onerror=", "img src=x onerror="),
            ("before <img src=x onerror=alert(1)> after", "before  after"),
            ("<a title=\">\" href='>'>link</a>", "link"),
            ("<a title=\">link", "link"),
            ("&lt;script&gt;", "&lt;script&gt;"),
            ("a<!-- b > c -->d", "ad"),
            ("a<!-->b", "ab"),
            ("a<!--->b", "ab"),
            ("a<!-- b --!>c", "ac"),
            ("a<!-- never ends", "a!-- never ends"),
            ("a<![CDATA[b]]>c", "ac"),
            ("<?php echo 1 ?>c", "c"),
            ("<!doctype html>c", "c"),
            ("a</>b", "ab"),
            ("a</ b>c", "ac"),
            ("<b", "b"),
            ("<SVG/onload=alert(1)>", ""),
            ("it's <b>so \"fine\"</b>", "it's so \"fine\""),
            ("<p>one\r\n<p>two", "one\r\ntwo"),
            ("<é>", "<é>"),
        ] {
            assert_eq!(strip(sent), kept, "{sent}");
            assert_eq!(markup_in(kept), Vec::<String>::new(), "{kept}");
        }
        assert_eq!(check("<b> </b>\n<hr>"), Err(Refusal::OnlyTags));
    }

    #[test]
    fn the_deepest_nesting_that_fits_takes_no_time() {
        let nested = format!("{}{}", "<".repeat(1000), "b>".repeat(500));
        let started = std::time::Instant::now();
        assert!(markup_in(&strip(&nested)).is_empty());
        // Machines are busy; what takes long here takes minutes.
        assert!(started.elapsed().as_secs() < 20);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn no_tag_survives_and_a_second_time_changes_nothing(
            text in "[<>/!?='\"ab\\- \n\\[\\]&;é3]{0,40}"
        ) {
            let once = strip(&text).into_owned();
            prop_assert_eq!(markup_in(&once), Vec::<String>::new());
            prop_assert_eq!(strip(&once), once.as_str());
        }

        #[test]
        fn what_has_no_bracket_is_untouched(text in "[^<]{0,60}") {
            prop_assert_eq!(strip(&text), text.as_str());
        }
    }
}
