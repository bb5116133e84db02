use crate::colour::Colour;
use crate::noise::Noise;

/// A picture in the making.
#[derive(Clone, Debug)]
pub struct Canvas {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pixels: Vec<Colour>,
}

impl Canvas {
    pub(crate) fn new(width: u32, height: u32) -> Self {
        let pixels = vec![Colour::default(); width as usize * height as usize];
        Self { width, height, pixels }
    }

    /// How far it reaches to the right when it is 1 high.
    pub(crate) fn aspect(&self) -> f32 {
        self.width as f32 / self.height as f32
    }

    /// Gives every pixel the colour of its middle: x to the right up to the aspect, y down to 1.
    pub(crate) fn fill(&mut self, colour: impl Fn(f32, f32) -> Colour) {
        let scale = 1.0 / self.height as f32;
        for (row, pixels) in self.pixels.chunks_mut(self.width as usize).enumerate() {
            let y = (row as f32 + 0.5) * scale;
            for (column, pixel) in pixels.iter_mut().enumerate() {
                *pixel = colour((column as f32 + 0.5) * scale, y);
            }
        }
    }

    /// Puts a round dot of paint upon what is there.
    pub(crate) fn dot(&mut self, x: f32, y: f32, radius: f32, colour: Colour, share: f32) {
        let scale = self.height as f32;
        let (x, y, radius) = (x * scale, y * scale, radius * scale);
        let reach = radius + 1.0;
        let clip = |value: f32, most: u32| value.clamp(0.0, most as f32) as u32;
        for row in clip(y - reach, self.height)..clip(y + reach + 1.0, self.height) {
            for column in clip(x - reach, self.width)..clip(x + reach + 1.0, self.width) {
                let distance = (column as f32 + 0.5 - x).hypot(row as f32 + 0.5 - y);
                let cover = (radius - distance + 0.5).clamp(0.0, 1.0) * share;
                if cover > 0.0 {
                    let place = row as usize * self.width as usize + column as usize;
                    self.pixels[place] = self.pixels[place].mix(colour, cover);
                }
            }
        }
    }

    /// A straight stroke of even width.
    pub(crate) fn stroke(
        &mut self,
        from: (f32, f32),
        to: (f32, f32),
        radius: f32,
        colour: Colour,
        share: f32,
    ) {
        let scale = self.height as f32;
        let [x0, y0, x1, y1, radius] = [from.0, from.1, to.0, to.1, radius].map(|it| it * scale);
        let (dx, dy) = (x1 - x0, y1 - y0);
        let length = (dx * dx + dy * dy).max(1e-6);
        let reach = radius + 1.0;
        let clip = |value: f32, most: u32| value.clamp(0.0, most as f32) as u32;
        for row in
            clip(y0.min(y1) - reach, self.height)..clip(y0.max(y1) + reach + 1.0, self.height)
        {
            for column in
                clip(x0.min(x1) - reach, self.width)..clip(x0.max(x1) + reach + 1.0, self.width)
            {
                let (x, y) = (column as f32 + 0.5, row as f32 + 0.5);
                let along = (((x - x0) * dx + (y - y0) * dy) / length).clamp(0.0, 1.0);
                let distance = (x - x0 - along * dx).hypot(y - y0 - along * dy);
                let cover = (radius - distance + 0.5).clamp(0.0, 1.0) * share;
                if cover > 0.0 {
                    let place = row as usize * self.width as usize + column as usize;
                    self.pixels[place] = self.pixels[place].mix(colour, cover);
                }
            }
        }
    }

    pub(crate) fn to_png(&self) -> Vec<u8> {
        let grain = Noise::new(0x0067_7261_696e);
        let width = self.width as usize;
        let bytes: Vec<u8> = self
            .pixels
            .iter()
            .enumerate()
            .flat_map(|(place, colour)| {
                let (x, y) = (place % width, place / width);
                colour.to_bytes(grain.at(x as i64, y as i64) - 0.5)
            })
            .collect();
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().expect("a vector takes everything");
        writer.write_image_data(&bytes).expect("there are as many bytes as pixels need");
        writer.finish().expect("a vector takes everything");
        file
    }
}
