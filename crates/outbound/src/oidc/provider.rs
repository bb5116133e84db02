use std::sync::Arc;
use std::time::Duration;

use kernel::Clock;

use super::claims::{Expected, Purpose, SignIn};
use super::exchange::{self, Tokens};
use super::knowledge::{Knowledge, Known};
use super::settings::Settings;
use super::signature::Signed;
use super::{Claims, OidcError};
use crate::http::{Client, HttpError, Limits};

/// What goes along when somebody is sent to the provider.
#[derive(Clone, Copy, Debug)]
pub struct Authorization<'a> {
    /// Where the provider sends them back to.
    pub redirect: &'a str,
    pub state: &'a str,
    pub nonce: &'a str,
    /// The SHA-256 of the verifier, as base64url (PKCE).
    pub challenge: &'a str,
}

#[derive(Clone, Debug)]
pub struct Provider(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    settings: Settings,
    client: Client,
    clock: Clock,
    knowledge: Arc<Knowledge>,
}

/// For everything a code takes: somebody waits in front of a blank page.
const PATIENCE: Duration = Duration::from_millis(4500);

const LIMITS: Limits = Limits {
    connect: Duration::from_secs(2),
    read: Duration::from_secs(3),
    total: Duration::from_secs(4),
    answer_bytes: 512 * 1024,
    at_a_time: 16,
    waiting: 32,
};

impl Provider {
    pub fn new(settings: Settings, clock: Clock) -> Self {
        let client = Client::new(LIMITS);
        let knowledge = Knowledge::new(settings.issuer.clone(), client.clone(), clock.clone());
        Self(Arc::new(Shared { settings, client, clock, knowledge: Arc::new(knowledge) }))
    }

    pub fn issuer(&self) -> &str {
        &self.0.settings.issuer
    }

    /// Where to send somebody to sign in.
    pub async fn authorization(&self, with: Authorization<'_>) -> Result<String, OidcError> {
        let known = self.0.knowledge.get().await?;
        let mut address = known.metadata.authorization.clone();
        address
            .query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", &self.0.settings.client_id)
            .append_pair("redirect_uri", with.redirect)
            .append_pair("scope", "openid email profile")
            .append_pair("state", with.state)
            .append_pair("nonce", with.nonce)
            .append_pair("code_challenge", with.challenge)
            // Never `plain`, which would show the verifier to whoever sees the address.
            .append_pair("code_challenge_method", "S256");
        Ok(address.into())
    }

    /// Whether an answer that names this issuer, or none, can be the provider's (RFC 9207).
    pub async fn is_own_answer(&self, issuer: Option<&str>) -> Result<bool, OidcError> {
        Ok(match issuer {
            Some(issuer) => issuer == self.0.settings.issuer,
            // One that says it names itself and then does not was answered by somebody else.
            None => !self.0.knowledge.get().await?.metadata.names_itself,
        })
    }

    /// Who has signed in, for the code they came back with.
    pub async fn redeem(
        &self,
        code: &str,
        verifier: &str,
        redirect: &str,
        nonce: &str,
    ) -> Result<Claims, OidcError> {
        let redeeming = Box::pin(self.exchange(code, verifier, redirect, nonce));
        let redeemed = tokio::time::timeout(PATIENCE, redeeming).await;
        redeemed.unwrap_or(Err(HttpError::TimedOut.into()))
    }

    async fn exchange(
        &self,
        code: &str,
        verifier: &str,
        redirect: &str,
        nonce: &str,
    ) -> Result<Claims, OidcError> {
        let Shared { settings, client, knowledge, .. } = &*self.0;
        let known = knowledge.get().await?;
        let Tokens { id, access } =
            exchange::redeem(client, &known.metadata, settings, code, verifier, redirect).await?;
        let sign_in = SignIn { nonce, client: &settings.client_id };
        // The token of a sign-in is for the client, whatever audience programs use.
        let claims = self.verify(&id, &settings.client_id, Purpose::SignIn(sign_in)).await?;
        // Many providers tell the address only when asked for it.
        match (&claims.verified_email, access, &known.metadata.user_info) {
            (None, Some(access), Some(address)) => {
                let told = exchange::user_info(client, address, &access).await?;
                // Answers could be mixed up, by mistake or on purpose.
                match told.subject == claims.subject {
                    true => Ok(told),
                    false => Err(OidcError::BadToken("the provider tells of another user")),
                }
            }
            _ => Ok(claims),
        }
    }

    /// Whom a token stands for that a program sent.
    pub async fn recognise(&self, token: &str) -> Result<Claims, OidcError> {
        let Settings { client_id, audience, .. } = &self.0.settings;
        self.verify(token, audience, Purpose::Access { client: client_id }).await
    }

    async fn verify(
        &self,
        token: &str,
        audience: &str,
        purpose: Purpose<'_>,
    ) -> Result<Claims, OidcError> {
        let signed = Signed::read(token)?;
        let known = self.known_key(&signed).await?;
        // Nothing of what it says is looked at before this.
        let members = signed.verify(&known.keys)?;
        let issuer = self.issuer();
        let now = self.0.clock.now();
        let says_access = signed.says_access();
        Claims::check(&members, Expected { issuer, audience, purpose, says_access, now })
    }

    async fn known_key(&self, signed: &Signed<'_>) -> Result<Arc<Known>, OidcError> {
        let known = self.0.knowledge.get().await?;
        match signed.names_key_of(&known.keys) {
            true => Ok(known),
            // Tokens with an unknown key also come right after the provider has changed its keys.
            false => Ok(self.0.knowledge.get_newer(&known).await),
        }
    }
}
