//! Here and not beside the code: compiled as a test, the library would be compiled a second time.

use scaling::{Channels, Part, ScaleError, Scaler, Source, Target};

const GREY: u8 = 77;

fn scaled(part: Part, given: usize) -> Result<Vec<u8>, ScaleError> {
    let pixels = vec![GREY; given];
    let mut result = vec![0; 20 * 16 * 3];
    let source = Source { width: 50, height: 40, pixels: &pixels };
    let target = Target { width: 20, height: 16, pixels: &mut result };
    Scaler::default().scale(Channels::Three, source, part, target)?;
    Ok(result)
}

#[test]
fn a_flat_picture_stays_flat() {
    for part in [Part::Rows { top: 3.5, height: 20.0 }, Part::Around { focus: (0.2, 1.0) }] {
        assert_eq!(scaled(part, 50 * 40 * 3), Ok(vec![GREY; 20 * 16 * 3]));
    }
}

#[test]
fn too_few_bytes_and_parts_outside_are_refused() {
    let part = Part::Around { focus: (0.5, 0.5) };
    assert_eq!(scaled(part, 50 * 40 * 3 - 1), Err(ScaleError::Size));
    let part = Part::Rows { top: 30.0, height: 20.0 };
    assert_eq!(scaled(part, 50 * 40 * 3), Err(ScaleError::Part));
}
