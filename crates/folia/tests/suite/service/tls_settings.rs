//! What TLS agrees to and what it does not, as those who rate servers look for it.

use std::sync::Arc;

use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, Nonce, UnboundKey};
use testkit::certificate::{Certificate, make};
use testkit::{Form, PATIENCE};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_rustls::rustls::client::Resumption;
use tokio_rustls::rustls::crypto::{CryptoProvider, ring as suites};
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::version::{TLS12, TLS13};
use tokio_rustls::rustls::{
    AlertDescription, CipherSuite, ClientConfig, ClientConnection, ConnectionTrafficSecrets,
    Error as TlsError, HandshakeKind, SupportedCipherSuite,
};

use crate::media::picture;
use crate::service::binary::make_token;
use crate::service::hello::{
    GROUPS, Hello, SERVER_NAME, SIGNATURES, Said, ServerHello, VERSIONS, list, say, server_name,
};
use crate::service::tls::SecureSite;

/// Key agreement anew for each connection, a certificate of this kind, enciphering that also seals.
const GOOD_12: [u16; 3] = [0xc02b, 0xc02c, 0xcca9];
/// The same with a certificate of the other kind, which this site does not show.
const OTHER_12: [u16; 3] = [0xc02f, 0xc030, 0xcca8];
const GOOD_13: [u16; 3] = [0x1301, 0x1302, 0x1303];

const NOTHING_IN_COMMON: u8 = 40;
const WRONG_PARAMETER: u8 = 47;
const VERSION: u8 = 70;
const NO_RENEGOTIATION: u8 = 100;

/// Kinds of records.
const ALERT: u8 = 21;
const HANDSHAKE: u8 = 22;
const DATA: u8 = 23;

/// Extensions that have done harm where they were carelessly made, and two that protect.
const HEARTBEAT: u16 = 15;
const ENCRYPT_THEN_MAC: u16 = 22;
const NEXT_PROTOCOL: u16 = 13172;
const EXTENDED_SECRET: u16 = 23;
const RENEGOTIATION: u16 = 0xff01;

#[track_caller]
fn agreed(hello: &Hello, secure: &SecureSite) -> ServerHello {
    match hello.send(secure.address) {
        Said::Hello(said) => said,
        other => panic!("{hello:?}: {other:?}"),
    }
}

#[tokio::test]
async fn what_is_out_of_date_is_refused_in_words_of_tls() {
    let secure = SecureSite::start(&[]).await;
    let all = [&GOOD_12[..], &OTHER_12, &GOOD_13].concat();
    let hello = |version| Hello::of(version, &all);
    let suite = |suite| Hello::of(0x0303, &[suite]);
    let old_groups = list(&[0x01, 0x13, 0x15, 0x100, 0x101]);
    let rows = [
        ("SSL 3", hello(0x0300), VERSION),
        ("TLS 1.0", hello(0x0301), VERSION),
        ("TLS 1.1", hello(0x0302), VERSION),
        ("TLS 1.0 in the list", hello(0x0303).with(VERSIONS, &[4, 3, 2, 3, 1]), VERSION),
        ("an unknown version alone", hello(0x0303).with(VERSIONS, &[2, 3, 9]), VERSION),
        ("TLS 1.0 without extensions", hello(0x0301).without(SIGNATURES), NOTHING_IN_COMMON),
        ("NULL", suite(0x0002), NOTHING_IN_COMMON),
        ("NULL with key agreement", suite(0xc006), NOTHING_IN_COMMON),
        ("anonymous", suite(0x00a6), NOTHING_IN_COMMON),
        ("EXPORT, RC4", suite(0x0003), NOTHING_IN_COMMON),
        ("EXPORT, DES", suite(0x0008), NOTHING_IN_COMMON),
        ("RC4", suite(0x0005), NOTHING_IN_COMMON),
        ("RC4 with key agreement", suite(0xc007), NOTHING_IN_COMMON),
        ("DES", suite(0x0009), NOTHING_IN_COMMON),
        ("3DES", suite(0x000a), NOTHING_IN_COMMON),
        ("3DES with key agreement", suite(0xc008), NOTHING_IN_COMMON),
        ("IDEA", suite(0x0007), NOTHING_IN_COMMON),
        ("SEED", suite(0x0096), NOTHING_IN_COMMON),
        ("RSA, CBC", suite(0x002f), NOTHING_IN_COMMON),
        ("RSA, CBC, SHA-256", suite(0x003c), NOTHING_IN_COMMON),
        ("RSA, GCM", suite(0x009c), NOTHING_IN_COMMON),
        ("DHE, CBC", suite(0x0033), NOTHING_IN_COMMON),
        ("DHE, GCM", suite(0x009e), NOTHING_IN_COMMON),
        ("ECDHE, CBC", suite(0xc009), NOTHING_IN_COMMON),
        ("ECDHE, CBC, SHA-384", suite(0xc024), NOTHING_IN_COMMON),
        ("ECDHE, CCM", suite(0xc0ac), NOTHING_IN_COMMON),
        ("a shared secret", suite(0x00a8), NOTHING_IN_COMMON),
        ("small and odd groups", hello(0x0303).with(GROUPS, &old_groups), NOTHING_IN_COMMON),
        ("the same, 1.3", Hello::of_13(&GOOD_13).with(GROUPS, &old_groups), NOTHING_IN_COMMON),
        ("signed by SHA-1", hello(0x0303).with(SIGNATURES, &list(&[0x0203])), NOTHING_IN_COMMON),
        ("compressed only", hello(0x0303).compressed_by(&[1]), WRONG_PARAMETER),
        ("compressed, 1.3", Hello::of_13(&GOOD_13).compressed_by(&[1, 0]), WRONG_PARAMETER),
    ];
    for (name, hello, alert) in rows {
        assert_eq!(hello.send(secure.address), Said::Alert(alert), "{name}");
    }
    // SSL 2, a heartbeat before anything else, and what is no TLS.
    let ssl_2 = [&[0x80, 0x1c, 1, 0, 2, 0, 3, 0, 0, 0, 16, 1, 0, 0x80][..], &[7; 16]].concat();
    for start in [&ssl_2[..], &[24, 3, 3, 0, 3, 1, 0x40, 0], b"GET / HTTP/1.1\r\n\r\n"] {
        let said = say(secure.address, start);
        assert!(!matches!(said, Said::Hello(_)), "{start:?}: {said:?}");
    }
    secure.client.request("GET", "/health/live", &[], b"").await.expect(200);
}

/// Every number a suite can have, known or not, but the few that are agreed to.
#[tokio::test]
async fn there_is_no_other_suite() {
    let secure = SecureSite::start(&[]).await;
    let good = [&GOOD_12[..], &GOOD_13].concat();
    let others: Vec<u16> = (0..=u16::MAX).filter(|suite| !good.contains(suite)).collect();
    for some in others.chunks(4096) {
        let said = Hello::of(0x0303, some).send(secure.address);
        assert_eq!(said, Said::Alert(NOTHING_IN_COMMON), "from {:#06x}", some[0]);
        let said = Hello::of_13(some).send(secure.address);
        assert_eq!(said, Said::Alert(NOTHING_IN_COMMON), "from {:#06x}, 1.3", some[0]);
    }
    for suite in GOOD_12 {
        let said = agreed(&Hello::of(0x0303, &[suite]), &secure);
        assert_eq!((said.version, said.suite, said.compression), (0x0303, suite, 0));
        // So a client that knows more can tell that somebody has talked us down (RFC 8446, 4.1.3).
        assert_eq!(said.random[24..], *b"DOWNGRD\x01");
    }
    for suite in GOOD_13 {
        let said = agreed(&Hello::of_13(&[suite]), &secure);
        assert_eq!((said.version, said.suite, said.compression), (0x0304, suite, 0));
        assert_ne!(said.random[24..], *b"DOWNGRD\x01");
    }
}

/// And those that are agreed to work, with a client that checks everything.
#[tokio::test]
async fn all_that_is_agreed_to_is_sealed_and_forward_secret() {
    let secure = SecureSite::start(&[]).await;
    for suite in suites::ALL_CIPHER_SUITES {
        let number = u16::from(suite.suite());
        let version = if GOOD_13.contains(&number) { &TLS13 } else { &TLS12 };
        let config = secure.client.config(only(*suite), &[version]);
        let connected = secure.client.connect_with(Arc::new(config)).await;
        assert_eq!(connected.is_err(), OTHER_12.contains(&number), "{suite:?}");
        let Ok(stream) = connected else { continue };
        let session = stream.get_ref().1;
        assert_eq!(session.negotiated_cipher_suite().map(|it| it.suite()), Some(suite.suite()));
        assert_eq!(session.protocol_version(), Some(version.version));
        let name = format!("{:?}", suite.suite());
        let forward = name.starts_with("TLS13_") || name.starts_with("TLS_ECDHE_ECDSA_");
        assert!(forward && (name.contains("_GCM_") || name.contains("_POLY1305_")), "{name}");
    }
}

fn only(suite: SupportedCipherSuite) -> CryptoProvider {
    CryptoProvider { cipher_suites: vec![suite], ..suites::default_provider() }
}

#[tokio::test]
async fn nothing_is_added_that_has_done_harm() {
    let secure = SecureSite::start(&[]).await;
    let hello = Hello::of(0x0303, &[&GOOD_12[..], &[0x00ff, 0x5600]].concat())
        .with(1, &[4])
        .with(4, &[])
        .with(HEARTBEAT, &[1])
        .with(ENCRYPT_THEN_MAC, &[])
        .with(EXTENDED_SECRET, &[])
        .with(NEXT_PROTOCOL, &[])
        .compressed_by(&[1, 0]);
    let said = agreed(&hello, &secure);
    assert_eq!(said.compression, 0, "none, though it was offered");
    for kind in &said.extensions {
        let expected = [SERVER_NAME, 11, EXTENDED_SECRET, RENEGOTIATION];
        assert!(expected.contains(kind), "{kind}");
    }
    // What is agreed upon is bound to this greeting, and to no earlier one.
    for kind in [EXTENDED_SECRET, RENEGOTIATION] {
        assert!(said.extensions.contains(&kind), "{kind}");
    }
}

#[tokio::test]
async fn protocols_above_it_are_ours_or_none() {
    let secure = SecureSite::start(&[]).await;
    for (offered, alert) in [
        (&["spdy/3"][..], AlertDescription::NoApplicationProtocol),
        (&["http/1.0", "h3"], AlertDescription::NoApplicationProtocol),
        (&["H2"], AlertDescription::NoApplicationProtocol),
        // Nobody has ordered a certificate, so there is nothing to prove.
        (&["acme-tls/1"], AlertDescription::AccessDenied),
        (&["acme-tls/1", "http/1.1"], AlertDescription::AccessDenied),
    ] {
        for version in [&TLS12, &TLS13] {
            let mut config = secure.client.config(suites::default_provider(), &[version]);
            config.alpn_protocols = offered.iter().map(|name| name.as_bytes().to_vec()).collect();
            let failed = secure.client.connect_with(Arc::new(config)).await.unwrap_err();
            let said = failed.get_ref().and_then(|error| error.downcast_ref::<TlsError>());
            assert_eq!(said, Some(&TlsError::AlertReceived(alert)), "{offered:?} {version:?}");
        }
    }
    for (offered, chosen) in [
        (&["http/1.1", "h2"][..], Some("h2")),
        (&["spdy/3", "http/1.1"], Some("http/1.1")),
        (&[], None),
    ] {
        let mut stream = secure.client.connect(offered).await.unwrap();
        assert_eq!(stream.get_ref().1.alpn_protocol(), chosen.map(str::as_bytes), "{offered:?}");
        if chosen != Some("h2") {
            let answer = get(&mut stream).await;
            assert!(answer.starts_with("HTTP/1.1 200 "), "{offered:?}: {answer}");
        }
    }
}

async fn get(stream: &mut (impl AsyncReadExt + AsyncWriteExt + Unpin)) -> String {
    let request = b"GET /health/live HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    stream.write_all(request).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.ok();
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn who_comes_back_is_known_but_is_not_heard_before_the_handshake_ends() {
    let secure = SecureSite::start(&[]).await;
    for version in [&TLS12, &TLS13] {
        let mut config = secure.client.config(suites::default_provider(), &[version]);
        config.enable_early_data = true;
        let config = Arc::new(config);
        for expected in [HandshakeKind::Full, HandshakeKind::Resumed, HandshakeKind::Resumed] {
            let name = ServerName::try_from("localhost").unwrap();
            let mut greeting = ClientConnection::new(config.clone(), name).unwrap();
            assert!(greeting.early_data().is_none(), "no ticket allows it: {version:?}");
            let mut stream = secure.client.connect_with(config.clone()).await.unwrap();
            assert_eq!(stream.get_ref().1.handshake_kind(), Some(expected), "{version:?}");
            assert!(!stream.get_ref().1.is_early_data_accepted());
            let answer = get(&mut stream).await;
            assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        }
        // Without what was kept, from the beginning.
        let mut other = ClientConfig::clone(&config);
        other.resumption = Resumption::disabled();
        let stream = secure.client.connect_with(Arc::new(other)).await.unwrap();
        assert_eq!(stream.get_ref().1.handshake_kind(), Some(HandshakeKind::Full));
    }
}

#[tokio::test]
async fn the_way_to_the_authority_is_shown_whole_and_in_order() {
    let made = make(Certificate::Delegated);
    let secure = SecureSite::start_showing(&made, &[]).await;
    for version in [&TLS12, &TLS13] {
        let config = secure.client.config(suites::default_provider(), &[version]);
        // The client knows the authority alone, and not whom that has let sign.
        let stream = secure.client.connect_with(Arc::new(config)).await.unwrap();
        assert_eq!(made.chain.len(), 2);
        assert_eq!(stream.get_ref().1.peer_certificates(), Some(&made.chain[..]), "{version:?}");
    }
    // One site, one certificate: another name, an address or none at all does not change what is
    // shown, and names nobody else's.
    let hello = Hello::of(0x0303, &GOOD_12);
    let ours = agreed(&hello, &secure).certificates;
    assert!(!ours.is_empty());
    for name in ["other.example", "LOCALHOST", "localhost.other.example", "127.0.0.1"] {
        let said = agreed(&hello.clone().with(SERVER_NAME, &server_name(name)), &secure);
        assert_eq!(said.certificates, ours, "{name}");
    }
    assert_eq!(agreed(&hello.clone().without(SERVER_NAME), &secure).certificates, ours);
    for name in ["", "a\0b", "a..b", "-", "exa mple"] {
        let said = hello.clone().with(SERVER_NAME, &server_name(name)).send(secure.address);
        assert!(matches!(said, Said::Alert(_)), "{name:?}: {said:?}");
    }
}

#[tokio::test]
async fn every_answer_over_tls_says_to_come_by_tls_again() {
    let secure = SecureSite::start(&[]).await;
    let credential = format!("Bearer {}", make_token(&secure.database, "admin"));
    let bearer = ("authorization", credential.as_str());
    let form = Form::default().file("photo.avif", &picture("photo.avif")).into_bytes();
    let kind = ("content-type", Form::CONTENT_TYPE);
    let made = secure.client.request("POST", "/uploads", &[bearer, kind], &form).await.expect(201);
    let url = made.json()["url"].as_str().unwrap().to_owned();
    let json = ("content-type", "application/json");
    let redirect = br#"{"old_path":"old","new_path":"https://example.org/new"}"#;
    let made = secure.client.request("POST", "/redirects", &[bearer, json], redirect).await;
    made.expect(201);
    let page = ("accept", "text/html");
    let http2 = secure.client.http2().await;
    for (method, path, headers, status) in [
        ("GET", "/", &[page][..], 200),
        ("GET", "/nothing-here", &[page], 404),
        ("GET", "/nothing-here", &[], 404),
        ("GET", "/old", &[page], 301),
        ("GET", url.as_str(), &[], 200),
        ("GET", url.as_str(), &[("range", "bytes=0-9")], 206),
        ("HEAD", url.as_str(), &[], 200),
        ("GET", "/redirects", &[], 401),
        ("OPTIONS", "/navlinks", &[], 405),
        ("GET", "/navlinks/%zz", &[], 400),
    ] {
        let first = secure.client.request(method, path, headers, b"").await;
        let second = http2.request(method, path, headers, b"").await.unwrap();
        for answer in [first, second] {
            assert_eq!(answer.status, status, "{method} {path}");
            let strict = answer.header("strict-transport-security");
            assert_eq!(strict, Some("max-age=63072000"), "{method} {path}");
        }
    }
}

/// One direction of a connection under ChaCha20-Poly1305 and TLS 1.2 (RFC 7905, 2).
struct Seal {
    key: LessSafeKey,
    iv: Vec<u8>,
    number: u64,
}

impl Seal {
    fn new((number, secrets): (u64, ConnectionTrafficSecrets)) -> Self {
        let ConnectionTrafficSecrets::Chacha20Poly1305 { key, iv } = secrets else {
            panic!("another suite was agreed upon");
        };
        let key = UnboundKey::new(&CHACHA20_POLY1305, key.as_ref()).unwrap();
        Self { key: LessSafeKey::new(key), iv: iv.as_ref().to_vec(), number }
    }

    fn next(&mut self, kind: u8, length: usize) -> (Nonce, Aad<Vec<u8>>) {
        let number = self.number.to_be_bytes();
        self.number += 1;
        let mut nonce: [u8; 12] = self.iv[..].try_into().unwrap();
        nonce[4..].iter_mut().zip(number).for_each(|(byte, other)| *byte ^= other);
        let length = u16::try_from(length).unwrap().to_be_bytes();
        let about = [&number[..], &[kind, 3, 3], &length].concat();
        (Nonce::assume_unique_for_key(nonce), Aad::from(about))
    }

    fn close(&mut self, kind: u8, text: &[u8]) -> Vec<u8> {
        let (nonce, about) = self.next(kind, text.len());
        let mut sealed = text.to_vec();
        self.key.seal_in_place_append_tag(nonce, about, &mut sealed).unwrap();
        let length = u16::try_from(sealed.len()).unwrap().to_be_bytes();
        [&[kind, 3, 3][..], &length, &sealed].concat()
    }

    /// All records of these bytes: their kind and what was sealed.
    fn open(&mut self, mut bytes: &[u8]) -> Vec<(u8, Vec<u8>)> {
        let mut records = Vec::new();
        while let [kind, _, _, a, b, ..] = *bytes {
            let length = usize::from(u16::from_be_bytes([a, b]));
            let Some(sealed) = bytes.get(5..5 + length) else { break };
            bytes = &bytes[5 + length..];
            let (nonce, about) = self.next(kind, length - CHACHA20_POLY1305.tag_len());
            let mut sealed = sealed.to_vec();
            let text = self.key.open_in_place(nonce, about, &mut sealed).unwrap();
            records.push((kind, text.to_vec()));
        }
        records
    }
}

/// What one says who greets again in the middle of a conversation, so many times, and then asks.
async fn greet_again(secure: &SecureSite, times: usize) -> Vec<(u8, Vec<u8>)> {
    let provider = only(suites::cipher_suite::TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256);
    let mut config = secure.client.config(provider, &[&TLS12]);
    config.enable_secret_extraction = true;
    config.resumption = Resumption::disabled();
    let stream = secure.client.connect_with(Arc::new(config)).await.unwrap();
    let agreed = stream.get_ref().1.negotiated_cipher_suite().unwrap().suite();
    assert_eq!(agreed, CipherSuite::TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256);
    let (mut stream, session) = stream.into_inner();
    let secrets = session.dangerous_extract_secrets().unwrap();
    let (mut sending, mut receiving) = (Seal::new(secrets.tx), Seal::new(secrets.rx));
    for _ in 0..times {
        let hello = Hello::of(0x0303, &GOOD_12).message();
        stream.write_all(&sending.close(HANDSHAKE, &hello)).await.unwrap();
    }
    let request = b"GET /health/live HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    stream.write_all(&sending.close(DATA, request)).await.ok();
    let mut bytes = Vec::new();
    let reading = stream.read_to_end(&mut bytes);
    tokio::time::timeout(PATIENCE, reading).await.expect("it is closed").ok();
    receiving.open(&bytes)
}

#[tokio::test]
async fn what_was_agreed_upon_is_not_agreed_upon_again() {
    let secure = SecureSite::start(&[]).await;
    let asked = greet_again(&secure, 1).await;
    assert_eq!(asked[0], (ALERT, vec![1, NO_RENEGOTIATION]), "{asked:?}");
    let is_answer =
        |(kind, text): &(u8, Vec<u8>)| *kind == DATA && text.starts_with(b"HTTP/1.1 200 ");
    assert!(asked.iter().any(is_answer), "{asked:?}");
    // Whoever insists is left, so that nobody can keep us busy with it.
    let insisted = greet_again(&secure, 2).await;
    assert!(insisted.iter().all(|(kind, _)| *kind == ALERT), "{insisted:?}");
}
