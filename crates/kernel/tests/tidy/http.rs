use crate::source::{Source, sources};

/// The crates whose business is HTTP: as a server, as a client, or both, or to try what requests bring.
const SPEAK_HTTP: [&str; 7] = ["bench", "edge", "folia", "outbound", "site", "testkit", "trials"];
/// What HTTP is spoken in.
const LIBRARIES: [&str; 8] =
    ["axum", "http", "http_body", "http_body_util", "hyper", "multer", "tower", "tower_http"];
/// What `edge` has to offer that is no HTTP: counters, the size of a tree of JSON, threads for long work, escaped text.
const PLAIN: [&str; 4] = ["Metrics", "Nesting", "Workers", "html"];
/// Files that ask others over HTTP, which is not answering requests: a bucket, with our certificates.
const CLIENTS: [&str; 2] =
    ["crates/media/src/blobs/connector.rs", "crates/media/src/blobs/sending.rs"];

/// A service states facts; what becomes of them over HTTP is decided in `api/` (and `pages/`, for
/// people). So a rule can be read, tested and called without a request.
#[test]
fn http_is_spoken_in_api_folders_only() {
    let mut found = Vec::new();
    for source in sources() {
        let exempt = SPEAK_HTTP.contains(&source.crate_name()) || is_doorway(&source);
        if !exempt && !http_names(&source).is_empty() {
            found.push((source.path.clone(), http_names(&source).join(", ")));
        }
    }
    assert!(found.is_empty(), "HTTP outside api/: {found:#?}");
}

fn is_doorway(source: &Source) -> bool {
    source.path.split('/').any(|part| matches!(part, "api" | "api.rs" | "pages"))
        || CLIENTS.contains(&source.path.as_str())
}

fn http_names(source: &Source) -> Vec<String> {
    let mut names: Vec<String> = LIBRARIES
        .iter()
        .filter(|library| !source.names_from(library).is_empty())
        .map(|library| (*library).to_owned())
        .collect();
    let of_edge = source.names_from("edge").into_iter();
    names.extend(of_edge.filter(|name| !PLAIN.contains(&name.as_str())));
    names.dedup();
    names
}
