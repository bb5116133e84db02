//! Whatever the numbers of a picture meant, afterwards they mean sRGB: grey, inks and wide-gamut
//! colours become RGB or RGBA.
//!
//! A profile that cannot be read, or is for another kind of colour, is ignored: the picture is
//! then taken as sRGB, which is what browsers do. Tone mapping of HDR is not attempted.

use moxcms::{
    CicpColorPrimaries, CicpProfile, ColorProfile, DataColorSpace, Layout as Channels,
    MatrixCoefficients, TransferCharacteristics, TransformOptions,
};

use crate::Error;
use crate::decoded::Profile;
use crate::guard::catching;
use crate::raster::{Layout, Raster};

/// Converts to RGB or RGBA in sRGB.
pub(crate) fn to_srgb(raster: Raster, profile: &Profile) -> Raster {
    let profile = match profile {
        Profile::Srgb => None,
        Profile::Icc(bytes) => parse(bytes),
        Profile::Coded { primaries, transfer } => coded(*primaries, *transfer),
    };
    if let Some(profile) = profile
        && let Some(converted) = convert(&raster, &profile)
    {
        return converted;
    }
    match raster.layout {
        Layout::Rgb | Layout::Rgba => raster,
        Layout::Grey => expand(&raster, |[grey]: &[u8; 1]| [*grey; 3]),
        Layout::Cmyk => expand(&raster, |[cyan, magenta, yellow, black]: &[u8; 4]| {
            [cyan, magenta, yellow].map(|ink| {
                // Each ink takes away its share of the light that the others leave.
                let light = u32::from(255 - ink) * u32::from(255 - black);
                ((light + 127) / 255) as u8
            })
        }),
    }
}

fn expand<const CHANNELS: usize>(
    raster: &Raster,
    colour: impl Fn(&[u8; CHANNELS]) -> [u8; 3],
) -> Raster {
    let (pixels, _) = raster.data.as_chunks::<CHANNELS>();
    let mut data = vec![0; pixels.len() * 3];
    let (targets, _) = data.as_chunks_mut::<3>();
    targets.iter_mut().zip(pixels).for_each(|(target, pixel)| *target = colour(pixel));
    Raster::new(raster.width, raster.height, Layout::Rgb, data)
}

/// Profiles are attacker's bytes too: a panic while reading one only loses the profile.
fn parse(bytes: &[u8]) -> Option<ColorProfile> {
    catching("profile", || Ok(ColorProfile::new_from_slice(bytes).ok())).ok().flatten()
}

fn coded(primaries: u8, transfer: u8) -> Option<ColorProfile> {
    let profile = CicpProfile {
        color_primaries: CicpColorPrimaries::try_from(primaries).ok()?,
        transfer_characteristics: TransferCharacteristics::try_from(transfer).ok()?,
        matrix_coefficients: MatrixCoefficients::Identity,
        full_range: true,
    };
    Some(ColorProfile::new_from_cicp(profile))
}

fn convert(raster: &Raster, profile: &ColorProfile) -> Option<Raster> {
    let (space, source, target, layout) = match raster.layout {
        Layout::Grey => (DataColorSpace::Gray, Channels::Gray, Channels::Rgb, Layout::Rgb),
        Layout::Rgb => (DataColorSpace::Rgb, Channels::Rgb, Channels::Rgb, Layout::Rgb),
        Layout::Rgba => (DataColorSpace::Rgb, Channels::Rgba, Channels::Rgba, Layout::Rgba),
        // Four inks travel in the four channels of RGBA.
        Layout::Cmyk => (DataColorSpace::Cmyk, Channels::Rgba, Channels::Rgb, Layout::Rgb),
    };
    if profile.color_space != space {
        return None;
    }
    catching("profile", || {
        let broken = |_| Error::Unsupported;
        let transform = profile
            .create_transform_8bit(
                source,
                &ColorProfile::new_srgb(),
                target,
                TransformOptions::default(),
            )
            .map_err(broken)?;
        let pixels = raster.width as usize * raster.height as usize;
        let mut data = vec![0; pixels * layout.channels()];
        let width = raster.width as usize;
        let sources = raster.data.chunks_exact(width * raster.layout.channels());
        for (source, target) in sources.zip(data.chunks_exact_mut(width * layout.channels())) {
            transform.transform(source, target).map_err(broken)?;
        }
        Ok(Raster::new(raster.width, raster.height, layout, data))
    })
    .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pixel(layout: Layout, data: &[u8]) -> Raster {
        Raster::new(1, 1, layout, data.to_vec())
    }

    #[test]
    fn inks_without_a_profile_become_light() {
        for (inks, colour) in [
            ([0, 0, 0, 0], [255, 255, 255]),
            ([0, 0, 0, 255], [0, 0, 0]),
            ([255, 0, 0, 0], [0, 255, 255]),
            ([0, 128, 0, 128], [127, 63, 127]),
        ] {
            assert_eq!(to_srgb(pixel(Layout::Cmyk, &inks), &Profile::Srgb).data, colour);
        }
    }

    #[test]
    fn display_p3_red_is_redder_than_srgb_can_show() {
        let p3 = ColorProfile::new_display_p3().encode().unwrap();
        let converted = to_srgb(pixel(Layout::Rgb, &[200, 100, 50]), &Profile::Icc(p3));
        let [red, green, blue] = converted.data[..] else { panic!("three channels") };
        assert!(red > 205 && green < 100 && blue < 50, "{red} {green} {blue}");
    }

    #[test]
    fn broken_or_foreign_profiles_are_ignored() {
        let grey = ColorProfile::new_gray_with_gamma(2.2).encode().unwrap();
        let srgb = ColorProfile::new_srgb().encode().unwrap();
        for profile in [vec![], vec![0; 200], grey, srgb[..srgb.len() / 2].to_vec()] {
            let same = to_srgb(pixel(Layout::Rgb, &[12, 34, 56]), &Profile::Icc(profile));
            assert_eq!(same.data, [12, 34, 56]);
        }
    }

    #[test]
    fn alpha_passes_through_a_profile() {
        let p3 = ColorProfile::new_display_p3().encode().unwrap();
        let converted = to_srgb(pixel(Layout::Rgba, &[200, 100, 50, 77]), &Profile::Icc(p3));
        assert_eq!(converted.data[3], 77);
    }
}
