//! Strange values in every place of every row that takes JSON. What each is answered with is written down in
//! `values.txt`, which both engines are held against: a status that differs on one of them is a failure.

use serde_json::{Value, json};

use super::oracle::Case;
use super::places::{Description, Kind, MARK, marked_with};
use crate::service::furnished::Furnished;

const WRITTEN_DOWN: &str = include_str!("values.txt");

/// Names and JSON, which need not be any. What may be taken is another one each time: of two that are the same, the
/// second would meet what became of the first.
fn texts(number: usize) -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("nul", br#""a\u0000b""#.to_vec()),
        ("surrogate", br#""a\ud800b""#.to_vec()),
        ("bytes", b"\"a\xff\xfeb\"".to_vec()),
        ("emoji", format!("\"a😀b{number}\"").into_bytes()),
        ("megabyte", format!("\"{}\"", "x".repeat(1_000_000)).into_bytes()),
        ("nested", format!("{}1{}", "[".repeat(10_000), "]".repeat(10_000)).into_bytes()),
    ]
}

fn numbers() -> Vec<(&'static str, Vec<u8>)> {
    vec![("1e999", b"1e999".to_vec()), ("2^63", b"9223372036854775808".to_vec())]
}

/// What a body can be as a whole.
fn wholes(body: &Value) -> Vec<(&'static str, Vec<u8>)> {
    let all = body.to_string();
    let inside = &all[1..];
    let first = body.as_object().and_then(|members| members.iter().next());
    let joint = if first.is_some() { "," } else { "" };
    let beside = |name: &str, value: &str| format!("{{\"{name}\":{value}{joint}{inside}");
    let twice = match first {
        Some((name, value)) => beside(name, &value.to_string()),
        None => "{\"zz\":1,\"zz\":2}".to_owned(),
    };
    let deep = format!("{}1{}", "[".repeat(10_000), "]".repeat(10_000));
    vec![
        ("mark of order", [&b"\xef\xbb\xbf"[..], all.as_bytes()].concat()),
        ("cut", all.as_bytes()[..all.len() - 1].to_vec()),
        ("twice", twice.into_bytes()),
        ("deep", beside("zz", &deep).into_bytes()),
    ]
}

/// The pointers to all marks of a body.
fn marks(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::String(text) if text == MARK => found.push(at.to_owned()),
        Value::Array(items) => {
            for (number, item) in items.iter().enumerate() {
                marks(item, &format!("{at}/{number}"), found);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                match name == MARK {
                    true => found.push(format!("{at}/(name)")),
                    false => marks(member, &format!("{at}/{name}"), found),
                }
            }
        }
        _ => {}
    }
}

/// Of numbers their value, however it is written.
fn is_equal(kept: &Value, sent: &Value) -> bool {
    kept == sent || (kept.is_number() && kept.as_f64() == sent.as_f64())
}

struct Round<'a> {
    case: &'a Case,
    made: &'a Furnished,
    member: &'a str,
    sent: usize,
    lines: Vec<String>,
    /// Where something was taken, and is not what was sent.
    altered: Vec<String>,
}

impl Round<'_> {
    /// A body with each of these in the place of its marks, and what that is answered with.
    fn try_place(
        &mut self,
        (method, path): (&str, &str),
        body: &Value,
        values: &[(&'static str, Vec<u8>)],
    ) {
        let mut places = Vec::new();
        marks(body, "", &mut places);
        let mut line = format!("{method} {path} {}:", places.join(" "));
        for (name, value) in values {
            self.sent += 1;
            let text = marked_with(body, self.sent).to_string();
            let mark = Value::from(MARK).to_string();
            let mut bytes = Vec::new();
            for (number, piece) in text.split(&mark).enumerate() {
                if number > 0 {
                    bytes.extend(value);
                }
                bytes.extend(piece.as_bytes());
            }
            let answer = self.send(method, path, &bytes);
            let status = answer.status.as_u16();
            line += &format!(" {name} {status}");
            if status < 300 {
                let sent = serde_json::from_slice::<Value>(value).expect("what is taken is JSON");
                for place in &places {
                    let kept = answer.json().pointer(place).cloned();
                    // Who moves to where another is gets a new number, and so do all beside them.
                    let is_order = method == "PUT" && place == "/sort_order";
                    if kept.is_some_and(|kept| !is_order && !is_equal(&kept, &sent)) {
                        self.altered.push(format!("{method} {path} {place} {name}"));
                    }
                }
            }
        }
        self.lines.push(line);
    }

    fn try_whole(&mut self, (method, path): (&str, &str), body: &Value) {
        self.sent += 1;
        let mut body = marked_with(body, self.sent);
        let mut places = Vec::new();
        marks(&body, "", &mut places);
        for place in places {
            if let Some(value) = body.pointer_mut(&place) {
                *value = json!("x");
            }
        }
        let mut line = format!("{method} {path}:");
        for (name, bytes) in wholes(&body) {
            line += &format!(" {name} {}", self.send(method, path, &bytes).status.as_u16());
        }
        self.lines.push(line);
    }

    fn send(&self, method: &str, path: &str, body: &[u8]) -> testkit::Answer {
        let owner = self.case.nobody().bearer(self.member);
        let caller = if path.starts_with("/tailorings") { owner } else { self.case.admin() };
        caller.patient().send(method, &self.made.concrete(path), body)
    }
}

/// All rows with all values, one after the other, so that nothing depends on who was first.
#[track_caller]
pub(super) fn expect_written_down(case: &Case) {
    let (admin, member) = (case.token("admin", "adam"), case.token("member", "mona"));
    let made = Furnished::at(case.running().address, &admin, &member);
    let described = Description(case.nobody().get("/openapi.json").expect(200).json());
    let (lines, altered) = (Vec::new(), Vec::new());
    let mut round = Round { case, made: &made, member: &member, sent: 0, lines, altered };
    let (with_texts, with_numbers) =
        (described.marked_bodies(Kind::Text), described.marked_bodies(Kind::Number));
    assert!(with_texts.len() > 25, "{}", with_texts.len());
    for ((method, path, texts_at), (_, _, numbers_at)) in with_texts.iter().zip(&with_numbers) {
        let row = (method.as_str(), path.as_str());
        let least = Value::Object(serde_json::Map::new());
        round.try_whole(row, texts_at.first().or(numbers_at.first()).unwrap_or(&least));
        for body in texts_at {
            let values = texts(round.sent);
            round.try_place(row, body, &values);
        }
        numbers_at.iter().for_each(|body| round.try_place(row, body, &numbers()));
    }
    let found = round.lines.join("\n") + "\n";
    if found != WRITTEN_DOWN {
        let beside = concat!(env!("CARGO_TARGET_TMPDIR"), "/values.txt");
        std::fs::write(beside, &found).expect("it can be written");
        let other: Vec<_> = found
            .lines()
            .filter(|line| !WRITTEN_DOWN.lines().any(|known| known == *line))
            .collect();
        panic!("not as written down; all of it is in {beside}: {other:#?}");
    }
    assert_eq!(round.altered, [] as [&str; 0]);
    // What is no JSON, or none that every reader reads alike, is nowhere taken; how deep something is that nobody
    // asked for, and so nobody reads, is all the same.
    for line in WRITTEN_DOWN.lines() {
        for refused in ["nul", "surrogate", "bytes", "nested", "mark of order", "cut", "1e999"] {
            assert!(!line.contains(&format!(" {refused} 2")), "{line}");
        }
    }
}
