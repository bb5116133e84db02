/// A file as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub key: String,
    pub size: u64,
    /// Not a file of ours: a link, or what an interrupted write left behind.
    pub strange: bool,
}
