use crate::decoded::Profile;
use crate::error::Error;
use crate::raster::Raster;

/// One canvas and how long it is shown.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) raster: Raster,
    pub(crate) milliseconds: u32,
}

pub(crate) trait Animation {
    fn profile(&self) -> &Profile;

    /// How often it plays; 0 for ever.
    fn loops(&self) -> u16;

    fn next_frame(&mut self) -> Result<Option<Frame>, Error>;
}
