//! What the engine costs: CPU seconds by stage and the peak of resident memory, as one JSON line.
//!
//! usage: measure variants|previews <picture> [filter] [repeats] [folder for the files]
//!        [quality[,method[,smoothing[,shaping[,even]]]]]
//!
//! CPU time is what the kernel charged to this process, so a busy machine disturbs it little; of
//! several repeats the cheapest is reported. Linux only: it reads `/proc/self`.
#![expect(clippy::print_stdout, reason = "printing is what it is for")]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Mutex;

use pixels::{
    Budget, ENCODER_SETTINGS, EncoderSettings, Filter, Stage, make_previews, make_variants_with,
};
use rustix::time::{ClockId, clock_gettime};

/// Nanoseconds on a CPU so far.
fn cpu() -> u64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    u64::try_from(time.tv_sec * 1_000_000_000 + time.tv_nsec).expect("time is never negative")
}

fn peak_kilobytes() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").expect("Linux has it");
    let line = text.lines().find(|line| line.starts_with("VmHWM:")).expect("Linux has it");
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number")
}

#[derive(Default)]
struct Clock {
    stage: Option<Stage>,
    since: u64,
    spent: BTreeMap<String, u64>,
}

impl Clock {
    fn turn(&mut self, stage: Option<Stage>) {
        let now = cpu();
        if let Some(before) = self.stage {
            *self.spent.entry(format!("{before:?}").to_lowercase()).or_default() +=
                now - self.since;
        }
        (self.stage, self.since) = (stage, now);
    }
}

/// The site's own settings, but for those given: quality, method, smoothing, shaping and even.
fn settings(given: Option<&String>) -> EncoderSettings {
    let mut settings = ENCODER_SETTINGS;
    let Some(given) = given else { return settings };
    let mut numbers = given.split(',').map(|number| number.parse::<f32>().expect("a number"));
    let mut next = |otherwise| numbers.next().unwrap_or(otherwise);
    settings.quality = next(settings.quality);
    settings.method = next(f32::from(settings.method)) as u8;
    settings.smoothing = next(f32::from(settings.smoothing)) as u8;
    settings.shaping = next(f32::from(settings.shaping)) as u8;
    settings.even = next(f32::from(u8::from(settings.even))) > 0.0;
    settings
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, what, path, rest @ ..] = &arguments[..] else {
        panic!("usage: measure variants|previews <picture> [filter] [repeats] [folder] [quality]");
    };
    let filter = rest.first().and_then(|name| Filter::find(name)).unwrap_or_default();
    let repeats: u32 = rest.get(1).and_then(|number| number.parse().ok()).unwrap_or(3);
    let settings = settings(rest.get(3));
    let bytes = std::fs::read(path).expect("the picture can be read");

    let best = RefCell::new(None::<(u64, BTreeMap<String, u64>, usize)>);
    for _ in 0..repeats {
        let clock = Mutex::new(Clock::default());
        let watch = |stage: Stage| {
            let mut clock = clock.lock().expect("one thread");
            if clock.stage != Some(stage) {
                clock.turn(Some(stage));
            }
            true
        };
        let budget = Budget { watch: &watch, ..Budget::default() };
        let before = cpu();
        let size: usize = match what.as_str() {
            "previews" => {
                let previews = make_previews(&bytes, &budget).expect("a good picture");
                previews.iter().map(|preview| preview.bytes.len()).sum()
            }
            _ => {
                let made =
                    make_variants_with(&bytes, filter, settings, &budget).expect("a good picture");
                for variant in &made.variants {
                    // Left for whoever wants to compare how the files look.
                    if let Some(folder) = rest.get(2) {
                        let path = format!("{folder}/{}.webp", variant.name.name());
                        std::fs::write(path, &variant.bytes).expect("the folder is writable");
                    }
                }
                made.variants.iter().map(|variant| variant.bytes.len()).sum()
            }
        };
        let total = cpu() - before;
        clock.lock().expect("one thread").turn(None);
        let spent = clock.into_inner().expect("one thread").spent;
        let mut best = best.borrow_mut();
        if best.as_ref().is_none_or(|(least, ..)| total < *least) {
            *best = Some((total, spent, size));
        }
    }
    let (total, spent, size) = best.into_inner().expect("at least one repeat");
    let stages: Vec<String> = spent
        .iter()
        .map(|(stage, nanoseconds)| format!("\"{stage}\":{:.4}", *nanoseconds as f64 / 1e9))
        .collect();
    println!(
        "{{\"cpu\":{:.4},\"peak_mb\":{:.1},\"bytes\":{size},\"stages\":{{{}}}}}",
        total as f64 / 1e9,
        peak_kilobytes() as f64 / 1024.0,
        stages.join(",")
    );
}
