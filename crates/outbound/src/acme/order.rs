use std::time::Duration;

use instant_acme::{
    Account as AcmeAccount, AuthorizationHandle, AuthorizationStatus, ChallengeType, Identifier,
    NewOrder, Order, OrderStatus, RetryPolicy,
};

use super::connection::Connection;
use super::{Account, AcmeError, Proof, ProofKind};

/// What an authority has signed, with the key that was made for it.
#[derive(Clone)]
pub struct Issued {
    /// The site's own certificate and those that lead to the authority, as PEM.
    pub chain: String,
    pub key: String,
}

impl std::fmt::Debug for Issued {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Issued").field("chain", &self.chain).finish_non_exhaustive()
    }
}

/// How often it is asked whether it is done, unless the authority says how often it wants to be.
const ASKING: RetryPolicy = RetryPolicy::new()
    .initial_delay(Duration::from_secs(1))
    .backoff(1.5)
    .timeout(Duration::from_secs(90));

/// Makes an order and proves what it wants proven.
pub(super) async fn prepare(
    connection: &Connection,
    account: &Account,
    names: &[String],
    kind: ProofKind,
    show: &(dyn Fn(Proof) + Send + Sync),
) -> Result<Order, AcmeError> {
    let failed = |error| AcmeError::of(error, connection);
    let account = AcmeAccount::builder_with_http(Box::new(connection.clone()))
        .from_credentials(account.credentials())
        .await
        .map_err(failed)?;
    let names: Vec<Identifier> = names.iter().cloned().map(Identifier::Dns).collect();
    let mut order = account.new_order(&NewOrder::new(&names)).await.map_err(failed)?;
    if let Err(error) = prove_all(&mut order, kind, show, connection).await {
        return Err(find_reason(&mut order).await.unwrap_or(error));
    }
    Ok(order)
}

/// How often it is tried to fetch what was signed.
const FETCHES: u32 = 5;
const BETWEEN_FETCHES: Duration = Duration::from_secs(5);

/// Has it signed, and fetches what was signed. The key is here and the certificate is there: that is not given up for
/// one answer that does not come.
pub(super) async fn finish(connection: &Connection, mut order: Order) -> Result<Issued, AcmeError> {
    let failed = |error| AcmeError::of(error, connection);
    let key = order.finalize().await.map_err(|error| failed(error).after_signing())?;
    let mut fetches = 0;
    loop {
        fetches += 1;
        let error = match order.poll_certificate(&ASKING).await {
            Ok(chain) => return Ok(Issued { chain, key }),
            Err(error) => failed(error),
        };
        let state = order.state();
        if state.error.is_some() || state.status == OrderStatus::Invalid {
            return Err(error);
        }
        if fetches == FETCHES {
            return Err(AcmeError::NotHandedOver(Box::new(error)));
        }
        tokio::time::sleep(BETWEEN_FETCHES).await;
    }
}

async fn prove_all(
    order: &mut Order,
    kind: ProofKind,
    show: &(dyn Fn(Proof) + Send + Sync),
    connection: &Connection,
) -> Result<(), AcmeError> {
    let failed = |error| AcmeError::of(error, connection);
    let mut authorizations = order.authorizations();
    while let Some(authorization) = authorizations.next().await {
        prove(authorization.map_err(failed)?, kind, show, connection).await?;
    }
    match order.poll_ready(&ASKING).await.map_err(failed)? {
        OrderStatus::Ready => Ok(()),
        _ => Err(AcmeError::Unusable("the order came to nothing".to_owned())),
    }
}

async fn prove(
    mut authorization: AuthorizationHandle<'_>,
    kind: ProofKind,
    show: &(dyn Fn(Proof) + Send + Sync),
    connection: &Connection,
) -> Result<(), AcmeError> {
    // Still good from an earlier order.
    if authorization.status == AuthorizationStatus::Valid {
        return Ok(());
    }
    let name = authorization.identifier().to_string();
    let wanted = match kind {
        ProofKind::Http => ChallengeType::Http01,
        ProofKind::Tls => ChallengeType::TlsAlpn01,
    };
    let Some(mut challenge) = authorization.challenge(wanted) else {
        return Err(AcmeError::NoSuchProof { name });
    };
    let answer = challenge.key_authorization();
    show(match kind {
        ProofKind::Http => {
            Proof::Http { token: challenge.token.clone(), answer: answer.as_str().to_owned() }
        }
        ProofKind::Tls => Proof::by_tls(&name, answer.digest().as_ref())?,
    });
    challenge.set_ready().await.map_err(|error| AcmeError::of(error, connection))
}

/// Why an order failed. It stands with the proof that failed, whatever was refused after that.
async fn find_reason(order: &mut Order) -> Option<AcmeError> {
    let mut authorizations = order.authorizations();
    while let Some(Ok(mut authorization)) = authorizations.next().await {
        let Ok(state) = authorization.refresh().await else { continue };
        let error = state.challenges.iter().find_map(|challenge| challenge.error.as_ref());
        if let Some(error) = error {
            let name = state.identifier().to_string();
            return Some(AcmeError::NotProven { name, detail: error.to_string() });
        }
    }
    None
}
