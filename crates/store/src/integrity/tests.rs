use std::fs::OpenOptions;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;

use rusqlite::Connection;

use super::*;
use crate::{Location, Options};

/// Where the header of a page notes how many cells it has, and where the first of them begins.
const CELLS: u64 = 3;
const CONTENT: u64 = 5;
/// Where the header of the file has its list of free pages, and its length.
const FREE_LIST: u64 = 32;
const FREE_PAGES: u64 = 36;

/// A database file that is damaged byte by byte.
struct File {
    folder: tempfile::TempDir,
    page_size: u64,
}

impl File {
    /// Ten items on one page, and more than two hundred free pages.
    fn create() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = Self { folder, page_size: 4096 };
        let database = Connection::open(file.path()).unwrap();
        let statements = "CREATE TABLE items (id TEXT PRIMARY KEY, body TEXT NOT NULL); \
             CREATE TABLE spare (body BLOB); \
             WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 19) \
             INSERT INTO items SELECT 'item-' || i, 'text' FROM n; \
             WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250) \
             INSERT INTO spare SELECT zeroblob(4000) FROM n; \
             DROP TABLE spare;";
        database.execute_batch(statements).unwrap();
        drop(database);
        file
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("folia.db")
    }

    fn root(&self, name: &str) -> u64 {
        let database = Connection::open(self.path()).unwrap();
        let question = "SELECT rootpage FROM sqlite_master WHERE name = ?";
        let page: i64 = database.query_row(question, [name], |row| row.get(0)).unwrap();
        page.try_into().unwrap()
    }

    fn read<const N: usize>(&self, page: u64, at: u64) -> [u8; N] {
        let mut bytes = [0; N];
        let file = std::fs::File::open(self.path()).unwrap();
        file.read_exact_at(&mut bytes, (page - 1) * self.page_size + at).unwrap();
        bytes
    }

    fn write(&self, page: u64, at: u64, bytes: &[u8]) {
        let file = OpenOptions::new().write(true).open(self.path()).unwrap();
        file.write_all_at(bytes, (page - 1) * self.page_size + at).unwrap();
    }

    /// The last cell of a page is gone.
    fn forget_last(&self, page: u64) {
        let count = u16::from_be_bytes(self.read(page, CELLS));
        self.write(page, CELLS, &(count - 1).to_be_bytes());
    }

    /// The same, and the page says nothing of the room it took: as an older page would, of which a write was lost.
    fn lose_last(&self, page: u64) {
        let count = u64::from(u16::from_be_bytes(self.read(page, CELLS)));
        let before: [u8; 2] = self.read(page, 8 + (count - 2) * 2);
        self.write(page, CONTENT, &before);
        self.forget_last(page);
    }

    fn first_of_free_list(&self) -> u64 {
        u32::from_be_bytes(self.read(1, FREE_LIST)).into()
    }

    /// Every page of the free list is one that is not in the file.
    fn spoil_free_list(&self) {
        let trunk = self.first_of_free_list();
        let count = u64::from(u32::from_be_bytes(self.read(trunk, 4)));
        assert!(count > 200);
        (0..count).for_each(|number| self.write(trunk, 8 + number * 4, &[0xff, 0xff, 0xff, 0xf0]));
    }

    fn forget_free_list(&self) {
        self.write(1, FREE_LIST, &[0; 4]);
        self.write(1, FREE_PAGES, &[0; 4]);
    }

    async fn store(&self) -> Store {
        Store::open(&Location::File(self.path()), Options::default()).await.unwrap()
    }

    async fn integrity(&self) -> Integrity {
        let store = self.store().await;
        let found = store.integrity().await.unwrap();
        store.close().await;
        found
    }

    async fn rebuild(&self) -> Result<Integrity, StoreError> {
        let store = self.store().await;
        let left = store.rebuild_indexes().await;
        store.close().await;
        left
    }
}

fn has(lines: &[String], word: &str) -> bool {
    lines.iter().any(|line| line.contains(word))
}

#[tokio::test]
async fn a_whole_file_is_whole() {
    let file = File::create();
    assert_eq!(file.integrity().await, Integrity::default());
    assert_eq!(file.rebuild().await.unwrap(), Integrity::default());
}

#[tokio::test]
async fn a_list_of_free_pages_that_is_wrong_is_broken() {
    let file = File::create();
    file.spoil_free_list();
    let found = file.integrity().await;
    assert!(has(&found.broken, "Freelist: invalid page number"), "{found:?}");
    // Those that are in the list no more.
    assert!(has(&found.odd, "never used"), "{found:?}");
    assert!(has(&found.broken, "more of this sort"), "{found:?}");
    assert_eq!(found.broken.len(), MOST_TOLD + 1);
}

#[tokio::test]
async fn pages_that_are_never_used_are_odd_and_hide_nothing() {
    let file = File::create();
    file.forget_free_list();
    let found = file.integrity().await;
    assert!(found.broken.is_empty() && found.odd.len() == MOST_TOLD + 1, "{found:?}");
    file.forget_last(file.root("sqlite_autoindex_items_1"));
    let found = file.integrity().await;
    assert!(has(&found.broken, "missing from index sqlite_autoindex_items_1"), "{found:?}");
    let left = file.rebuild().await.unwrap();
    assert!(left.broken.is_empty() && left.odd.len() == MOST_TOLD + 1, "{left:?}");
    file.lose_last(file.root("items"));
    assert!(has(&file.integrity().await.broken, "wrong # of entries in index"));
}

#[tokio::test]
async fn an_answer_that_may_be_cut_off_is_none() {
    let file = File::create();
    file.forget_free_list();
    let store = file.store().await;
    for (most, is_cut_off) in [(1, true), (50, true), (10_000, false)] {
        let found = store.read(move |all| ask(all.session(), most)).await.unwrap();
        assert_eq!(has(&found.broken, "more is wrong than could be told"), is_cut_off, "{found:?}");
    }
    store.close().await;
}

#[tokio::test]
async fn an_index_that_knows_of_a_lost_row_is_not_made_again() {
    let file = File::create();
    file.lose_last(file.root("items"));
    let found = file.integrity().await;
    assert_eq!(found.broken, ["database: wrong # of entries in index sqlite_autoindex_items_1"]);
    let refused = file.rebuild().await.unwrap_err().to_string();
    assert!(refused.contains("knows of rows that are not in their table"), "{refused}");
    assert_eq!(file.integrity().await, found);
}

#[tokio::test]
async fn indexes_are_not_made_again_through_what_is_broken() {
    let file = File::create();
    // What is free is the page of the items.
    let (trunk, page) = (file.first_of_free_list(), u32::try_from(file.root("items")).unwrap());
    file.write(trunk, 8, &page.to_be_bytes());
    file.forget_last(file.root("sqlite_autoindex_items_1"));
    let found = file.integrity().await;
    assert!(has(&found.broken, &format!("2nd reference to page {page}")), "{found:?}");
    assert!(has(&found.broken, "missing from index"), "{found:?}");
    let refused = file.rebuild().await.unwrap_err().to_string();
    assert!(refused.contains("not only its indexes are broken"), "{refused}");
    assert_eq!(file.integrity().await, found);
}

#[test]
fn only_what_hides_no_row_and_loses_none_is_odd() {
    let odd = [
        "*** in database main ***\nPage 200: never used",
        "NULL value in navlinks.revision",
        "non-INTEGER value in navlinks.revision",
    ];
    let broken = [
        "row 24 missing from index sqlite_autoindex_items_1",
        "wrong # of entries in index navlinks_revision",
        "index navlinks_sort stores an imprecise floating-point value for row 3",
        "wrong # of entries in index a value in b",
        "*** in database main ***\nTree 21 page 21 cell 3: Rowid 7 out of order",
        "Freelist: 2nd reference to page 7",
        "Freelist: freelist leaf count too big on page 9",
        "Fragmentation of 12 bytes reported as 0 on page 9",
        "non-unique entry in index sections_place",
        "something that nobody has seen yet",
    ];
    let sort = |told: &[&'static str]| super::sort(told.iter().copied(), 100);
    let found = sort(&[&odd[..], &broken[..]].concat());
    assert_eq!((found.odd.len(), found.broken.len()), (3, 10), "{found:?}");
    assert!(found.odd.contains(&"database: Page 200: never used".to_owned()));
    assert_eq!(sort(&["ok"]), Integrity::default());
    assert_eq!(sort(&[]).broken.len(), 1);
}

#[tokio::test]
async fn an_index_that_cannot_be_read_ends_the_look_and_not_what_was_seen() {
    let file = File::create();
    let rows = file.integrity().await;
    assert!(rows.broken.is_empty());
    file.write(file.root("sqlite_autoindex_items_1"), 0, &[0; 4096]);
    let found = file.integrity().await;
    assert!(has(&found.broken, "sqlite_autoindex_items_1") || has(&found.broken, "broken off"));
    file.rebuild().await.unwrap_err();
    assert_eq!(file.integrity().await, found);
}

const LEAVES: i64 = 300;

#[derive(Debug, serde::Serialize, serde::Deserialize)]
struct Leaf {
    id: kernel::Id,
    title: String,
}

impl crate::Document for Leaf {
    const KIND: &'static crate::Kind =
        &crate::Kind { name: "leaves", keys: &[crate::Key::text("title")], ..crate::Kind::PLAIN };

    fn id(&self) -> kernel::Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        vec![self.title.as_str().into()]
    }
}

impl File {
    fn add_leaves(&self) {
        let database = Connection::open(self.path()).unwrap();
        let statements = format!(
            "CREATE TABLE leaves (id TEXT PRIMARY KEY, version INTEGER, form INTEGER, body TEXT, title TEXT); \
             WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {LEAVES}), \
             ids AS (SELECT printf('01939b1e-7c00-7abc-8def-%012d', i) AS id FROM n) \
             INSERT INTO leaves SELECT id, 1, 1, json_object('id', id, 'title', 'oak'), 'oak' FROM ids;"
        );
        database.execute_batch(&statements).unwrap();
    }

    /// Where the cells of the first page of the leaves are, which has numbers and pages only.
    fn cells_of_leaves(&self, root: u64) -> Vec<u64> {
        let [kind] = self.read(root, 0);
        assert_eq!(kind, 5, "there is more than one page");
        let children = u64::from(u16::from_be_bytes(self.read(root, CELLS)));
        let at = |number| u64::from(u16::from_be_bytes(self.read(root, 12 + number * 2)));
        (0..children).map(at).collect()
    }

    /// Where the last byte of the number of a row is: which page, and where in it.
    fn number_of(&self, row: u64) -> (u64, u64) {
        let pages = std::fs::metadata(self.path()).unwrap().len() / self.page_size;
        let root = self.root("leaves");
        let child = |at| u64::from(u32::from_be_bytes(self.read(root, at)));
        for page in self.cells_of_leaves(root).into_iter().chain([8]).map(child) {
            assert!(page <= pages);
            let count = u64::from(u16::from_be_bytes(self.read(page, CELLS)));
            for cell in 0..count {
                let at = u64::from(u16::from_be_bytes(self.read(page, 8 + cell * 2)));
                let (_, number) = self.varint(page, at);
                let (found, end) = self.varint(page, number);
                if found == row {
                    return (page, end - 1);
                }
            }
        }
        panic!("there is no row {row}");
    }

    /// A number of up to two bytes, or the like, and where it ends.
    fn varint(&self, page: u64, mut at: u64) -> (u64, u64) {
        let mut number = 0;
        loop {
            let [byte] = self.read(page, at);
            (number, at) = (number << 7 | u64::from(byte & 0x7f), at + 1);
            if byte < 0x80 {
                return (number, at);
            }
        }
    }
}

/// Reads all leaves in each way that there is, and tells how many were seen.
fn see_leaves(all: &mut Transaction<'_>) -> Result<[i64; 2], StoreError> {
    let (collection, mut visits) = (crate::Collection::of::<Leaf>(), 0);
    all.scan::<Leaf>(|_| {
        visits += 1;
        assert!(visits <= LEAVES, "it does not end");
    })?;
    collection.verify(all, &mut crate::Findings::default())?;
    let (mut records, mut after) = (0, None);
    loop {
        let batch = collection.records(all, after.as_ref(), 50)?;
        records += batch.records.len() as i64;
        assert!(records <= LEAVES, "it does not end");
        after = batch.last;
        if after.is_none() {
            return Ok([visits, records]);
        }
    }
}

/// Flips each bit of a byte by itself, and reads everything.
async fn flip_each_bit(file: &File, page: u64, at: u64, what: &str) {
    let [byte] = file.read(page, at);
    for bit in 0..7 {
        file.write(page, at, &[byte ^ 1 << bit]);
        let store = file.store().await;
        let seen = store.read(see_leaves).await.unwrap();
        let found = store.integrity().await.unwrap();
        store.close().await;
        assert_eq!(seen, [LEAVES; 2], "{what}, bit {bit}");
        assert!(!found.broken.is_empty(), "{what}, bit {bit}");
    }
    file.write(page, at, &[byte]);
}

#[tokio::test]
async fn whatever_the_numbers_of_rows_are_each_row_is_read_once() {
    let file = File::create();
    file.add_leaves();
    // Rows that become the last of a batch with one bit, and others.
    let last = [50, 100, 150, 200, 250];
    let twins = last.into_iter().flat_map(|row| (0..7).map(move |bit| row ^ 1 << bit));
    let twins = twins.filter(|row| (1..=LEAVES.unsigned_abs()).contains(row));
    for row in [1, 2, 49, 50, 51, 75, 99, 100, 101, 127, 128, 300].into_iter().chain(twins) {
        let (page, at) = file.number_of(row);
        flip_each_bit(&file, page, at, &format!("row {row}")).await;
    }
}

/// By these numbers a row is found.
#[tokio::test]
async fn whatever_leads_to_a_row_each_row_is_read_once() {
    let file = File::create();
    file.add_leaves();
    let root = file.root("leaves");
    for cell in file.cells_of_leaves(root) {
        let (number, end) = file.varint(root, cell + 4);
        for bit in 0..7 {
            let [byte] = file.read(root, end - 1);
            file.write(root, end - 1, &[byte ^ 1 << bit]);
            let store = file.store().await;
            assert_eq!(store.read(see_leaves).await.unwrap(), [LEAVES; 2], "{number}, bit {bit}");
            store.close().await;
            file.write(root, end - 1, &[byte]);
        }
    }
}

#[test]
fn only_an_index_of_a_broken_file_knows_nothing() {
    let error = |code| {
        let code = rusqlite::ffi::Error::new(code);
        StoreError::refused(rusqlite::Error::SqliteFailure(code, None))
    };
    assert!(!knows_more(Ok(0)).unwrap() && knows_more(Ok(3)).unwrap());
    for code in [rusqlite::ffi::SQLITE_CORRUPT, rusqlite::ffi::SQLITE_NOTADB] {
        assert!(!knows_more(Err(error(code))).unwrap());
    }
    for code in [rusqlite::ffi::SQLITE_NOMEM, rusqlite::ffi::SQLITE_INTERRUPT] {
        knows_more(Err(error(code))).unwrap_err();
    }
    knows_more(Err(StoreError::unavailable("the disk does not answer"))).unwrap_err();
}

#[tokio::test]
async fn a_table_without_numbers_of_its_rows_stops_no_repair() {
    let file = File::create();
    let foreign = "CREATE TABLE foreign_things (id TEXT PRIMARY KEY, name TEXT UNIQUE) WITHOUT ROWID; \
         INSERT INTO foreign_things VALUES ('a', 'b');";
    Connection::open(file.path()).unwrap().execute_batch(foreign).unwrap();
    assert_eq!(file.rebuild().await.unwrap(), Integrity::default());
}

/// What is told of the leaves, and how many of them are read.
async fn look_at_leaves(file: &File) -> (Vec<String>, i64) {
    const ALL: &[crate::Collection] = &[crate::Collection::of::<Leaf>()];
    let store = file.store().await;
    let told = store.verify(ALL).await.unwrap();
    let [read, _] = store.read(see_leaves).await.unwrap();
    store.close().await;
    (told.into_iter().map(|fault| fault.what).collect(), read)
}

#[tokio::test]
async fn whoever_checks_reads_what_is_read_otherwise() {
    let file = File::create();
    file.add_leaves();
    let change = "UPDATE leaves SET body = CAST(body AS BLOB) WHERE rowid = 7";
    Connection::open(file.path()).unwrap().execute_batch(change).unwrap();
    assert_eq!(look_at_leaves(&file).await, (Vec::new(), LEAVES));
}

#[tokio::test]
async fn a_column_that_has_to_hold_something_and_does_not_is_made_again() {
    let file = File::create();
    file.add_leaves();
    let change = "UPDATE leaves SET title = NULL WHERE rowid = 7";
    Connection::open(file.path()).unwrap().execute_batch(change).unwrap();
    let told = vec!["has nothing in its column title".to_owned()];
    assert_eq!(look_at_leaves(&file).await, (told, LEAVES));
    let store = file.store().await;
    let mended = store.write(|all| {
        let mut findings = crate::Findings::default();
        crate::Collection::of::<Leaf>().verify(all, &mut findings)?;
        let mends = findings.list.into_iter().filter_map(|finding| finding.mend);
        mends.map(|mend| mend.run(all)).collect::<Result<Vec<_>, _>>()
    });
    assert_eq!(mended.await.unwrap().len(), 1);
    store.close().await;
    assert_eq!(look_at_leaves(&file).await, (Vec::new(), LEAVES));
}
