use std::time::Duration;

use kernel::Timestamp;

use super::*;
use crate::seal::Seal;

const SEAL: [u8; 32] = [5; 32];

fn submission(rendered_at: &str) -> Submission {
    let stamp = FormStamp {
        id: "01939b1e-7c00-7abc-8def-0123456789ab".parse().unwrap(),
        rendered_at: rendered_at.parse().unwrap(),
    };
    Submission {
        name: "Ann".into(),
        email: "ann@example.org".into(),
        message: "hello <b>there</b>".into(),
        topic: String::new(),
        challenge_token: String::new(),
        rendered_at: stamp.write(&Seal::new(SEAL)),
    }
}

fn judge(submission: &Submission) -> Result<(FormStamp, Fields), Refusal> {
    let now: Timestamp = "2026-01-02T00:00:00Z".parse().unwrap();
    let (seal, identity) = (Seal::new(SEAL), Identity::default());
    let shortest = Duration::from_secs(3);
    examine(submission, Circumstances { now, seal: &seal, shortest, identity: &identity })
}

#[test]
fn a_form_has_to_be_open_for_three_seconds_and_at_most_a_day() {
    for (rendered_at, verdict) in [
        ("2026-01-01T23:59:57Z", Ok(())),
        ("2026-01-01T23:59:56.9Z", Ok(())),
        ("2026-01-01T23:59:57.1Z", Err(Refusal::TooSoon)),
        ("2026-01-02T00:00:00Z", Err(Refusal::TooSoon)),
        ("2026-01-02T00:00:00.000001Z", Err(Refusal::Stamp)),
        ("2026-01-01T00:00:00Z", Ok(())),
        ("2025-12-31T23:59:59Z", Err(Refusal::Stamp)),
    ] {
        let judged = judge(&submission(rendered_at)).map(|_| ());
        assert_eq!(judged, verdict, "{rendered_at}");
    }
}

#[test]
fn the_first_layer_that_fails_is_the_one_that_is_counted() {
    let good = submission("2026-01-01T23:00:00Z");
    assert_eq!(judge(&good).unwrap().1.message, "hello there");
    let mut worse = Submission { message: "<br>".into(), ..good };
    assert_eq!(judge(&worse), Err(Refusal::OnlyTags));
    worse.message = String::new();
    assert_eq!(judge(&worse), Err(Refusal::Message));
    worse.email = "a@b".into();
    assert_eq!(judge(&worse), Err(Refusal::Email));
    worse.name = String::new();
    assert_eq!(judge(&worse), Err(Refusal::Name));
    worse.rendered_at = submission("2026-01-02T00:00:00Z").rendered_at;
    assert_eq!(judge(&worse), Err(Refusal::TooSoon));
    worse.rendered_at = "2026-01-01T00:00:00Z".into();
    assert_eq!(judge(&worse), Err(Refusal::Stamp));
    worse.topic = " ".into();
    assert_eq!(judge(&worse), Err(Refusal::Honeypot));
}

#[test]
fn a_body_is_read_as_json_or_as_a_form_and_everything_else_is_unreadable() {
    let read = |media: &str, body: &[u8]| read(Encoding::of(media), body);
    let form = "application/x-www-form-urlencoded; charset=UTF-8";
    let sent = read("application/json", br#"{"name":"Ann","email":null,"other":[1]}"#).unwrap();
    assert_eq!(sent, Submission { name: "Ann".into(), ..Submission::default() });
    let sent = read(form, b"name=A+%C3%A9&message=one%0D%0Atwo&h-captcha-response=t&x=y").unwrap();
    assert_eq!((sent.name.as_str(), sent.message.as_str()), ("A é", "one\ntwo"));
    assert_eq!(sent.challenge_token, "t");
    for (media, body) in [
        ("text/plain", &b"{}"[..]),
        ("application/json", b"[]"),
        ("application/json", b"{"),
        ("application/json", b"null"),
        ("application/json", br#"{"name":7}"#),
        ("application/json", br#"{"name":"a","name":"b"}"#),
        ("application/json", b"{\"name\":\"\xff\"}"),
        (form, b"name=a&name=b"),
        (form, b"name=%FF"),
    ] {
        assert_eq!(read(media, body), Err(Refusal::Unreadable), "{media} {body:?}");
    }
    assert_eq!(read(form, &[b'a'; 65 * 1024]), Err(Refusal::Unreadable));
}
