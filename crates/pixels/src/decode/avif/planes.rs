//! The planes of an AV1 picture to RGB bytes: eight to twelve bits, any subsampling, the matrices
//! still pictures use.

use re_rav1d::dav1d::{Picture, PixelLayout, PlanarImageComponent as Component};

use crate::raster::{Layout, Raster};

/// How brightness and colour differences mix to red, green and blue.
#[derive(Debug, Clone, Copy)]
pub(super) struct Matrix {
    /// The planes are green, blue and red themselves.
    identity: bool,
    red_weight: f32,
    blue_weight: f32,
    black: f32,
    light_scale: f32,
    difference_scale: f32,
    middle: f32,
}

impl Matrix {
    /// `number` as in ITU-T H.273; those not listed are taken as BT.601, the usual default.
    pub(super) fn new(number: u16, full_range: bool, depth: usize) -> Self {
        let (red_weight, blue_weight) = match number {
            1 => (0.2126, 0.0722),
            9 | 10 => (0.2627, 0.0593),
            4 => (0.30, 0.11),
            7 => (0.212, 0.087),
            _ => (0.299, 0.114),
        };
        let step = (1_u32 << (depth - 8)) as f32;
        let most = ((1_u32 << depth) - 1) as f32;
        let (black, light, difference) =
            if full_range { (0.0, most, most) } else { (16.0 * step, 219.0 * step, 224.0 * step) };
        Self {
            identity: number == 0,
            red_weight,
            blue_weight,
            black,
            light_scale: 255.0 / light,
            difference_scale: 255.0 / difference,
            middle: 128.0 * step,
        }
    }

    fn rgb(self, y: f32, u: f32, v: f32) -> [u8; 3] {
        let light = (y - self.black) * self.light_scale;
        if self.identity {
            let others = [v, u].map(|value| (value - self.black) * self.light_scale + 0.5);
            return [others[0] as u8, (light + 0.5) as u8, others[1] as u8];
        }
        let blue_difference = (u - self.middle) * self.difference_scale;
        let red_difference = (v - self.middle) * self.difference_scale;
        let red = light + 2.0 * (1.0 - self.red_weight) * red_difference;
        let blue = light + 2.0 * (1.0 - self.blue_weight) * blue_difference;
        let green_weight = 1.0 - self.red_weight - self.blue_weight;
        let green = (light - self.red_weight * red - self.blue_weight * blue) / green_weight;
        // A float cast clips at both ends.
        [(red + 0.5) as u8, (green + 0.5) as u8, (blue + 0.5) as u8]
    }
}

/// One plane's samples by row, whatever their size in memory.
struct Samples {
    plane: re_rav1d::dav1d::Plane,
    stride: usize,
    wide: bool,
}

impl Samples {
    fn new(picture: &Picture, component: Component) -> Self {
        let plane = picture.plane(component);
        let stride = picture.stride(component) as usize;
        Self { plane, stride, wide: picture.bit_depth() > 8 }
    }

    fn read_row(&self, y: usize, into: &mut [f32]) {
        let row = self.plane.get(y * self.stride..).unwrap_or_default();
        if self.wide {
            let (samples, _) = row.as_chunks::<2>();
            into.iter_mut()
                .zip(samples)
                .for_each(|(value, bytes)| *value = f32::from(u16::from_ne_bytes(*bytes)));
        } else {
            into.iter_mut().zip(row).for_each(|(value, byte)| *value = f32::from(*byte));
        }
    }
}

pub(super) fn to_rgb(picture: &Picture, matrix: Matrix) -> Raster {
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let (across, down) = match picture.pixel_layout() {
        PixelLayout::I420 => (1, 1),
        PixelLayout::I422 => (1, 0),
        PixelLayout::I444 | PixelLayout::I400 => (0, 0),
    };
    let grey = picture.pixel_layout() == PixelLayout::I400;
    let light = Samples::new(picture, Component::Y);
    let differences =
        (!grey).then(|| (Samples::new(picture, Component::U), Samples::new(picture, Component::V)));
    let mut y_row = vec![0.0; width];
    let mut u_row = vec![matrix.middle; width];
    let mut v_row = vec![matrix.middle; width];
    let mut data = vec![0; width * height * 3];
    for (y, out) in data.chunks_exact_mut(width * 3).enumerate() {
        light.read_row(y, &mut y_row);
        if let Some((blue, red)) = &differences {
            let samples = (width + across) >> across;
            blue.read_row(y >> down, &mut u_row[..samples]);
            red.read_row(y >> down, &mut v_row[..samples]);
        }
        for (x, pixel) in out.as_chunks_mut::<3>().0.iter_mut().enumerate() {
            *pixel = matrix.rgb(y_row[x], u_row[x >> across], v_row[x >> across]);
        }
    }
    Raster::new(width as u32, height as u32, Layout::Rgb, data)
}

/// The brightness plane alone, as bytes: what alpha is.
pub(super) fn to_levels(picture: &Picture, full_range: bool) -> Vec<u8> {
    let matrix = Matrix::new(6, full_range, picture.bit_depth());
    let width = picture.width() as usize;
    let light = Samples::new(picture, Component::Y);
    let mut row = vec![0.0; width];
    let mut levels = Vec::with_capacity(width * picture.height() as usize);
    for y in 0..picture.height() as usize {
        light.read_row(y, &mut row);
        levels.extend(
            row.iter().map(|value| ((value - matrix.black) * matrix.light_scale + 0.5) as u8),
        );
    }
    levels
}
