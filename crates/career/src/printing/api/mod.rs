//! Resumes in forms for readers, one file per form.

mod drawing;
mod error;
mod form;
mod html;
mod resume;
mod tailoring;

pub use drawing::{resume_page, tailoring_page};
pub use resume::{resume_extent, resume_html, resume_pdf, resume_text};
pub use tailoring::{
    tailoring_extent, tailoring_html, tailoring_markdown, tailoring_pdf, tailoring_text,
};
