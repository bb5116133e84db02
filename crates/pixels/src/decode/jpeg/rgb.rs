//! Brightness and colour differences to red, green and blue.

/// JFIF's full-range BT.601 with five bits of fraction, all in sixteen bits, so that the compiler
/// can do eight at a time; the three results are woven together afterwards.
#[inline(always)]
pub(super) fn to_rgb(light: &[u8], blue: &[u8], red: &[u8], out: &mut [u8]) {
    const RUN: usize = 32;
    let mut lanes = [[0_u8; RUN]; 3];
    let runs = light.chunks(RUN).zip(blue.chunks(RUN)).zip(red.chunks(RUN));
    for (((light, blue), red), out) in runs.zip(out.chunks_mut(RUN * 3)) {
        if let (Some(light), Some(blue), Some(red)) =
            (light.first_chunk(), blue.first_chunk(), red.first_chunk())
        {
            mix::<RUN>(light, blue, red, &mut lanes);
        } else {
            let mut padded = [[0_u8; RUN]; 3];
            for (target, source) in padded.iter_mut().zip([light, blue, red]) {
                target[..source.len()].copy_from_slice(source);
            }
            mix::<RUN>(&padded[0], &padded[1], &padded[2], &mut lanes);
        }
        let [reds, greens, blues] = &lanes;
        let (pixels, _) = out.as_chunks_mut::<3>();
        if let Some(pixels) = pixels.first_chunk_mut::<RUN>() {
            // A known number of them is woven many at a time.
            for (index, pixel) in pixels.iter_mut().enumerate() {
                *pixel = [reds[index], greens[index], blues[index]];
            }
        } else {
            for (((pixel, red), green), blue) in pixels.iter_mut().zip(reds).zip(greens).zip(blues)
            {
                *pixel = [*red, *green, *blue];
            }
        }
    }
}

#[inline(always)]
fn mix<const RUN: usize>(
    light: &[u8; RUN],
    blue: &[u8; RUN],
    red: &[u8; RUN],
    out: &mut [[u8; RUN]; 3],
) {
    let scale = |difference: i16, factor: i32| ((i32::from(difference) * factor) >> 16) as i16;
    let clip = |value: i16| (value >> 5).clamp(0, 255) as u8;
    for index in 0..RUN {
        let light = (i16::from(light[index]) << 5) + 16;
        let blue = (i16::from(blue[index]) - 128) << 7;
        let red = (i16::from(red[index]) - 128) << 7;
        out[0][index] = clip(light + scale(red, 22_970));
        out[1][index] = clip(light - scale(blue, 5_638) - scale(red, 11_700));
        out[2][index] = clip(light + scale(blue, 29_032));
    }
}
