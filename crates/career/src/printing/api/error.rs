use edge::Problem;
use kernel::Code;

use crate::printing::PrintError;

/// Printing takes less than a second.
const COME_BACK: u32 = 5;

impl From<PrintError> for Problem {
    fn from(error: PrintError) -> Self {
        match error {
            PrintError::Busy => {
                Self::new(Code::Busy, "Too many resumes wait to be printed.").retry_after(COME_BACK)
            }
            PrintError::Store(error) => error.into(),
            error @ (PrintError::Press(_) | PrintError::Broken(_)) => Self::internal(error),
        }
    }
}
