//! What does not come along, or not as it was, is told by name; and the rest comes in.

use testkit::TestDatabase;

use super::transfer::{bring_in, folia, write};
use super::transfer_whole::assert_told;
use crate::media::picture;

#[tokio::test]
async fn a_dry_run_sees_pictures_as_the_import_does() {
    let database = TestDatabase::create().await;
    let folder = database.folder.path().join("notes");
    write(
        &folder,
        "a.md",
        b"# A\n\n![b](boat.webp) ![c](broken.png) ![d](cut.webp) ![e](text.jpg) ![f](film.png)\n\n\
          ![g](large.png) ![h](folder.png) ![i](nowhere.png) ![j](drawing.svg) ![k](../out.png)\n",
    );
    let whole = picture("lossy.webp");
    write(&folder, "boat.webp", &whole);
    write(&folder, "broken.png", b"\x89PNG\r\n\x1a\nno more");
    write(&folder, "cut.webp", &whole[..whole.len() / 2]);
    write(&folder, "text.jpg", b"<p>not a picture</p>");
    write(&folder, "film.png", b"\0\0\0\x18ftypisom\0\0\0\0isommp42\0\0\0\x08free");
    write(&folder, "large.png", &vec![0; 6 * 1024 * 1024]);
    write(&folder, "drawing.svg", b"<svg/>");
    std::fs::create_dir(folder.join("folder.png")).unwrap();
    std::os::unix::fs::symlink("absent.png", folder.join("nowhere.png")).unwrap();
    let folder = folder.to_str().unwrap();
    let planned = folia(&database, &["import", "--from", "markdown", folder, "--dry-run"]);
    let left = [
        "left out picture folder.png of a.md: is not there",
        "left out picture nowhere.png of a.md: is not there",
        "left out picture drawing.svg of a.md: is not there",
        "left out picture ../out.png of a.md: is not there",
        "broken.png: file cannot be decoded",
        "cut.webp: file cannot be decoded",
        "text.jpg: Send a JPEG, PNG, WebP, GIF or AVIF picture",
        "film.png: is a video",
        "large.png: has more than 5242880 bytes",
        "0 sections, 1 items, 1 pictures and 0 redirects; 0 were there already, 9 are left out",
    ];
    assert_told(&planned, &left);
    let done = bring_in(&database, "markdown", folder.as_ref());
    assert_told(&done, &left);
    let left_out = |lines: &[String]| -> Vec<String> {
        lines.iter().filter(|line| line.starts_with("left out")).cloned().collect()
    };
    assert_eq!(left_out(&planned), left_out(&done), "a dry run tells what is left out");
}
