use kernel::Id;

const FOLDER: &str = "/media/";
const ID_LENGTH: usize = "01939b1e-7c00-7abc-8def-0123456789ab".len();

/// The uploads whose addresses stand in a text, each once, in the order of the text. The text may be
/// an address itself, also one with the site's name before it.
pub fn uploads_in(text: &str) -> Vec<Id> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(FOLDER) {
        let rest = &text[at + FOLDER.len()..];
        let Some((id, behind)) = rest.split_at_checked(ID_LENGTH) else { continue };
        if let (true, Ok(id)) = (behind.starts_with('/'), id.parse::<Id>())
            && !found.contains(&id)
        {
            found.push(id);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uploads_are_known_by_their_addresses_wherever_they_stand() {
        let (a, b) =
            ("01939b1e-7c00-7abc-8def-0123456789ab", "01939b1e-7c00-7abc-8def-0123456789ac");
        let html = format!(
            "<img src=\"/media/{a}/x.webp\" srcset=\"/media/{a}/x_400.webp 400w\"> \
             <a href=\"https://example.org/media/{b}/y.webp\">y</a> /media/{a} /media/old_500.webp \
             /media/é{a}/ /media/"
        );
        let found: Vec<String> = uploads_in(&html).iter().map(Id::to_string).collect();
        assert_eq!(found, [a, b]);
        assert_eq!(uploads_in(""), []);
    }
}
