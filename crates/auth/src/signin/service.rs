use std::net::IpAddr;
use std::sync::Arc;

use outbound::oidc::{Authorization, Claims, OidcError, Provider};
use store::{Store, StoreError};
use tokio::sync::OnceCell;

use super::attempt::{Attempt, LIFE};
use super::key::AttemptSeal;
use super::{SpentAttempt, Turn, Turns};
use crate::identity::{Identity, Person};

/// Sends people to the provider and takes them back.
#[derive(Clone, Debug)]
pub(crate) struct SignIn {
    store: Store,
    provider: Provider,
    seal: Arc<OnceCell<AttemptSeal>>,
    turns: Turns,
}

/// What the provider sends somebody back with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answer {
    pub(crate) state: String,
    pub(crate) code: Option<String>,
    pub(crate) error: Option<String>,
    pub(crate) issuer: Option<String>,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum SignInError {
    #[error("the answer belongs to no attempt of this browser, or to an old one")]
    NotOurs,
    #[error("too many codes are being redeemed already")]
    Crowded,
    #[error("the provider did not sign the user in")]
    Denied,
    #[error("the provider vouches for no e-mail address")]
    Unverified,
    #[error(transparent)]
    Oidc(#[from] OidcError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

const LONGEST_CODE: usize = 4096;

impl SignIn {
    pub(crate) fn new(store: Store, provider: Provider) -> Self {
        Self { store, provider, seal: Arc::default(), turns: Turns::new() }
    }

    async fn seal(&self) -> Result<&AttemptSeal, StoreError> {
        self.seal.get_or_try_init(|| AttemptSeal::load(&self.store)).await
    }

    /// A new attempt, and where to send its browser.
    pub(crate) async fn begin(
        &self,
        return_to: Option<&str>,
        redirect: &str,
    ) -> Result<(Attempt, String), SignInError> {
        let now = self.store.clock().now();
        let seal = self.seal().await?;
        let attempt = Attempt::begin(return_to, now, self.store.randomness(), seal);
        let (state, nonce, challenge) = (attempt.state(), attempt.nonce(), attempt.challenge());
        let with = Authorization { redirect, state: &state, nonce: &nonce, challenge: &challenge };
        let address = self.provider.authorization(with).await?;
        Ok((attempt, address))
    }

    /// The attempt that an answer from this address belongs to, now spent: it cannot be answered again. And
    /// the turn to have it looked at; who finds none has spent nothing, and can send the same again.
    pub(crate) async fn claim(
        &self,
        cookie: Option<&str>,
        state: &str,
        address: IpAddr,
    ) -> Result<(Attempt, Turn), SignInError> {
        let seal = self.seal().await?;
        let attempt = cookie.and_then(|cookie| Attempt::parse(cookie, seal));
        let attempt = attempt.ok_or(SignInError::NotOurs)?;
        // Before it is marked as spent, so that a stranger cannot spend somebody else's attempt.
        if !attempt.fits(state, self.store.clock().now()) {
            return Err(SignInError::NotOurs);
        }
        let turn = self.turns.take(address).await.ok_or(SignInError::Crowded)?;
        let mark = attempt.mark();
        let spent = self
            .store
            .write(move |transaction| {
                transaction
                    .insert(SpentAttempt {
                        id: transaction.generate_id(),
                        mark: mark.clone(),
                        expires_at: transaction.now().plus(LIFE),
                    })
                    .map(|_| ())
            })
            .await;
        match spent {
            Ok(()) => Ok((attempt, turn)),
            // The rule decides, not a look beforehand: of two answers at once one is inserted.
            Err(StoreError::Taken { .. }) => Err(SignInError::NotOurs),
            Err(error) => Err(error.into()),
        }
    }

    /// Who has come back.
    pub(crate) async fn finish(
        &self,
        attempt: &Attempt,
        answer: &Answer,
        redirect: &str,
    ) -> Result<Identity, SignInError> {
        // RFC 9207: an answer that another provider has sent on must not be taken for this one's.
        // Before the error is looked at, as that may be another provider's, too.
        if !self.provider.is_own_answer(answer.issuer.as_deref()).await? {
            return Err(SignInError::NotOurs);
        }
        // What the provider says is not passed on: anybody can write it into an address.
        if answer.error.is_some() {
            return Err(SignInError::Denied);
        }
        let code = answer.code.as_deref().filter(|code| (1..=LONGEST_CODE).contains(&code.len()));
        let code = code.ok_or(SignInError::NotOurs)?;
        let (verifier, nonce) = (attempt.verifier(), attempt.nonce());
        let claims = self.provider.redeem(code, &verifier, redirect, &nonce).await?;
        self.identify(claims).ok_or(SignInError::Unverified)
    }

    /// Whom a token of the provider stands for, that a program has sent.
    pub(crate) async fn recognise(&self, token: &str) -> Result<Option<Identity>, OidcError> {
        Ok(self.identify(self.provider.recognise(token).await?))
    }

    fn identify(&self, claims: Claims) -> Option<Identity> {
        let Claims { subject, verified_email, name } = claims;
        let issuer = self.provider.issuer().to_owned();
        // Without an address that the provider vouches for nobody is on a list.
        Some(Identity::Provider(Person { issuer, subject, email: verified_email?, name }))
    }
}
