use std::collections::HashMap;

/// What pages say, in the language of the site.
///
/// Whoever writes a page writes it in English and asks here for each phrase, so that a template can
/// be read and a wing knows no languages. The [shell](crate::Shell) has the translations. A phrase
/// that nobody has translated stays as it is.
#[derive(Clone, Copy, Debug)]
pub struct Phrases {
    language: &'static str,
    /// By what they are in English.
    translated: Option<&'static HashMap<String, String>>,
}

impl Default for Phrases {
    /// English.
    fn default() -> Self {
        Self { language: "en", translated: None }
    }
}

impl Phrases {
    pub fn new(language: &'static str, translated: &'static HashMap<String, String>) -> Self {
        Self { language, translated: Some(translated) }
    }

    /// The language they are in, such as `de`.
    pub fn language(&self) -> &'static str {
        self.language
    }

    pub fn say<'a>(&self, english: &'a str) -> &'a str {
        let translated = self.translated.and_then(|phrases| phrases.get(english));
        translated.map_or(english, String::as_str)
    }

    /// Whether this phrase is said in the language of the site.
    pub fn know(&self, english: &str) -> bool {
        self.translated.is_none_or(|phrases| phrases.contains_key(english))
    }

    /// A phrase with a value in its braces, whatever they are called.
    pub fn fill(&self, english: &str, value: &str) -> String {
        let (before, after) = self.around(english);
        format!("{before}{value}{after}")
    }

    /// What stands before and behind the braces of a phrase, where markup comes between.
    pub fn around<'a>(&self, english: &'a str) -> (&'a str, &'a str) {
        let phrase = self.say(english);
        let Some((before, rest)) = phrase.split_once('{') else { return (phrase, "") };
        (before, rest.split_once('}').map_or("", |(_, after)| after))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;

    static GERMAN: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
        let pairs = [("Sign in", "Anmelden"), ("Goes through {host}.", "Geht über {host}.")];
        pairs.map(|(english, german)| (english.to_owned(), german.to_owned())).into()
    });

    #[test]
    fn a_phrase_is_said_as_well_as_it_is_known() {
        let german = Phrases::new("de", &GERMAN);
        assert_eq!(german.say("Sign in"), "Anmelden");
        assert_eq!(german.fill("Goes through {host}.", "{host}"), "Geht über {host}.");
        assert_eq!(german.around("Goes through {host}."), ("Geht über ", "."));
        assert_eq!(german.say("Sign out"), "Sign out");
        assert!(german.know("Sign in") && !german.know("Sign out"));
        let english = Phrases::default();
        assert_eq!((english.say("Sign out"), english.know("Sign out")), ("Sign out", true));
        assert_eq!(english.fill("no braces", "x"), "no bracesx");
    }
}
