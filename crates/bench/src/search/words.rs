/// Words by something like Zipf's law, the same in every run.
pub(super) fn text(number: usize, words: usize) -> String {
    let mut state = number as u64 + 1;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f64 / f64::from(1 << 24)
    };
    // The first values of neighbouring numbers are alike.
    for _ in 0..4 {
        next();
    }
    let word = |share: f64| format!("word{}", (20_000_f64.powf(share)) as u32);
    (0..words).map(|_| word(next())).collect::<Vec<_>>().join(" ")
}
