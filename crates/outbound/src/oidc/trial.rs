//! What only tests ask: a token judged without a provider that would have to be asked for its keys.

use kernel::Timestamp;

use super::claims::{Expected, Purpose, SignIn};
use super::keys::Keys;
use super::signature::Signed;
use super::{Claims, OidcError};

/// What a token has to be for.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    pub issuer: &'a str,
    pub client: &'a str,
    /// That of a sign-in. None for a token that a program has sent.
    pub nonce: Option<&'a str>,
    pub now: Timestamp,
}

/// A token, as one of a provider with such a list of keys is judged where no audience is set.
pub fn judge(token: &str, keys: &[u8], asked: Asked<'_>) -> Result<Claims, OidcError> {
    let keys = Keys::read(keys).ok_or(OidcError::BadToken("its keys are no list"))?;
    let signed = Signed::read(token)?;
    let members = signed.verify(&keys)?;
    let Asked { issuer, client, nonce, now } = asked;
    let purpose = match nonce {
        Some(nonce) => Purpose::SignIn(SignIn { nonce, client }),
        None => Purpose::Access { client },
    };
    let says_access = signed.says_access();
    Claims::check(&members, Expected { issuer, audience: client, purpose, says_access, now })
}
