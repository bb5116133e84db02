//! Pixels in memory: eight bits a channel, interleaved, no padding.
//!
//! It knows its size and how to be cut into rows; what the numbers mean as colour is `colour`'s
//! business.

/// What the channels of a pixel are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    Grey,
    Rgb,
    /// Straight alpha.
    Rgba,
    /// Ink amounts: 0 is none, 255 is full.
    Cmyk,
}

impl Layout {
    pub(crate) fn channels(self) -> usize {
        match self {
            Self::Grey => 1,
            Self::Rgb => 3,
            Self::Rgba | Self::Cmyk => 4,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Raster {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) layout: Layout,
    pub(crate) data: Vec<u8>,
}

impl Raster {
    /// Takes `data` as it is; the length must be the layout's.
    pub(crate) fn new(width: u32, height: u32, layout: Layout, data: Vec<u8>) -> Self {
        assert_eq!(data.len(), width as usize * height as usize * layout.channels());
        Self { width, height, layout, data }
    }

    pub(crate) fn row_bytes(&self) -> usize {
        self.width as usize * self.layout.channels()
    }

    /// Makes RGB out of RGBA whose every pixel is opaque: a quarter less to carry and encode.
    pub(crate) fn without_needless_alpha(self) -> Self {
        if self.layout != Layout::Rgba || self.data.chunks_exact(4).any(|pixel| pixel[3] != 255) {
            return self;
        }
        let mut data = self.data;
        let pixels = data.len() / 4;
        // Moving forward in place is safe: the read position is never behind the write position.
        for index in 0..pixels {
            data.copy_within(index * 4..index * 4 + 3, index * 3);
        }
        data.truncate(pixels * 3);
        data.shrink_to_fit();
        Self { layout: Layout::Rgb, data, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alpha_that_hides_nothing_is_dropped_and_other_alpha_stays() {
        let opaque = Raster::new(2, 1, Layout::Rgba, vec![1, 2, 3, 255, 4, 5, 6, 255]);
        assert_eq!(
            opaque.without_needless_alpha(),
            Raster::new(2, 1, Layout::Rgb, vec![1, 2, 3, 4, 5, 6])
        );
        let clear = Raster::new(1, 1, Layout::Rgba, vec![1, 2, 3, 254]);
        assert_eq!(clear.clone().without_needless_alpha(), clear);
    }
}
