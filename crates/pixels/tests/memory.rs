//! How much memory the hostile files cost. One test and alone in its process, because the peak of
//! resident memory is the process's. Linux only, where that number can be read.
#![cfg(target_os = "linux")]

mod harness;
#[path = "harness/hostile.rs"]
mod hostile;

use pixels::{Filter, make_variants};

/// Kilobytes resident now and at the peak.
fn resident() -> (u64, u64) {
    let text = std::fs::read_to_string("/proc/self/status").expect("Linux has it");
    let read = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name)).expect("Linux has it");
        line.split_whitespace().nth(1).expect("Linux has it").parse().expect("Linux has it")
    };
    (read("VmRSS:"), read("VmHWM:"))
}

#[test]
fn hostile_files_cost_little_memory() {
    let zeros = hostile::inflating(2048);
    let text = [&b"Comment\0\0"[..], &zeros].concat();
    // The first picture brings in tables and thread-local buffers once.
    make_variants(&harness::fixture("phone-p3-exif6.jpg"), Filter::None, &harness::patient())
        .unwrap();
    let cut = hostile::progressive_jpeg(6_000, 4_000);
    let cut = cut[..cut.len() - 20].to_vec();
    let cases: [(&str, Vec<u8>, u64); 13] = [
        ("png claim", hostile::png_header(65_535, 65_535), 64),
        ("jpeg claim", hostile::jpeg_header(65_500, 65_500, &[]), 64),
        ("webp claim", hostile::tiny_webp(16_383, 16_383), 64),
        ("gif claim", hostile::gif((65_535, 65_535), (1, 1), (0, 0), 1), 64),
        ("avif claim", hostile::avif(b"av01", 65_535, 65_535, &[0; 30]), 64),
        ("gif frames", hostile::gif((4000, 4000), (4000, 4000), (0, 0), 5_000), 64),
        ("zTXt", hostile::png(64, 48, &hostile::chunk(b"zTXt", &text)), 128),
        ("iCCP", hostile::png(64, 48, &hostile::chunk(b"iCCP", &text)), 128),
        ("24 MP progressive jpeg", hostile::progressive_jpeg(6_000, 4_000), 64),
        ("24 MP progressive jpeg, cut", cut, 64),
        ("24 MP jpeg, hardly reduced", hostile::baseline_jpeg(2_200, 10_900), 84),
        ("24 MP progressive jpeg, hardly reduced", hostile::progressive_jpeg(2_200, 10_900), 100),
        ("50 MP png", hostile::png(10_000, 5_000, &[]), 128),
    ];
    for (name, bytes, megabytes) in cases {
        let (before, peak_before) = resident();
        let _ = make_variants(&bytes, Filter::None, &harness::patient());
        let (_, peak) = resident();
        // An older peak hides a smaller one of now, and then nothing grew.
        let grown = if peak > peak_before { peak - before } else { 0 };
        assert!(grown < megabytes * 1024, "{name}: {grown} KB");
    }
}
