/// Sky, hills and their reflection, without any file of others.
pub(crate) fn landscape(hue: u32, height: u32) -> String {
    let mut hills = String::new();
    for layer in 0..5_u32 {
        let base = height / 3 + layer * height / 8;
        let mut path = format!("M0 {height}");
        for x in 0..=16_u32 {
            let wave = (f64::from(x * (layer + 2)) * 0.9 + f64::from(layer)).sin() * 40.0;
            path.push_str(&format!("L{} {:.0}", x * 100, f64::from(base) + wave));
        }
        let light = 62 - layer * 11;
        hills
            .push_str(&format!("<path d='{path}L1600 {height}Z' fill='hsl({hue} 22% {light}%)'/>"));
    }
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='1600' height='{height}' \
         viewBox='0 0 1600 {height}' preserveAspectRatio='xMidYMid slice'>\
         <rect width='1600' height='{height}' fill='hsl({hue} 30% 82%)'/>{hills}</svg>"
    )
}
