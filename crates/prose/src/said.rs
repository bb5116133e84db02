/// What a page says by itself around the parts of a body, in the language of the page. In braces
/// stands what is filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BodyWords<'a> {
    pub code: &'a str,
    pub table: &'a str,
    pub video: &'a str,
    pub play_from: &'a str,
    pub picture_on: &'a str,
    pub video_on: &'a str,
    pub done: &'a str,
    pub to_do: &'a str,
    pub footnotes: &'a str,
    pub note: &'a str,
    pub back_to_text: &'a str,
}

impl Default for BodyWords<'_> {
    /// English.
    fn default() -> Self {
        Self {
            code: "Code",
            table: "Table",
            video: "Video",
            play_from: "Play from {site}",
            picture_on: "Picture on {site}",
            video_on: "Video on {site}",
            done: "Done",
            to_do: "To do",
            footnotes: "Footnotes",
            note: "Note {number}, back to the text",
            back_to_text: "Back to the text",
        }
    }
}

impl BodyWords<'_> {
    pub(crate) fn play_from(&self, site: &str) -> String {
        self.play_from.replacen("{site}", site, 1)
    }

    pub(crate) fn picture_on(&self, site: &str) -> String {
        self.picture_on.replacen("{site}", site, 1)
    }

    pub(crate) fn video_on(&self, site: &str) -> String {
        self.video_on.replacen("{site}", site, 1)
    }

    pub(crate) fn note(&self, number: &str) -> String {
        self.note.replacen("{number}", number, 1)
    }

    pub(crate) fn task(&self, is_done: bool) -> &str {
        if is_done { self.done } else { self.to_do }
    }
}
