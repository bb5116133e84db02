//! Videos of other sites: a link in a `figure` of class `video`. A page shows a link that says
//! where it plays and loads nothing; the island `video` puts the player in its place when a reader
//! asks for it. Without script it stays a link.

use std::borrow::Cow;

use url::Url;

use crate::said::BodyWords;
use crate::tree::{Element, Node};
use crate::words::text_of;

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Player {
    site: String,
    /// Where the player may come from, as a policy writes it.
    pub(crate) origin: String,
    address: String,
}

/// Turns the first link of the figure into the place of a player, if its address is known.
pub(crate) fn show(figure: &mut Element<'_>, said: BodyWords<'_>) -> Option<Player> {
    let link = find_link(&mut figure.children)?;
    let address = link.attribute("href").map(Cow::into_owned)?;
    let player = Player::of(&address)?;
    let words = text_of(&link.children);
    // A link that shows its own address has no title to give.
    let title = match words.is_empty() || words == address {
        true => said.video.to_owned(),
        false => words,
    };
    let title = Element::new("span", vec![Node::text(&title)]).with("class", "title");
    let site =
        Element::new("span", vec![Node::text(&said.play_from(&player.site))]).with("class", "site");
    link.children = vec![title.into(), Node::text(" "), site.into()];
    link.set("class", "facade");
    link.set("rel", "external noopener");
    link.set("data-player", &player.address);
    Some(player)
}

fn find_link<'tree, 'a>(nodes: &'tree mut [Node<'a>]) -> Option<&'tree mut Element<'a>> {
    nodes.iter_mut().find_map(|node| match node {
        Node::Element(element) => match element.name {
            "a" => Some(element),
            "figcaption" => None,
            _ => find_link(&mut element.children),
        },
        Node::Text(_) => None,
    })
}

impl Player {
    pub(crate) fn of(address: &str) -> Option<Self> {
        let url = Url::parse(address).ok()?;
        // A player on another port is somebody's own server, not one of these sites.
        if !matches!(url.scheme(), "https" | "http") || url.port().is_some() {
            return None;
        }
        let host = url.domain()?.to_ascii_lowercase();
        let host = ["www.", "m.", "music."]
            .iter()
            .find_map(|start| host.strip_prefix(start))
            .unwrap_or(&host);
        let path: Vec<&str> = url.path().trim_matches('/').split('/').collect();
        let asked = |name: &str| {
            url.query_pairs().find(|(known, _)| known == name).map(|(_, value)| value.into_owned())
        };
        match (host, path.as_slice()) {
            ("youtube.com" | "youtube-nocookie.com", ["watch"]) => {
                Self::youtube(&asked("v")?, asked("t"))
            }
            ("youtube.com" | "youtube-nocookie.com", ["embed" | "shorts" | "live", id]) => {
                Self::youtube(id, asked("start").or(asked("t")))
            }
            ("youtu.be", [id]) => Self::youtube(id, asked("t")),
            ("vimeo.com", [id]) => Self::vimeo(id, asked("h").as_deref()),
            ("vimeo.com", [id, hash]) => Self::vimeo(id, Some(hash)),
            ("player.vimeo.com", ["video", id]) => Self::vimeo(id, asked("h").as_deref()),
            (_, ["w", id] | ["videos", "watch" | "embed", id]) if url.scheme() == "https" => {
                Self::peertube(url.domain()?, id)
            }
            _ => None,
        }
    }

    fn youtube(id: &str, start: Option<String>) -> Option<Self> {
        // Nothing of the address gets into the player's but what has this form.
        if id.len() != 11
            || !id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
        {
            return None;
        }
        let start = start.and_then(|start| seconds(&start)).map(|start| format!("&start={start}"));
        // The site without cookies, and no request before somebody asks for the video.
        let origin = "https://www.youtube-nocookie.com".to_owned();
        let address = format!("{origin}/embed/{id}?autoplay=1{}", start.unwrap_or_default());
        Some(Self { site: "YouTube".to_owned(), origin, address })
    }

    fn vimeo(id: &str, hash: Option<&str>) -> Option<Self> {
        if !(5..=12).contains(&id.len()) || !id.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let is_hash = |hash: &&str| {
            (6..=20).contains(&hash.len()) && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
        };
        let hash = hash.filter(is_hash).map(|hash| format!("&h={hash}")).unwrap_or_default();
        let origin = "https://player.vimeo.com".to_owned();
        // `dnt` asks the site not to follow the reader.
        let address = format!("{origin}/video/{id}?dnt=1&autoplay=1{hash}");
        Some(Self { site: "Vimeo".to_owned(), origin, address })
    }

    /// Anybody can run one; it is known by the form of its addresses.
    fn peertube(host: &str, id: &str) -> Option<Self> {
        let is_host = host.contains('.')
            && host.len() <= 100
            && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-".contains(&byte));
        // Long ids and short ones of the same video.
        let is_id = (20..=40).contains(&id.len())
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if !is_host || !is_id {
            return None;
        }
        let origin = format!("https://{host}");
        let address = format!("{origin}/videos/embed/{id}?autoplay=1");
        Some(Self { site: host.to_owned(), origin, address })
    }
}

/// `90`, `90s`, `1m30s`, `1h2m3s`.
fn seconds(text: &str) -> Option<u64> {
    let mut total: u64 = 0;
    let mut number: u64 = 0;
    // Bounded, or the sums could overflow.
    for character in text.chars().take(16) {
        match character {
            '0'..='9' => number = number * 10 + u64::from(character) - u64::from('0'),
            'h' => total += std::mem::take(&mut number) * 3600,
            'm' => total += std::mem::take(&mut number) * 60,
            's' => total += std::mem::take(&mut number),
            _ => return None,
        }
        if number > 1_000_000 {
            return None;
        }
    }
    Some(total + number).filter(|seconds| *seconds > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_known_by_their_addresses() {
        for (address, player) in [
            (
                "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1m5s",
                "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&start=65",
            ),
            (
                "https://youtu.be/dQw4w9WgXcQ?t=42",
                "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&start=42",
            ),
            (
                "http://m.youtube.com/shorts/dQw4w9WgXcQ",
                "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1",
            ),
            (
                "https://vimeo.com/76979871",
                "https://player.vimeo.com/video/76979871?dnt=1&autoplay=1",
            ),
            (
                "https://vimeo.com/76979871/abcdef1234",
                "https://player.vimeo.com/video/76979871?dnt=1&autoplay=1&h=abcdef1234",
            ),
            (
                "https://tube.example.org/w/9cHT4hkF7UTxUnGRiVHfMC",
                "https://tube.example.org/videos/embed/9cHT4hkF7UTxUnGRiVHfMC?autoplay=1",
            ),
        ] {
            assert_eq!(Player::of(address).map(|player| player.address).as_deref(), Some(player));
        }
        for address in [
            "https://www.youtube.com/watch?v=short",
            "https://www.youtube.com/watch?v=aaaaaaaaa%22%3e",
            "https://vimeo.com/about",
            "https://example.org/w/x",
            "https://example.org:8443/w/9cHT4hkF7UTxUnGRiVHfMC",
            "https://127.0.0.1/w/9cHT4hkF7UTxUnGRiVHfMC",
            "ftp://youtu.be/dQw4w9WgXcQ",
            "/w/9cHT4hkF7UTxUnGRiVHfMC",
            "",
        ] {
            assert_eq!(Player::of(address), None, "{address}");
        }
    }
}
