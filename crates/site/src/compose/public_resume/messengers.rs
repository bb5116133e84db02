//! The name of the owner at a messenger, where it is that of a hidden mailbox: who knows the one can guess the other. Names
//! at places that everybody reads, such as a forge, are no secret and stay.

use super::fold::plain;

/// By their names and their addresses.
const MESSENGERS: [&str; 26] = [
    "skype",
    "telegram",
    "t.me",
    "telegram.me",
    "whatsapp",
    "wa.me",
    "signal",
    "signal.me",
    "viber",
    "wechat",
    "weixin",
    "line",
    "line.me",
    "discord",
    "matrix",
    "matrix.to",
    "icq",
    "qq",
    "threema",
    "jabber",
    "xmpp",
    "kakaotalk",
    "zalo",
    "hangouts",
    "messenger",
    "m.me",
];
/// What people have before the `@` that is no name of theirs.
const GENERAL: [&str; 13] = [
    "mail", "email", "info", "contact", "kontakt", "hello", "office", "work", "jobs", "team",
    "admin", "post", "job",
];
/// Words between the messenger and the name: "Skype: my name is mira".
const MOST_BETWEEN: usize = 3;
const SHORTEST: usize = 3;

/// The local part of a mailbox as it is compared with names, where it tells anything.
pub(super) fn name_of(mailbox: &str) -> Option<String> {
    let (local, _) = mailbox.split_once('@')?;
    let name = folded(local.split('+').next().unwrap_or(local));
    (name.chars().count() >= SHORTEST && !GENERAL.contains(&name.as_str())).then_some(name)
}

/// Whether a text tells one of these names at a messenger.
pub(super) fn tells(text: &str, names: &[String]) -> bool {
    if names.is_empty() {
        return false;
    }
    let text = plain(text);
    let parts = |sign: char| sign.is_whitespace() || ",;:|/?=&()[]<>\"'!".contains(sign);
    let words: Vec<&str> = text.split(parts).filter(|word| !word.is_empty()).collect();
    let is_messenger = |word: &str| MESSENGERS.contains(&word.trim_matches(['.', '@', '-']));
    let is_name = |word: &&str| names.contains(&folded(word));
    words.iter().enumerate().any(|(at, word)| {
        let behind = words[at + 1..].iter().take(MOST_BETWEEN + 1);
        is_messenger(word) && behind.copied().any(|word| is_name(&word))
    })
}

/// Without case and what parts the words of a name.
fn folded(name: &str) -> String {
    name.chars().filter(|it| it.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mailbox_is_guessed_from_a_name_at_a_messenger() {
        let names: Vec<String> =
            ["mira.forge@example.org", "info@example.org", "mf@example.org", "mira"]
                .into_iter()
                .filter_map(name_of)
                .collect();
        assert_eq!(names, ["miraforge"]);
        for told in [
            "Skype: mira.forge",
            "skype:mira.forge?chat",
            "Telegram @MiraForge",
            "https://t.me/mira_forge",
            "Signal: my name is mira-forge",
            "Reach me on Discord (mira.forge)",
        ] {
            assert!(tells(told, &names), "{told}");
        }
        for other in [
            "Skype: mira",
            "https://forge.example/miraforge",
            "miraforge",
            "Built a Telegram bot for two hundred smiths of miraforge",
            "Skype: info",
            "The line of mills",
        ] {
            assert!(!tells(other, &names), "{other}");
        }
    }
}
