//! An authority that has no time for us, and when it wants to be asked again.

#![cfg(test)]

use std::time::Duration;

use outbound::acme::{AcmeError, Authority};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

/// Refuses everybody with these headers.
async fn busy(headers: &str) -> Authority {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let body = r#"{"type":"urn:ietf:params:acme:error:rateLimited","detail":"too many"}"#;
    let answer = format!(
        "HTTP/1.1 429 x\r\ncontent-type: application/problem+json\r\ncontent-length: {}\r\n\
         connection: close\r\n{headers}\r\n{body}",
        body.len()
    );
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut head = [0; 4096];
            let _ = stream.read(&mut head).await;
            stream.write_all(answer.as_bytes()).await.ok();
        }
    });
    Authority::new(format!("http://{address}/directory"), Vec::new())
}

#[tokio::test]
async fn an_authority_is_asked_again_when_it_wants_to_be() {
    let now = "date: Tue, 17 Nov 2026 12:00:00 GMT\r\n";
    let hour = Duration::from_secs(3600);
    for (told, date, wait) in [
        ("120", "", Some(Duration::from_secs(120))),
        (" 7200 ", now, Some(2 * hour)),
        ("Tue, 17 Nov 2026 13:00:00 GMT", now, Some(hour)),
        // In the older forms that a date may have.
        ("Tuesday, 17-Nov-26 14:00:00 GMT", now, Some(2 * hour)),
        ("Tue Nov 17 13:00:00 2026", now, Some(hour)),
        // By the clock of the authority, whatever ours says.
        ("Tue, 17 Nov 1998 13:00:00 GMT", "date: Tue, 17 Nov 1998 12:00:00 GMT\r\n", Some(hour)),
        ("Tue, 17 Nov 2026 11:00:00 GMT", now, Some(Duration::ZERO)),
        ("Tue, 17 Nov 2026 13:00:00 GMT", "", None),
        ("soon", now, None),
        ("-5", now, None),
    ] {
        let authority = busy(&format!("retry-after: {told}\r\n{date}")).await;
        let error = authority.register(None).await.unwrap_err();
        assert!(matches!(error, AcmeError::Refused { .. }), "{error}");
        assert_eq!(error.come_back(), wait, "{told:?} {date:?}");
    }
    let error = busy("").await.register(None).await.unwrap_err();
    assert_eq!(error.come_back(), None);
}
