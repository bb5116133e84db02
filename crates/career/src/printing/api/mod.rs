//! Resumes and letters in forms for readers.

mod drawing;
mod error;
mod form;
mod html;
mod letter;
mod print;
mod subject;

pub use drawing::drawn_page;
pub(crate) use form::download;
pub use letter::{letter_html, letter_json, letter_pdf, letter_text};
pub use print::{extent, html, markdown, pdf, text};
pub use subject::{OwnResume, Subject, TailoredResume};
