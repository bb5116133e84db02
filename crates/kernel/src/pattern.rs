//! What the checks of texts accept, as regular expressions that other programs read in the
//! description of the API. ECMAScript's dialect, without look-around and without classes that only
//! some programs know.

/// Any characters on one line.
pub const LINE: &str = r"^[^\u0000-\u001f\u007f-\u009f]*$";

/// One line that is not blank.
pub const FILLED_LINE: &str = r"^[^\u0000-\u001f\u007f-\u009f]*[^\s\u0000-\u001f\u007f-\u009f][^\u0000-\u001f\u007f-\u009f]*$";

/// Any number of lines that are not all blank.
pub const FILLED_TEXT: &str = r"^[^\u0000]*[^\s\u0000-\u001f\u007f-\u009f][^\u0000]*$";

/// A slug; an empty one counts as not given.
pub const SLUG_OR_EMPTY: &str = r"^([A-Za-z0-9]+(-[A-Za-z0-9]+)*)?$";

/// Where a link may lead: a path of this site, the web, or a mailbox. Hosts that are written in
/// other letters are accepted, too.
pub const HREF: &str = concat!(
    r"^(/([^\s\\/\u0000-\u001f\u007f-\u009f][^\s\\\u0000-\u001f\u007f-\u009f]*)?",
    r"|https?://([A-Za-z0-9]+(-[A-Za-z0-9]+)*\.)*[A-Za-z][A-Za-z0-9]*(:[0-9]{1,4})?",
    r"([/?#][^\s\\\u0000-\u001f\u007f-\u009f]*)?",
    r"|mailto:[A-Za-z0-9._+-]+@[A-Za-z0-9.-]+)$"
);

/// The address of a picture, which is no mailbox; an empty one counts as not given.
pub const IMAGE_OR_EMPTY: &str = concat!(
    r"^(|/([^\s\\/\u0000-\u001f\u007f-\u009f][^\s\\\u0000-\u001f\u007f-\u009f]*)?",
    r"|https?://([A-Za-z0-9]+(-[A-Za-z0-9]+)*\.)*[A-Za-z][A-Za-z0-9]*(:[0-9]{1,4})?",
    r"([/?#][^\s\\\u0000-\u001f\u007f-\u009f]*)?)$"
);
