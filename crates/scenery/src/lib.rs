//! Pictures made by arithmetic alone: landscapes, plants, charts. The sample site shows them, so that
//! it needs no picture of anybody's.
//!
//! Every picture follows from its scene and a seed, to the byte, on every machine of the same
//! architecture. Nothing here reads a file or knows a format but the PNG it writes.

mod canvas;
mod colour;
mod noise;
mod scenes;

pub use canvas::Canvas;
pub use scenes::Scene;

/// What a scene looks like, as a PNG.
pub fn paint(scene: Scene, seed: u64, width: u32, height: u32) -> Vec<u8> {
    let mut canvas = Canvas::new(width, height);
    scene.paint(&mut canvas, seed);
    canvas.to_png()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scene_is_a_picture_that_follows_from_its_seed() {
        for scene in Scene::ALL {
            let picture = paint(scene, 7, 96, 64);
            assert_eq!(picture, paint(scene, 7, 96, 64), "{scene:?}");
            let mut reader = png::Decoder::new(std::io::Cursor::new(&picture)).read_info().unwrap();
            let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
            let frame = reader.next_frame(&mut pixels).unwrap();
            assert_eq!((frame.width, frame.height), (96, 64));
            let (least, most) = (pixels.iter().min().unwrap(), pixels.iter().max().unwrap());
            assert!(most - least > 40, "{scene:?} shows nothing: {least} to {most}");
        }
        assert_ne!(paint(Scene::Ridges, 1, 96, 64), paint(Scene::Ridges, 2, 96, 64));
    }
}
