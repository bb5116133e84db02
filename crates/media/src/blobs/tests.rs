#![cfg(test)]

use std::os::unix::fs::symlink;

use super::*;

fn folder() -> (tempfile::TempDir, Blobs) {
    let folder = tempfile::tempdir().unwrap();
    let blobs = Blobs::open(&Location::Folder(folder.path().join("media"))).unwrap();
    (folder, blobs)
}

#[tokio::test]
async fn what_was_put_is_found_listed_and_gone_after_deletion() {
    let (_folder, blobs) = folder();
    blobs.put("a/one.webp", Bytes::from_static(b"0123456789")).await.unwrap();
    let mut writing = blobs.write("a/two.mp4").await.unwrap();
    writing.add(Bytes::from(vec![7; 6 << 20])).await.unwrap();
    writing.add(Bytes::from_static(b"end")).await.unwrap();
    writing.finish().await.unwrap();
    assert_eq!(blobs.look("a/two.mp4").await.unwrap().unwrap().0, (6 << 20) + 3);
    assert_eq!(blobs.read("a/one.webp").await.unwrap(), "0123456789");
    let part = blobs.find("a/one.webp", Some(2..5)).await.unwrap().unwrap();
    assert_eq!((part.size, part.range.clone()), (10, 2..5));
    let bytes: Vec<Bytes> = part.bytes.try_collect().await.unwrap();
    assert_eq!(bytes.concat(), b"234");
    let keys: Vec<_> = blobs.list().await.unwrap().into_iter().map(|listed| listed.key).collect();
    assert_eq!(keys, ["a/one.webp", "a/two.mp4"]);
    blobs.delete("a/one.webp").await.unwrap();
    blobs.delete("a/one.webp").await.unwrap();
    assert!(blobs.find("a/one.webp", None).await.unwrap().is_none());
    blobs.delete_folder("a").await.unwrap();
    blobs.delete_folder("a").await.unwrap();
    assert!(blobs.list().await.unwrap().is_empty());
}

#[tokio::test]
async fn what_killed_writes_have_left_goes_with_its_file_and_nothing_else_does() {
    let (folder, blobs) = folder();
    blobs.delete_whatever_came("none/one").await.unwrap();
    for name in ["one", "one#1", "one#27", "one#a", "once#1"] {
        let path = folder.path().join("media/a");
        std::fs::create_dir_all(&path).unwrap();
        std::fs::write(path.join(name), "x").unwrap();
    }
    blobs.delete_whatever_came("a/one").await.unwrap();
    let mut keys: Vec<_> = blobs.list().await.unwrap().into_iter().map(|it| it.key).collect();
    keys.sort();
    assert_eq!(keys, ["a/once#1", "a/one#a"]);
}

#[tokio::test]
async fn a_file_that_is_not_finished_leaves_nothing() {
    let (_folder, blobs) = folder();
    let mut writing = blobs.write("a/video.mp4").await.unwrap();
    writing.add(Bytes::from(vec![7; 11 << 20])).await.unwrap();
    drop(writing);
    while !blobs.list().await.unwrap().is_empty() {
        tokio::task::yield_now().await;
    }
    assert!(blobs.find("a/video.mp4", None).await.unwrap().is_none());
}

#[tokio::test]
async fn nothing_is_begun_after_a_failure() {
    let (_folder, blobs) = folder();
    blobs.put("a", Bytes::from_static(b"a file where a folder would have to be")).await.unwrap();
    let keys = ["a/1", "a/2", "a/3", "b/4", "b/5"];
    let files = keys.map(|key| (key.to_owned(), Bytes::from_static(b"x")));
    assert!(blobs.put_all(files.to_vec()).await.is_err());
    assert_eq!(blobs.list().await.unwrap().len(), 1);
}

#[tokio::test]
async fn links_are_seen_but_never_followed() {
    let (folder, blobs) = folder();
    let outside = folder.path().join("outside");
    std::fs::create_dir(&outside).unwrap();
    std::fs::write(outside.join("x_500.webp"), "secret").unwrap();
    let media = folder.path().join("media");
    symlink(&outside, media.join("way-out")).unwrap();
    symlink(outside.join("x_500.webp"), media.join("y_500.webp")).unwrap();
    for key in ["way-out/x_500.webp", "y_500.webp", "../outside/x_500.webp"] {
        assert!(blobs.find(key, None).await.unwrap().is_none(), "{key}");
        assert!(blobs.look(key).await.unwrap().is_none(), "{key}");
        assert!(blobs.read(key).await.is_err(), "{key}");
    }
    let listed = blobs.list().await.unwrap();
    assert!(listed.iter().all(|listed| listed.strange), "{listed:?}");
    blobs.delete("way-out/x_500.webp").await.unwrap();
    blobs.delete_folder("way-out").await.ok();
    blobs.delete("y_500.webp").await.unwrap();
    assert_eq!(std::fs::read(outside.join("x_500.webp")).unwrap(), b"secret");
}
