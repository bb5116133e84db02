//! What the tests of media share: the fixture pictures, videos made box by box, and a look at what
//! is stored.

mod files;
#[path = "../../../../pixels/tests/harness/hostile.rs"]
pub(crate) mod hostile;
mod library;
mod previews;
mod process;
mod rebuild;
mod uploads;
mod videos;

use serde_json::Value;
use testkit::{Answer, Client, Form};

use crate::site::Site;

pub(crate) fn picture(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/pictures");
    std::fs::read(format!("{folder}/{name}")).unwrap_or_else(|error| panic!("{name}: {error}"))
}

pub(crate) async fn send(client: &Client, name: &str, bytes: &[u8]) -> Answer {
    client.post_form("/uploads", Form::default().file(name, bytes)).await
}

pub(crate) async fn upload(site: &Site, name: &str) -> Value {
    send(&site.admin, name, &picture(name)).await.expect(201).json()
}

/// Keys of everything that is stored, and nothing is wrong with any of it.
pub(crate) async fn stored(site: &Site) -> Vec<String> {
    let faults = site.app.media.check(true).await.unwrap();
    assert!(faults.is_empty(), "{faults:?}");
    let listed = site.app.media.blobs().list().await.unwrap();
    listed.into_iter().map(|file| file.key).collect()
}

/// That nothing is stored and nothing recorded.
pub(crate) async fn expect_nothing(site: &Site, what: &str) {
    expect_files(site, 0, what).await;
    assert_eq!(site.admin.get("/uploads").await.json()["total"], 0, "{what}");
}

/// A refused video is removed after its refusal is sent, so this waits for a while.
pub(crate) async fn expect_files(site: &Site, count: usize, what: &str) {
    for _ in 0..1000 {
        if site.app.media.blobs().list().await.unwrap().len() == count {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    let stored = stored(site).await;
    assert_eq!(stored.len(), count, "{what}: {stored:?}");
}

fn boxed(name: &[u8; 4], payload: &[u8]) -> Vec<u8> {
    let mut bytes = u32::try_from(payload.len() + 8).unwrap().to_be_bytes().to_vec();
    bytes.extend(name);
    bytes.extend(payload);
    bytes
}

/// A video of 640x360 and two seconds, whose frames are `bytes` of nothing.
pub(crate) fn mp4(bytes: usize) -> Vec<u8> {
    let mut movie_header = vec![0; 12];
    movie_header.extend(600_u32.to_be_bytes());
    movie_header.extend(1200_u32.to_be_bytes());
    movie_header.extend([0; 80]);
    let mut track_header = vec![0; 40];
    let unit: [u32; 9] = [1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30];
    unit.iter().for_each(|value| track_header.extend(value.to_be_bytes()));
    track_header.extend((640_u32 << 16).to_be_bytes());
    track_header.extend((360_u32 << 16).to_be_bytes());
    let handler = boxed(b"hdlr", &[&[0; 8][..], b"vide", &[0; 12]].concat());
    let track = boxed(b"trak", &[boxed(b"tkhd", &track_header), boxed(b"mdia", &handler)].concat());
    let frames: Vec<u8> = (0..bytes).map(|at| (at % 251) as u8).collect();
    [
        boxed(b"ftyp", b"isom\0\0\0\0isommp42"),
        boxed(b"mdat", &frames),
        boxed(b"moov", &[boxed(b"mvhd", &movie_header), track].concat()),
    ]
    .concat()
}
