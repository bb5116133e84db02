use ::media::blobs;

use super::with;

#[test]
fn media_are_in_a_folder_or_a_bucket() {
    let location = |url: &str| with(&[("media.url", url)]).unwrap().media.location;
    assert_eq!(location("file:"), blobs::Location::Folder("./data/media".into()));
    assert_eq!(location("file:/srv/media"), blobs::Location::Folder("/srv/media".into()));
    let blobs::Location::Bucket(bucket) = location("s3://name/some/prefix/") else {
        panic!("a bucket")
    };
    assert_eq!((bucket.name.as_str(), bucket.prefix.as_str()), ("name", "some/prefix"));
}
