use kernel::Timestamp;

use super::OidcError;
use super::members::Members;

/// What the provider says about somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claims {
    pub subject: String,
    /// An address the provider says it has verified.
    pub verified_email: Option<String>,
    pub name: Option<String>,
}

/// What a token has to say to be for us.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expected<'a> {
    pub(super) issuer: &'a str,
    pub(super) audience: &'a str,
    pub(super) purpose: Purpose<'a>,
    /// Whether its header says that it is an access token (RFC 9068).
    pub(super) says_access: bool,
    pub(super) now: Timestamp,
}

/// What a token is presented for. One that was made for one purpose is not good for the other.
#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose<'a> {
    /// It answers a sign-in: an ID token.
    SignIn(SignIn<'a>),
    /// A program has sent it: an access token.
    Access { client: &'a str },
}

#[derive(Clone, Copy, Debug)]
pub(super) struct SignIn<'a> {
    pub(super) nonce: &'a str,
    pub(super) client: &'a str,
}

/// Where a token tells to which client it was given: OpenID Connect, RFC 9068, and what two large
/// providers write instead.
const PARTIES: [&str; 4] = ["azp", "client_id", "cid", "appid"];

/// Clocks differ a little.
const LEEWAY_SECONDS: i64 = 30;

impl Claims {
    pub(super) fn check(members: &Members, expected: Expected<'_>) -> Result<Self, OidcError> {
        let bad = OidcError::BadToken;
        // A claim of the wrong type is a bad token, never a missing claim.
        let text = |name, fact| members.text(name).map_err(|_| bad(fact));
        let time = |name, fact| members.time(name).map_err(|_| bad(fact));
        let now = expected.now.as_micros().div_euclid(1_000_000);
        if text("iss", "its issuer")? != Some(expected.issuer) {
            return Err(bad("its issuer"));
        }
        let audiences = members.texts("aud").map_err(|_| bad("its audience"))?;
        // Otherwise a token made for another client of the same provider would open this site.
        if !audiences.contains(&expected.audience) {
            return Err(bad("its audience"));
        }
        let expiry = time("exp", "its expiry")?.ok_or(bad("its expiry"))?;
        if now >= expiry.saturating_add(LEEWAY_SECONDS) {
            return Err(bad("it has expired"));
        }
        for (name, fact) in [("nbf", "its beginning"), ("iat", "its date")] {
            // From the future: a clock is wrong, or somebody has made it up.
            if time(name, fact)?.is_some_and(|at| at > now.saturating_add(LEEWAY_SECONDS)) {
                return Err(bad(fact));
            }
        }
        match expected.purpose {
            Purpose::SignIn(SignIn { nonce, client }) => {
                let party = text("azp", "its party")?;
                // A token for several audiences was perhaps issued to another of them; `azp` says
                // to whom.
                if party.is_some_and(|party| party != client)
                    || (audiences.len() > 1 && party.is_none())
                {
                    return Err(bad("its party"));
                }
                if expected.says_access {
                    return Err(bad("it is an access token"));
                }
                if text("nonce", "its nonce")? != Some(nonce) {
                    return Err(bad("its nonce"));
                }
            }
            Purpose::Access { client } => {
                let of_sign_in = ["at_hash", "c_hash", "s_hash"].iter().any(|it| members.has(it));
                // A token of a sign-in says nothing about who may send it, so it is no key to the
                // API.
                if of_sign_in || members.text("typ") == Ok(Some("ID")) {
                    return Err(bad("it is an ID token"));
                }
                // An audience of its own tells access tokens from those of a sign-in. Where it is
                // the client, the token has to tell, and to be the client's, by whichever name it
                // tells that.
                if expected.audience == client {
                    let tells = expected.says_access
                        || ["scope", "scp", "client_id"].iter().any(|it| members.has(it));
                    if !tells || members.has("nonce") {
                        return Err(bad("it does not say that it is an access token"));
                    }
                    for name in PARTIES {
                        if text(name, "its party")?.is_some_and(|party| party != client) {
                            return Err(bad("its party"));
                        }
                    }
                }
            }
        }
        Self::describe(members)
    }

    /// Who it is, from a token or from what the provider tells about the bearer of one.
    pub(super) fn describe(members: &Members) -> Result<Self, OidcError> {
        let text = |name| members.text(name).map_err(|_| OidcError::BadToken("a claim's type"));
        let subject = text("sub")?.filter(|subject| (1..=255).contains(&subject.len()));
        // The lists of who may come in are lists of addresses: one that nobody has verified opens
        // nothing.
        let email = text("email")?.filter(|_| members.is_true("email_verified"));
        let name = text("name")?.map(|name| {
            // It is shown on pages and written into logs.
            let plain = name.chars().filter(|character| !character.is_control());
            plain.take(100).collect::<String>()
        });
        Ok(Self {
            subject: subject.ok_or(OidcError::BadToken("its subject"))?.to_owned(),
            verified_email: email.map(str::to_owned),
            name: name.filter(|name| !name.trim().is_empty()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(changes: &str) -> Result<Claims, OidcError> {
        let base = r#""sub":"s","email":"a@b.c","email_verified":true"#;
        let members = Members::read(format!("{{{base},{changes}}}").as_bytes())
            .ok_or(OidcError::BadToken("not an object"))?;
        let expected = Expected {
            issuer: "https://id.example",
            audience: "us",
            purpose: Purpose::Access { client: "client" },
            says_access: false,
            now: "2026-01-01T00:00:00Z".parse().unwrap(),
        };
        Claims::check(&members, expected)
    }

    /// 2026-01-01 in seconds.
    const NOW: i64 = 1_767_225_600;

    #[test]
    fn times_are_whole_seconds_within_a_little_leeway() {
        let with =
            |times: String| check(&format!(r#""iss":"https://id.example","aud":"us",{times}"#));
        let exp = |exp: &str| with(format!(r#""exp":{exp}"#)).is_ok();
        assert!(exp(&(NOW + 1).to_string()));
        assert!(exp(&(NOW - 29).to_string()));
        for bad in
            [&(NOW - 30).to_string(), "\"9999999999\"", "null", "9999999999.5", "1e400", "[]"]
        {
            assert!(!exp(bad), "{bad}");
        }
        let later = NOW + 1000;
        for (name, good) in [
            (format!(r#""nbf":{}"#, NOW + 30), true),
            (format!(r#""nbf":{}"#, NOW + 31), false),
            (format!(r#""nbf":"{NOW}""#), false),
            (format!(r#""iat":{}"#, NOW + 31), false),
        ] {
            assert_eq!(with(format!(r#""exp":{later},{name}"#)).is_ok(), good, "{name}");
        }
        assert!(with(r#""other":1"#.to_owned()).is_err(), "no expiry");
    }

    #[test]
    fn a_token_is_from_the_issuer_and_for_us() {
        for (claims, good) in [
            (r#""iss":"https://id.example","aud":"us""#, true),
            (r#""iss":"https://id.example","aud":["other","us"]"#, true),
            (r#""iss":"https://id.example/","aud":"us""#, false),
            (r#""iss":["https://id.example"],"aud":"us""#, false),
            (r#""iss":"https://id.example","aud":["other"]"#, false),
            (r#""iss":"https://id.example","aud":["us",7]"#, false),
            (r#""iss":"https://id.example","aud":"us2""#, false),
            (r#""iss":"https://id.example""#, false),
            (r#""aud":"us""#, false),
        ] {
            assert_eq!(check(&format!(r#"{claims},"exp":{}"#, NOW + 9)).is_ok(), good, "{claims}");
        }
    }

    #[test]
    fn a_token_of_a_sign_in_is_no_access_token_and_neither_is_that_of_another_client() {
        let judge = |audience: &str, says_access: bool, more: &str| {
            let text = format!(
                r#"{{"sub":"s","iss":"https://id.example","aud":"{audience}","exp":{}{more}}}"#,
                NOW + 9
            );
            let members = Members::read(text.as_bytes()).unwrap();
            let purpose = Purpose::Access { client: "client" };
            let issuer = "https://id.example";
            let now = "2026-01-01T00:00:00Z".parse().unwrap();
            Claims::check(&members, Expected { issuer, audience, purpose, says_access, now })
                .is_ok()
        };
        // The audience is the client's own: the token has to tell what it is.
        assert!(!judge("client", false, ""));
        assert!(!judge("client", false, r#","nonce":"n""#));
        assert!(judge("client", true, ""));
        assert!(judge("client", false, r#","scope":"openid""#));
        assert!(judge("client", false, r#","client_id":"client","azp":"client""#));
        assert!(!judge("client", true, r#","nonce":"n""#));
        for party in ["azp", "client_id", "cid", "appid"] {
            assert!(judge("client", true, &format!(r#","{party}":"client""#)), "{party}");
            for foreign in [r#""other""#, r#""Client""#, r#""""#, "7", "null", r#"["client"]"#] {
                let claim = format!(r#","{party}":{foreign}"#);
                assert!(!judge("client", true, &claim), "{claim}");
                assert!(
                    !judge("client", false, &format!(r#"{claim},"scope":"openid""#)),
                    "{claim}"
                );
            }
        }
        // One of ours does not make up for one of another's.
        assert!(!judge("client", true, r#","azp":"client","client_id":"other""#));
        // An audience of its own: any client may have been given it.
        assert!(judge("api", false, ""));
        assert!(judge("api", false, r#","azp":"other""#));
        assert!(judge("api", true, r#","client_id":"other""#));
        for hash in ["at_hash", "c_hash"] {
            assert!(!judge("api", true, &format!(r#","{hash}":"x""#)), "{hash}");
        }
        assert!(!judge("api", false, r#","typ":"ID""#));
    }

    #[test]
    fn only_true_verifies_an_address() {
        for (verified, counts) in
            [("true", true), ("false", false), ("\"true\"", false), ("1", false), ("null", false)]
        {
            let text = format!(r#"{{"sub":"s","email":"a@b.c","email_verified":{verified}}}"#);
            let claims = Claims::describe(&Members::read(text.as_bytes()).unwrap()).unwrap();
            assert_eq!(claims.verified_email.is_some(), counts, "{verified}");
        }
        let absent = Members::read(br#"{"sub":"s","email":"a@b.c"}"#).unwrap();
        assert_eq!(Claims::describe(&absent).unwrap().verified_email, None);
    }
}
