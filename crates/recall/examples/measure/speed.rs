//! placeholder
use std::error::Error;
pub(crate) fn run(_: usize) -> Result<(), Box<dyn Error>> {
    Ok(())
}
