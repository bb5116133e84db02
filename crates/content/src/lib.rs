//! The site's own things. This wing owns what visitors find under which address; today that is the
//! navigation links, and the tree of sections and their content belongs here too.

mod href;
pub mod navlinks;
