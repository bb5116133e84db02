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

#[test]
fn neither_the_data_nor_backups_are_in_the_folder_of_media() {
    for (settings, key) in [
        (&[("media.url", "file:./")][..], "media.url"),
        (&[("media.url", "file:/srv/x"), ("database.url", "sqlite:/srv/x/y.db")], "media.url"),
        (&[("backup.url", "file:data/media")], "backup.url"),
        (&[("backup.url", "file:data/media/backups")], "backup.url"),
        (&[("media.url", "file:/srv/x"), ("backup.url", "file:/srv/x/y")], "backup.url"),
        (&[("media.url", "file:data/backups")], "backup.url"),
        (&[("media.url", "file:data/backups"), ("backup.url", "s3://name/prefix")], "media.url"),
    ] {
        let error = with(settings).unwrap_err();
        assert!(error.starts_with(key), "{settings:?}: {error}");
    }
    for settings in [
        &[("backup.url", "file:data/media2")][..],
        &[("backup.url", "file:data/media/../elsewhere")],
        &[("media.url", "file:/srv/x/media"), ("backup.url", "file:/srv/x")],
        // In a bucket nothing is in the making, and what is done is known by its name.
        &[("media.url", "s3://name/prefix")],
        &[("media.url", "s3://name/prefix"), ("backup.url", "s3://name/prefix/backups")],
    ] {
        with(settings).unwrap();
    }
}
