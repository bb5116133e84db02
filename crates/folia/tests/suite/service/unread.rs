//! A document that cannot be read is there: nothing that belongs to it goes, it is carried along by
//! backups, and it stops nothing.

use std::collections::BTreeSet;

use career::resumes::Resume;
use career::tailorings::Tailoring;
use career::tailorings::versions::TailoringVersion;
use career::upkeep::RESUME_ORIGIN;
use contact::messages::Message;
use content::items::{Body, Item};
use content::misses::Miss;
use content::navlinks::NavLink;
use content::redirects::Redirect;
use content::revisions::{Revision, RevisionBody};
use content::sections::Section;
use content::settings::SiteSettings;
use folia::schema::COLLECTIONS;
use folia::upkeep::Repaired;
use kernel::{Id, SitePath};
use media::uploads::Upload;
use memory::chunks::{Chunk, Origin};
use memory::voice::Feedback;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use site::counts::PageCount;
use store::{Document, Kind, Location, Query, RawRow, Store, StoreError, Transaction, Value};
use testkit::TestDatabase;

use crate::service::archive::written_in_part;
use crate::service::binary::is_in_order;
use crate::service::edited::Edited;
use crate::service::invariants::{folia, furnished, store_of};

/// What is left of a document.
const BROKEN: [&str; 3] = ["{\"contint_type\":1}", "{\"title", ""];

/// Puts something in the place of a document that does not read as its kind.
fn damage<D: Document>(
    transaction: &mut Transaction<'_>,
    id: Id,
    body: &str,
) -> Result<(), StoreError> {
    let stored = transaction.get::<D>(id)?;
    let json = |value: Value| match value {
        Value::Null => Json::Null,
        Value::Text(text) => text.into(),
        Value::Integer(number) => number.into(),
        Value::Real(number) => number.into(),
        Value::Flag(flag) => flag.into(),
    };
    let names = D::KIND.keys.iter().map(|key| key.name.to_owned());
    let columns = names.zip(stored.document.keys().into_iter().map(json)).collect();
    transaction.delete::<D>(id)?;
    let collection = COLLECTIONS.iter().find(|it| it.kind.name == D::KIND.name).unwrap();
    let row = RawRow {
        collection: D::KIND.name.to_owned(),
        id: id.to_string(),
        version: stored.version,
        form: D::KIND.form.into(),
        body: body.to_owned(),
        columns,
    };
    collection.restore_damaged(transaction, row).map(drop)
}

/// Everything that is there, whether it can be read or not.
fn everything(transaction: &mut Transaction<'_>) -> Result<BTreeSet<String>, StoreError> {
    let mut found = BTreeSet::new();
    for collection in COLLECTIONS {
        let mut after: Option<store::Mark> = None;
        loop {
            let batch = collection.records(transaction, after.as_ref(), 100)?;
            for record in &batch.records {
                let (name, text) = (collection.kind.name, record.document.get());
                found.insert(format!("{name} {} {} {text}", record.id, record.version));
            }
            found.extend(batch.damaged.iter().map(|row| format!("{row:?}")));
            match batch.last {
                Some(last) => after = Some(last),
                None => break,
            }
        }
    }
    Ok(found)
}

enum Ended {
    Seen,
    NoMore,
    Failed(StoreError),
}

impl From<StoreError> for Ended {
    fn from(error: StoreError) -> Self {
        Self::Failed(error)
    }
}

fn ids<D: Document>(transaction: &mut Transaction<'_>) -> Result<Vec<Id>, StoreError> {
    Ok(transaction.versions::<D>()?.into_iter().map(|(id, _)| id).collect())
}

/// What belongs to something else and is not in every site.
fn add_what_hangs(transaction: &mut Transaction<'_>) -> Result<(), StoreError> {
    let chunk = transaction.list::<Chunk>(&Query::all())?.remove(0).document;
    let (items, feedback) = (ids::<Item>(transaction)?, ids::<Feedback>(transaction)?);
    let resumes = ids::<Resume>(transaction)?;
    for (kind, id) in
        [("content", items[0]), ("voice_feedback", feedback[0]), (RESUME_ORIGIN, resumes[0])]
    {
        let (id, origin) = (transaction.generate_id(), Some(Origin::new(kind, id)));
        transaction.insert(Chunk { id, origin, ..chunk.clone() })?;
    }
    let mut tailoring = transaction.list::<Tailoring>(&Query::all())?.remove(0);
    let version = json!({
        "id": transaction.generate_id(), "user_id": tailoring.document.user_id,
        "tailoring_id": tailoring.document.id, "number": tailoring.document.version,
        "resume": tailoring.document.resume, "statements": [], "saved_at": transaction.now(),
    });
    let version: TailoringVersion = serde_json::from_value(version).unwrap();
    transaction.insert(version)?;
    tailoring.document.version += 1;
    transaction.replace(tailoring).map(drop)
}

/// Damages each document of a kind by itself, in a whole site, and repairs that.
async fn damage_each<D: Document>(store: &Store, whole: &Edited) {
    for number in 0.. {
        let edited = whole.clone();
        let looked: Result<(), Ended> = store
            .write(move |transaction| {
                edited.put_in(transaction)?;
                add_what_hangs(transaction)?;
                let all = ids::<D>(transaction)?;
                // Always an error, so that the next one finds the store empty.
                let Some(id) = all.get(number) else { return Err(Ended::NoMore) };
                for body in BROKEN {
                    damage_one::<D>(transaction, *id, body)?;
                }
                Err(Ended::Seen)
            })
            .await;
        match looked {
            Err(Ended::Seen) => {}
            Err(Ended::NoMore) if number > 0 => return,
            Err(Ended::Failed(error)) => panic!("{}: {error}", D::KIND.name),
            _ => panic!("no {}", D::KIND.name),
        }
    }
}

fn damage_one<D: Document>(
    transaction: &mut Transaction<'_>,
    id: Id,
    body: &str,
) -> Result<(), StoreError> {
    let name = D::KIND.name;
    let undone: Result<(), StoreError> = transaction.attempt(|transaction| {
        damage::<D>(transaction, id, body)?;
        let before = everything(transaction)?;
        let Repaired { done, left, unread, .. } = folia::upkeep::repair(transaction)?;
        assert_eq!(done, [""; 0], "{name} {id}");
        assert_eq!(left, [""; 0], "{name} {id}");
        assert!(unread.len() == 1 && unread[0].contains(&id.to_string()), "{unread:?}");
        assert_eq!(everything(transaction)?, before, "{name} {id}");
        Err(StoreError::AskedOtherwise)
    })?;
    match undone {
        Err(StoreError::AskedOtherwise) => Ok(()),
        other => other,
    }
}

#[tokio::test]
async fn a_repair_touches_nothing_that_belongs_to_what_cannot_be_read() {
    let (_first, whole) = furnished().await;
    let database = TestDatabase::create().await;
    let store = store_of(&database).await;
    damage_each::<Section>(&store, &whole).await;
    damage_each::<Item>(&store, &whole).await;
    damage_each::<Body>(&store, &whole).await;
    damage_each::<Revision>(&store, &whole).await;
    damage_each::<RevisionBody>(&store, &whole).await;
    damage_each::<Redirect>(&store, &whole).await;
    damage_each::<Miss>(&store, &whole).await;
    damage_each::<NavLink>(&store, &whole).await;
    damage_each::<SiteSettings>(&store, &whole).await;
    damage_each::<PageCount>(&store, &whole).await;
    damage_each::<Upload>(&store, &whole).await;
    damage_each::<Chunk>(&store, &whole).await;
    damage_each::<Feedback>(&store, &whole).await;
    damage_each::<Resume>(&store, &whole).await;
    damage_each::<Tailoring>(&store, &whole).await;
    damage_each::<TailoringVersion>(&store, &whole).await;
    damage_each::<Message>(&store, &whole).await;
}

/// The first item and the first upload of a site cannot be read any more, and a path is wrong.
async fn break_site(database: &TestDatabase) -> (Id, Id) {
    let store = store_of(database).await;
    let broken = store.write(|all| {
        let (item, upload) = (ids::<Item>(all)?[0], ids::<Upload>(all)?[0]);
        damage::<Item>(all, item, BROKEN[0])?;
        damage::<Upload>(all, upload, BROKEN[1])?;
        let sections = all.list::<Section>(&Query::all())?;
        let mut attic =
            sections.into_iter().find(|it| it.document.slug.as_str() == "attic").unwrap();
        attic.document.path = SitePath::new("elsewhere");
        all.replace(attic)?;
        Ok::<_, StoreError>((item, upload))
    });
    let broken = broken.await.unwrap();
    store.close().await;
    broken
}

async fn all_of(database: &TestDatabase) -> BTreeSet<String> {
    let store = store_of(database).await;
    let found = store.read(everything).await.unwrap();
    store.close().await;
    found
}

async fn damaged_of(database: &TestDatabase) -> Vec<String> {
    let is_damaged = |line: &String| line.starts_with("RawRow");
    all_of(database).await.into_iter().filter(is_damaged).collect()
}

#[tokio::test]
async fn what_cannot_be_read_stops_neither_check_nor_repair_nor_backup() {
    let (first, _) = furnished().await;
    let (item, upload) = break_site(&first).await;
    let names_both = |told: &str| {
        let is_told = |start: String| told.lines().any(|line| line.contains(&start));
        is_told(format!("items {item}: ")) && is_told(format!("uploads {upload}: "))
    };
    let told = folia(&first, &["check"]).unwrap_err();
    assert!(names_both(&told) && told.contains("has the path elsewhere"), "{told}");
    assert!(!told.contains("belongs to nothing"), "{told}");

    // With all three faults in it.
    let file = first.folder.path().join("site.tar");
    let path = file.to_str().unwrap();
    let told = written_in_part(&first, &["backup", path]);
    assert!(told.contains("3 things in it are not in order"), "{told}");
    assert!(told.contains("bringing it back needs --repair"), "{told}");
    // An older folia would take them for gone, so it is told not to read it.
    let written = std::fs::read(&file).unwrap();
    assert!(String::from_utf8_lossy(&written).contains("\"format\": 2"));

    let told = folia(&first, &["check", "--repair"]).unwrap_err();
    assert!(names_both(&told) && told.contains("mended: sections "), "{told}");
    assert_eq!(told.matches("mended: ").count(), 1 + told.matches("mended: chunks: ").count());
    let told = folia(&first, &["check"]).unwrap_err();
    assert!(names_both(&told) && !told.contains("elsewhere"), "{told}");

    let second = TestDatabase::create().await;
    let refused = folia(&second, &["import", path]).unwrap_err();
    assert!(names_both(&refused) && refused.contains("nothing was brought in"), "{refused}");
    let told = folia(&second, &["import", path, "--repair"]).unwrap();
    assert!(names_both(&told) && told.contains("left as it was: "), "{told}");
    let told = folia(&second, &["check"]).unwrap_err();
    assert!(names_both(&told), "{told}");
    assert_eq!(damaged_of(&second).await, damaged_of(&first).await);
    // Its files came along, too.
    let files = |database: &TestDatabase| {
        let folder = database.folder.path().join(format!("data/media/{upload}"));
        std::fs::read_dir(folder).into_iter().flatten().count()
    };
    if first.bucket.is_none() {
        assert_eq!(files(&second), files(&first));
        assert!(files(&second) > 0);
    }
}

/// PostgreSQL keeps none, so that a row of SQLite with one would not come in there.
#[tokio::test]
async fn a_nul_in_what_cannot_be_read_keeps_no_archive_out() {
    let (first, _) = furnished().await;
    let (item, _) = break_site(&first).await;
    written_in_part(&first, &["export", "broken"]);
    let folder = first.folder.path().join("broken");
    let (file, manifest) = (folder.join("damaged.jsonl"), folder.join("manifest.json"));
    let text = std::fs::read_to_string(&file).unwrap().replace("contint", "cont\\u0000nt");
    let sum: String = Sha256::digest(&text).iter().map(|byte| format!("{byte:02x}")).collect();
    let mut told: Json = serde_json::from_slice(&std::fs::read(&manifest).unwrap()).unwrap();
    told["damaged"]["sha256"] = sum.into();
    std::fs::write(file, text).unwrap();
    std::fs::write(manifest, told.to_string()).unwrap();

    let second = TestDatabase::create().await;
    let told = folia(&second, &["import", folder.to_str().unwrap(), "--repair"]).unwrap();
    let is_replaced = told.contains(&format!("mended: items {item}: its NUL characters"));
    let keeps_it = matches!(second.location, Location::File(_));
    assert_eq!(is_replaced, !keeps_it, "{told}");
    let kept = if keeps_it { "cont\\0nt_type" } else { "cont\u{fffd}nt_type" };
    let all = all_of(&second).await;
    assert!(all.iter().any(|line| line.contains(kept)), "{all:?}");
}

#[tokio::test]
async fn a_nul_in_a_row_stops_no_backup() {
    let (first, _) = furnished().await;
    if !matches!(first.location, Location::File(_)) {
        eprintln!("NOT RUN: rows with a NUL (no SQLite)");
        return;
    }
    first.store_nul("navlinks", "title").await;
    let told = folia(&first, &["check"]).unwrap_err();
    assert!(told.contains("holds a NUL character"), "{told}");
    let told = written_in_part(&first, &["backup", "site.tar"]);
    assert!(told.contains("cannot be brought back"), "{told}");
}

/// A body that is stored under another id than its own.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct Elsewhere(Body);

impl Document for Elsewhere {
    const KIND: &'static Kind = Body::KIND;

    fn id(&self) -> Id {
        Id::from_bytes([7; 16])
    }

    fn keys(&self) -> Vec<Value> {
        self.0.keys()
    }
}

#[tokio::test]
async fn what_is_under_another_id_stays_there_and_is_shown_to_nobody() {
    let (first, _) = furnished().await;
    let store = store_of(&first).await;
    let moved = store.write(|all| {
        let body = all.list::<Body>(&Query::all())?.remove(0).document;
        let id = body.id;
        all.delete::<Body>(id)?;
        let html = "<p>a</p><script>alert(1)</script>".to_owned();
        all.insert(Elsewhere(Body { html, ..body }))?;
        Ok::<_, StoreError>(id)
    });
    let id = moved.await.unwrap();
    store.close().await;
    let told = folia(&first, &["check", "--repair"]).unwrap_err();
    assert!(told.contains("is stored under another id") && !told.contains("mended: b"), "{told}");
    let file = first.folder.path().join("site.tar");
    let path = file.to_str().unwrap();
    written_in_part(&first, &["backup", path]);
    let second = TestDatabase::create().await;
    let told = folia(&second, &["import", path, "--repair"]).unwrap();
    assert!(told.contains("left as it was: ") && !told.contains("it is removed"), "{told}");
    assert_eq!(damaged_of(&second).await, damaged_of(&first).await);
    // Nobody has sanitised it.
    let store = store_of(&second).await;
    let under = store.find::<Body>(Id::from_bytes([7; 16])).await;
    assert!(matches!(under, Err(StoreError::Misfiled { .. })), "{under:?}");
    assert!(store.find::<Body>(id).await.unwrap().is_none());
    store.close().await;
}

#[tokio::test]
async fn many_notes_refuse_nothing_and_many_faults_are_all_mended() {
    const MANY: u32 = 2100;
    let (first, whole) = furnished().await;
    let mut edited = whole.clone();
    let image = edited.find("items", "slug", "image").clone();
    let body = edited.find("bodies", "id", image["id"].as_str().unwrap()).clone();
    for number in 0..MANY {
        let id = json!(format!("01939b1e-7c00-7abc-8def-01234567{number:04x}"));
        let (mut image, mut body) = (image.clone(), body.clone());
        image["extra"]["media_id"] = json!("01939b1e-7c00-7abc-8def-0123456789ab");
        image["slug"] = json!(format!("image-{number}"));
        (image["id"], body["id"], body["item_version"]) = (id.clone(), id, json!(1));
        edited.add("items", image);
        edited.add("bodies", body);
    }
    let archive = first.folder.path().join("edited");
    edited.write(&archive);
    let second = TestDatabase::create().await;
    folia(&second, &["import", archive.to_str().unwrap()]).unwrap();
    let told = folia(&second, &["check"]).unwrap();
    assert!(told.contains("note: and 100 more; `folia check --all`"), "{}", &told[..2000]);
    let told = folia(&second, &["check", "--all"]).unwrap();
    assert_eq!(told.matches("which is not there").count(), MANY as usize);
}

#[tokio::test]
async fn a_repair_goes_on_as_long_as_there_is_something_to_mend() {
    const MANY: u32 = 20_500;
    let database = TestDatabase::create().await;
    let store = store_of(&database).await;
    let repaired = store.write(|all| {
        let (now, long) = (all.now(), "x".repeat(250));
        let miss = |number| {
            let path = SitePath::new(&format!("/{long}/{number}"));
            Miss { id: all.generate_id(), path, count: 1, last_seen: now }
        };
        let misses: Vec<_> = (0..MANY).map(miss).collect();
        all.insert_all(misses)?;
        folia::upkeep::repair(all)
    });
    let Repaired { done, left, beyond, .. } = repaired.await.unwrap();
    assert_eq!((done.len(), left.len(), beyond), (MANY as usize, 0, 0));
    store.close().await;
    assert!(is_in_order(&folia(&database, &["check"]).unwrap()));
}

#[tokio::test]
async fn bytes_that_have_changed_are_seen_by_whoever_asks() {
    let (first, _) = furnished().await;
    if first.bucket.is_some() {
        return;
    }
    let told = folia(&first, &["check", "--bytes"]).unwrap();
    assert!(told.contains("everything is in order"), "{told}");
    let store = store_of(&first).await;
    let upload = store.list::<Upload>(Query::all()).await.unwrap().remove(0).document;
    store.close().await;
    for (key, _) in upload.keys_and_sizes() {
        let path = first.folder.path().join("data/media").join(&key);
        let mut bytes = std::fs::read(&path).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        std::fs::write(&path, bytes).unwrap();
        assert!(is_in_order(&folia(&first, &["check"]).unwrap()));
        let told = folia(&first, &["check", "--bytes"]).unwrap_err();
        assert!(told.contains(&format!("media: {key} has other bytes than it should")), "{told}");
    }
}
