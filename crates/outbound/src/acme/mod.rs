//! Certificates from an authority, by ACME (RFC 8555): an account, an order for some names, the proof
//! that the names lead here, the certificate. When to ask and what becomes of the answer is not decided
//! here.

mod connection;
mod error;
mod order;
mod proof;

use std::time::Duration;

use instant_acme::{Account as AcmeAccount, AccountCredentials, NewAccount};
use rustls::pki_types::CertificateDer;

use crate::http::{Client, Limits};
use connection::Connection;
pub use error::AcmeError;
pub use order::Issued;
pub use proof::{Proof, ProofKind};

/// An order with all its proofs takes seconds; an authority that needs longer is asked again later. The same for
/// signing it.
const WHOLE_ORDER: Duration = Duration::from_secs(180);

/// Somebody who signs certificates.
#[derive(Clone, Debug)]
pub struct Authority {
    directory: String,
    client: Client,
}

/// How an authority knows us. It holds a private key.
pub struct Account(AccountCredentials);

impl Authority {
    /// By the address of its directory; trusted beside the authorities of the machine are these.
    pub fn new(directory: String, trusted: Vec<CertificateDer<'static>>) -> Self {
        let limits = Limits {
            connect: Duration::from_secs(10),
            read: Duration::from_secs(30),
            total: Duration::from_secs(40),
            answer_bytes: 256 * 1024,
            at_a_time: 1,
            waiting: 4,
        };
        Self { directory, client: Client::trusting(limits, trusted) }
    }

    /// Makes an account. By that, the authority's terms are agreed to.
    pub async fn register(&self, contact: Option<&str>) -> Result<Account, AcmeError> {
        let connection = Connection::new(self.client.clone());
        let contact: Vec<String> =
            contact.iter().map(|address| format!("mailto:{address}")).collect();
        let contact: Vec<&str> = contact.iter().map(String::as_str).collect();
        let account = NewAccount {
            contact: &contact,
            terms_of_service_agreed: true,
            only_return_existing: false,
        };
        let builder = AcmeAccount::builder_with_http(Box::new(connection.clone()));
        let made = builder.create(&account, self.directory.clone(), None);
        let made = tokio::time::timeout(WHOLE_ORDER, made).await;
        match made.map_err(|_| AcmeError::TooLate)? {
            Ok((_, credentials)) => Ok(Account(credentials)),
            Err(error) => Err(AcmeError::of(error, &connection)),
        }
    }

    /// Asks for a certificate for these names. What has to be proven is handed to `show`, and has to be
    /// there for the authority to see when that returns.
    pub async fn order(
        &self,
        account: &Account,
        names: &[String],
        kind: ProofKind,
        show: &(dyn Fn(Proof) + Send + Sync),
    ) -> Result<Issued, AcmeError> {
        let connection = Connection::new(self.client.clone());
        let preparing = order::prepare(&connection, account, names, kind, show);
        // Boxed: the future is large, and waits for most of its life.
        let prepared = tokio::time::timeout(WHOLE_ORDER, Box::pin(preparing)).await;
        let order = prepared.unwrap_or(Err(AcmeError::TooLate))?;
        let finishing = order::finish(&connection, order);
        let finished = tokio::time::timeout(WHOLE_ORDER, Box::pin(finishing)).await;
        finished.unwrap_or_else(|_| Err(AcmeError::TooLate.after_signing()))
    }
}

impl Account {
    /// As it is kept.
    pub fn to_json(&self) -> String {
        serde_json::to_string(&self.0).expect("texts only")
    }

    /// None where it is no account.
    pub fn from_json(json: &str) -> Option<Self> {
        serde_json::from_str(json).ok().map(Self)
    }

    fn credentials(&self) -> AccountCredentials {
        // The library's own type can be written and read, and not be copied.
        serde_json::from_str(&self.to_json()).expect("just written")
    }
}

impl std::fmt::Debug for Account {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Account").finish_non_exhaustive()
    }
}
