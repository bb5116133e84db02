use std::path::PathBuf;

use percent_encoding::percent_decode_str;
use tokio_postgres::config::SslMode;

use super::TlsError;

/// How much TLS is asked for, from none to a server that proves its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::postgres) enum Mode {
    Disable,
    /// If the server offers it. Keeps nobody out who can change what is sent.
    Prefer,
    /// Always, whoever the server is.
    Require,
    /// Always, with a certificate of a trusted authority.
    VerifyCa,
    /// The same, and the certificate is for the host that was asked.
    VerifyFull,
}

/// Whom to believe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::postgres) enum Authorities {
    /// Those the machine trusts.
    Machine,
    /// Those of this file and no others.
    File(PathBuf),
}

/// What the client proves itself with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::postgres) struct Identity {
    pub(in crate::postgres) certificate: PathBuf,
    pub(in crate::postgres) key: PathBuf,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::postgres) struct Options {
    pub(in crate::postgres) mode: Mode,
    pub(in crate::postgres) authorities: Authorities,
    pub(in crate::postgres) identity: Option<Identity>,
}

impl Mode {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "disable" => Self::Disable,
            "prefer" => Self::Prefer,
            "require" => Self::Require,
            "verify-ca" => Self::VerifyCa,
            "verify-full" => Self::VerifyFull,
            _ => return None,
        })
    }

    /// In the words of the driver, which leaves it to us to look at certificates.
    pub(in crate::postgres) fn for_driver(self) -> SslMode {
        match self {
            Self::Disable => SslMode::Disable,
            Self::Prefer => SslMode::Prefer,
            Self::Require | Self::VerifyCa | Self::VerifyFull => SslMode::Require,
        }
    }
}

impl Options {
    /// Takes the options about TLS out of an address, and gives what is left of it.
    pub(in crate::postgres) fn take_from(address: &str) -> Result<(String, Self), TlsError> {
        let (base, query) = address.split_once('?').unwrap_or((address, ""));
        let mut taken: [(&'static str, Option<String>); 4] =
            [("sslmode", None), ("sslrootcert", None), ("sslcert", None), ("sslkey", None)];
        let mut left = Vec::new();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            // What is not about TLS stays exactly as it was written, also if we do not understand
            // it.
            let Some((option, place)) = taken.iter_mut().find(|(option, _)| *option == name) else {
                left.push(pair);
                continue;
            };
            let text = percent_decode_str(value).decode_utf8();
            let text = text.map_err(|_| TlsError::NotText { option })?;
            if place.replace(text.into_owned()).is_some() {
                return Err(TlsError::Twice { option });
            }
        }
        let rest = match left.is_empty() {
            true => base.to_owned(),
            false => format!("{base}?{}", left.join("&")),
        };
        let [(_, mode), (_, root), (_, certificate), (_, key)] = taken;
        Ok((rest, Self::new(mode.as_deref(), root, certificate, key)?))
    }

    fn new(
        mode: Option<&str>,
        root: Option<String>,
        certificate: Option<String>,
        key: Option<String>,
    ) -> Result<Self, TlsError> {
        let mode = match mode {
            None => Mode::Prefer,
            Some(name) => Mode::named(name).ok_or(TlsError::UnknownMode)?,
        };
        // Whoever names an authority wants to be sure of it. Silence would be a trap.
        let is_weak = matches!(mode, Mode::Disable | Mode::Prefer);
        let given = [("sslrootcert", &root), ("sslcert", &certificate), ("sslkey", &key)];
        if let Some((option, _)) = given.into_iter().find(|(_, value)| is_weak && value.is_some()) {
            return Err(TlsError::Pointless { option });
        }
        let identity = match (certificate, key) {
            (None, None) => None,
            (Some(certificate), Some(key)) => {
                Some(Identity { certificate: certificate.into(), key: key.into() })
            }
            _ => return Err(TlsError::HalfAnIdentity),
        };
        // As PostgreSQL's own clients have it: an authority turns `require` into `verify-ca`.
        let mode = match (mode, &root) {
            (Mode::Require, Some(_)) => Mode::VerifyCa,
            (mode, _) => mode,
        };
        let authorities = match root {
            None => Authorities::Machine,
            Some(root) if root == "system" => Authorities::Machine,
            Some(file) => Authorities::File(file.into()),
        };
        Ok(Self { mode, authorities, identity })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_options_about_tls_are_taken_and_the_rest_is_left() {
        let taken =
            |query: &str| Options::take_from(&format!("postgres://u:p@h/d{query}")).unwrap();
        let (rest, options) = taken("");
        assert_eq!((rest.as_str(), options.mode), ("postgres://u:p@h/d", Mode::Prefer));
        let (rest, options) =
            taken("?sslmode=verify-full&options=-c%20a%3Db&sslrootcert=%2Fa%20b.pem");
        assert_eq!(rest, "postgres://u:p@h/d?options=-c%20a%3Db");
        assert_eq!(options.mode, Mode::VerifyFull);
        assert_eq!(options.authorities, Authorities::File("/a b.pem".into()));
        let (rest, options) = taken("?sslmode=require&sslcert=c.pem&sslkey=k.pem");
        assert_eq!(rest, "postgres://u:p@h/d");
        assert_eq!((options.mode, options.authorities), (Mode::Require, Authorities::Machine));
        assert_eq!(options.identity.unwrap().key, PathBuf::from("k.pem"));
        let (_, options) = taken("?sslmode=verify-full&sslrootcert=system");
        assert_eq!((options.mode, options.authorities), (Mode::VerifyFull, Authorities::Machine));
    }

    #[test]
    fn an_authority_turns_require_into_verify_ca() {
        let (_, options) =
            Options::take_from("postgres://h/?sslmode=require&sslrootcert=a").unwrap();
        assert_eq!(options.mode, Mode::VerifyCa);
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        for (query, said) in [
            ("sslmode=allow", "sslmode must be disable, prefer, require, verify-ca or verify-full"),
            ("sslmode=", "sslmode must be disable, prefer, require, verify-ca or verify-full"),
            ("sslmode=disable&sslmode=require", "sslmode is given twice"),
            ("sslmode=%ff", "sslmode is not text"),
            (
                "sslrootcert=a.pem",
                "sslrootcert needs an sslmode of require, verify-ca or verify-full",
            ),
            (
                "sslmode=prefer&sslkey=a",
                "sslkey needs an sslmode of require, verify-ca or verify-full",
            ),
            ("sslmode=require&sslcert=a.pem", "sslcert and sslkey belong together"),
        ] {
            let refused = Options::take_from(&format!("postgres://h/d?{query}")).unwrap_err();
            assert_eq!(refused.to_string(), said);
        }
    }
}
