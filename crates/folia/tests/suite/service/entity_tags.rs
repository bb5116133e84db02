//! The tag of somebody else's answer, at every address there is: whoever shows it gets 304 only if the
//! answer it stands for is the one they would get.

use testkit::{Answer, RunningSite, TestDatabase, request_at};

use crate::service::binary::{BINARY, make_token};
use crate::service::furnished::{Furnished, SETTINGS};
use crate::site::Site;

#[tokio::test]
async fn a_tag_stands_for_one_answer_whoever_shows_it() {
    let beside = Site::start().await;
    let table = folia::routes::table(&beside.app);
    let database = TestDatabase::create().await;
    let site = RunningSite::start(BINARY, &database, &SETTINGS);
    let (admin, member) = (make_token(&database, "admin"), make_token(&database, "member"));
    let made = Furnished::at(site.address, &admin, &member);
    let bearers = [&admin, &member].map(|token| Some(format!("Bearer {token}")));
    let askers: Vec<_> = ["admin", "member", "anonymous"]
        .into_iter()
        .zip(bearers.into_iter().chain([None]))
        .collect();
    let get = |bearer: &Option<String>, path: &str, tag: Option<&str>| -> Answer {
        let bearer = bearer.iter().map(|bearer| ("authorization", bearer.as_str()));
        let headers: Vec<_> = bearer.chain(tag.map(|tag| ("if-none-match", tag))).collect();
        request_at(site.address, "GET", path, &headers, b"")
    };
    let (mut opened, mut refused, mut addresses) = (0, 0, 0);
    for path in made.addresses(&table) {
        addresses += 1;
        let answers: Vec<_> = askers.iter().map(|asker| get(&asker.1, &path, None)).collect();
        for (theirs, (owner, _)) in answers.iter().zip(&askers) {
            let Some(tag) = theirs.header("etag") else { continue };
            for (own, (name, bearer)) in answers.iter().zip(&askers) {
                let what = format!("{path}: {name} with the tag of {owner}, {tag}");
                let asked = get(bearer, &path, Some(tag));
                if own.status == theirs.status && own.body == theirs.body {
                    assert!(asked.status == 304 || asked.status == own.status, "{what}");
                    opened += u32::from(asked.status == 304);
                    continue;
                }
                assert_eq!(asked.status, own.status, "{what}");
                refused += 1;
                // In a list, weakened or without its quotes it is no way around that either.
                for tags in [format!("\"x\", W/{tag}, \"y\""), tag.replace('"', "")] {
                    assert_ne!(get(bearer, &path, Some(&tags)).status, 304, "{what}: {tags}");
                }
            }
        }
    }
    // Otherwise nothing was shown.
    println!("{addresses} addresses: {opened} tags were good, {refused} were not");
    assert!(addresses > 150 && opened > 100 && refused > 20, "{addresses} {opened} {refused}");
}
