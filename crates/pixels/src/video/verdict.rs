/// What is to be done with the element that comes next.
#[derive(Debug)]
pub(super) enum Verdict {
    /// So many bytes stay as they are; of a container that is entered, its header.
    Keep(u64),
    /// So many bytes become this head and zeros.
    Blank { head: Vec<u8>, total: u64 },
    /// The next bytes become these.
    Rewrite(Vec<u8>),
    /// More than is held has to be seen.
    More,
}

/// Elements that have to be seen whole are small in every video that is one.
pub(super) const MOST_HELD: u64 = 4096;
