//! PostgreSQL over TLS, with a server that takes nothing else.

mod server;

use store::StoreError;

use crate::engines::{Place, environment, runtime, soon};
use crate::samples::GARDEN;
use server::Server;

#[test]
fn a_server_that_demands_tls_gets_it_and_has_to_prove_itself() {
    // As with every other half that needs a server: without one the run says so, or fails.
    if crate::engines::postgres().is_none() && environment("REQUIRE_POSTGRES").is_none() {
        return;
    }
    let server = Server::start();
    runtime().block_on(async {
        everything_is_encrypted_and_heard(&server).await;
        those_who_do_not_prove_themselves_are_left(&server).await;
        a_name_counts_only_when_it_is_asked_for(&server).await;
        plain_text_is_refused_by_the_server(&server).await;
        a_client_can_prove_itself_too(&server).await;
        files_that_cannot_be_read_are_named(&server).await;
    });
}

async fn everything_is_encrypted_and_heard(server: &Server) {
    for (name, mode) in [
        ("full", format!("sslmode=verify-full&sslrootcert={}", server.authority())),
        ("authority", format!("sslmode=verify-ca&sslrootcert={}", server.authority())),
        ("required", "sslmode=require".to_owned()),
        ("preferred", "sslmode=prefer".to_owned()),
        ("unsaid", "connect_timeout=5".to_owned()),
    ] {
        let place = server.place("localhost", &format!("{mode}&application_name={name}"));
        let (one, other) = (place.store().await, place.open().await);
        let ask = |what: &str| {
            server.ask(&format!(
                "SELECT {what} FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
                 WHERE application_name = '{name}'"
            ))
        };
        // Whoever listens also looks at the streams themselves.
        let listening = "count(*) FILTER \
             (WHERE query LIKE 'LISTEN%' OR query LIKE '%sum(revision)%')";
        soon("both stores listen", async || ask(listening) == "2").await;
        let mut heard = one.changes().clone();
        heard.mark_unchanged();
        other.write(|transaction| transaction.enter(GARDEN)).await.unwrap();
        soon("the store hears of others", async || heard.has_changed().unwrap()).await;
        // Those of the pool and those that listen, all of them.
        assert_eq!(ask("bool_and(ssl), count(*) >= 4"), "t|t", "{name}");
        one.close().await;
        other.close().await;
    }
}

async fn those_who_do_not_prove_themselves_are_left(server: &Server) {
    let mode = format!("sslmode=verify-full&sslrootcert={}", server.other_authority());
    let said = refusal(&server.place("localhost", &mode)).await;
    assert!(said.starts_with("the database does not answer: "), "{said}");
    assert!(said.contains("no trusted authority has signed the server's certificate"), "{said}");
    let mode = format!("sslmode=require&sslrootcert={}", server.other_authority());
    let said = refusal(&server.place("localhost", &mode)).await;
    assert!(
        said.contains("no trusted authority"),
        "an authority is asked for, so it counts: {said}"
    );
    // The machine trusts no authority that this test has made.
    for mode in ["sslmode=verify-full", "sslmode=verify-ca&sslrootcert=system"] {
        let said = refusal(&server.place("localhost", mode)).await;
        assert!(said.contains("no trusted authority"), "{said}");
    }
}

async fn a_name_counts_only_when_it_is_asked_for(server: &Server) {
    let authority = server.authority();
    let full = format!("sslmode=verify-full&sslrootcert={authority}");
    let said = refusal(&server.place("127.0.0.1", &full)).await;
    assert!(said.contains("the server's certificate is not for 127.0.0.1"), "{said}");
    let chain = format!("sslmode=verify-ca&sslrootcert={authority}");
    server.place("127.0.0.1", &chain).open().await.ping().await.unwrap();
}

async fn plain_text_is_refused_by_the_server(server: &Server) {
    let said = refusal(&server.place("localhost", "sslmode=disable")).await;
    assert!(said.contains("no pg_hba.conf entry") && said.contains("no encryption"), "{said}");
}

async fn a_client_can_prove_itself_too(server: &Server) {
    let certified = |query: &str| server.place_of("certified", "localhost", query);
    let said = refusal(&certified("sslmode=require")).await;
    assert!(said.contains("certificate"), "{said}");
    let (certificate, key) = server.identity();
    let mode = format!("sslmode=require&sslcert={certificate}&sslkey={key}");
    certified(&mode).open().await.ping().await.unwrap();
}

async fn files_that_cannot_be_read_are_named(server: &Server) {
    let (_, key) = server.identity();
    for (mode, named) in [
        ("sslmode=verify-full&sslrootcert=/nowhere.pem".to_owned(), "sslrootcert cannot be read"),
        (format!("sslmode=verify-ca&sslrootcert={key}"), "sslrootcert cannot be read"),
        ("sslmode=allow".to_owned(), "sslmode must be"),
        ("sslmod=require".to_owned(), "sslmod"),
    ] {
        let said = refusal(&server.place("localhost", &mode)).await;
        assert!(said.starts_with("the address of the database cannot be used: "), "{said}");
        assert!(said.contains(named), "{said}");
        assert!(!said.contains('\n'), "{said}");
    }
}

async fn refusal(place: &Place) -> String {
    let error: StoreError = place.try_open().await.expect_err("it is refused");
    error.to_string()
}
