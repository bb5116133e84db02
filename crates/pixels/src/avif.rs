//! AVIF decoding as a piece that can be done elsewhere: bytes go in, a picture comes out, and the
//! picture can be written to and read from a pipe. What the pipe says is not trusted.

use std::io::{self, Read, Write};

use crate::decoded::{Decoded, LONGEST_PROFILE, Profile};
use crate::error::Error;
use crate::facts::{Format, PictureFacts};
use crate::raster::{Layout, Raster};

/// A decoded picture, before it is turned and converted.
#[derive(Debug)]
pub struct AvifPicture(Decoded);

const SRGB: u8 = 0;
const ICC: u8 = 1;
const CODED: u8 = 2;

impl AvifPicture {
    pub(crate) fn new(decoded: Decoded) -> Self {
        Self(decoded)
    }

    pub(crate) fn expect(self, facts: &PictureFacts) -> Result<Decoded, Error> {
        let Raster { width, height, .. } = self.0.raster;
        match (width, height) == (facts.width, facts.height) {
            true => Ok(self.0),
            false => Err(Error::malformed(Format::Avif, "decoded to another size")),
        }
    }

    pub fn write_to(&self, to: &mut impl Write) -> io::Result<()> {
        let Decoded { raster, profile } = &self.0;
        to.write_all(&raster.width.to_le_bytes())?;
        to.write_all(&raster.height.to_le_bytes())?;
        to.write_all(&[u8::from(raster.layout == Layout::Rgba)])?;
        match profile {
            Profile::Srgb => to.write_all(&[SRGB])?,
            Profile::Icc(icc) => {
                to.write_all(&[ICC])?;
                let length = u32::try_from(icc.len()).map_err(io::Error::other)?;
                to.write_all(&length.to_le_bytes())?;
                to.write_all(icc)?;
            }
            Profile::Coded { primaries, transfer } => {
                to.write_all(&[CODED, *primaries, *transfer])?;
            }
        }
        to.write_all(&raster.data)?;
        to.flush()
    }

    /// Reads what [`AvifPicture::write_to`] wrote, up to so many pixels.
    pub fn read_from(from: &mut impl Read, most_pixels: u64) -> io::Result<Self> {
        let width = u32::from_le_bytes(exactly(from)?);
        let height = u32::from_le_bytes(exactly(from)?);
        // Before anything is allocated. The other end is a process that may have been taken over.
        if u64::from(width) * u64::from(height) > most_pixels {
            return Err(io::Error::other("more pixels than asked for"));
        }
        let [alpha, kind] = exactly(from)?;
        let profile = match kind {
            SRGB => Profile::Srgb,
            ICC => {
                let length = u32::from_le_bytes(exactly(from)?) as usize;
                if length > LONGEST_PROFILE {
                    return Err(io::Error::other("a longer profile than is used"));
                }
                let mut icc = vec![0; length];
                from.read_exact(&mut icc)?;
                Profile::Icc(icc)
            }
            _ => {
                let [primaries, transfer] = exactly(from)?;
                Profile::Coded { primaries, transfer }
            }
        };
        let layout = if alpha == 1 { Layout::Rgba } else { Layout::Rgb };
        let mut data = vec![0; width as usize * height as usize * layout.channels()];
        from.read_exact(&mut data)?;
        Ok(Self(Decoded { raster: Raster::new(width, height, layout, data), profile }))
    }
}

fn exactly<const COUNT: usize>(from: &mut impl Read) -> io::Result<[u8; COUNT]> {
    let mut bytes = [0; COUNT];
    from.read_exact(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_survives_the_pipe_and_a_short_or_boastful_pipe_does_not_pass() {
        let raster = Raster::new(2, 1, Layout::Rgba, vec![1, 2, 3, 4, 5, 6, 7, 8]);
        for profile in [
            Profile::Srgb,
            Profile::Icc(vec![9; 300]),
            Profile::Coded { primaries: 12, transfer: 13 },
        ] {
            let decoded = Decoded { raster: raster.clone(), profile: profile.clone() };
            let mut pipe = Vec::new();
            AvifPicture(decoded).write_to(&mut pipe).unwrap();
            let read = AvifPicture::read_from(&mut pipe.as_slice(), 2).unwrap();
            assert_eq!((read.0.raster, read.0.profile), (raster.clone(), profile));
            assert!(AvifPicture::read_from(&mut pipe.as_slice(), 1).is_err());
            assert!(AvifPicture::read_from(&mut &pipe[..pipe.len() - 1], 2).is_err());
        }
    }
}
