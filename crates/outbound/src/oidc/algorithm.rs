use ring::signature::{
    RSA_PKCS1_2048_8192_SHA256, RSA_PKCS1_2048_8192_SHA384, RSA_PKCS1_2048_8192_SHA512,
    RSA_PSS_2048_8192_SHA256, RSA_PSS_2048_8192_SHA384, RSA_PSS_2048_8192_SHA512, RsaParameters,
};

/// The algorithms a token may be signed with. All need the provider's private key: no `none`, and
/// no shared secrets, which a public key could be passed off as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Algorithm {
    Rs256,
    Rs384,
    Rs512,
    Ps256,
    Ps384,
    Ps512,
    Es256,
    Es384,
    EdDsa,
}

const NAMES: [(Algorithm, &str); 9] = [
    (Algorithm::Rs256, "RS256"),
    (Algorithm::Rs384, "RS384"),
    (Algorithm::Rs512, "RS512"),
    (Algorithm::Ps256, "PS256"),
    (Algorithm::Ps384, "PS384"),
    (Algorithm::Ps512, "PS512"),
    (Algorithm::Es256, "ES256"),
    (Algorithm::Es384, "ES384"),
    (Algorithm::EdDsa, "EdDSA"),
];

impl Algorithm {
    pub(super) fn of(name: &str) -> Option<Self> {
        NAMES.iter().find(|(_, known)| *known == name).map(|(algorithm, _)| *algorithm)
    }

    pub(super) fn name(self) -> &'static str {
        let found = NAMES.iter().find(|(algorithm, _)| *algorithm == self);
        found.map(|(_, name)| *name).expect("every algorithm has a name")
    }

    pub(super) fn is_rsa(self) -> bool {
        self.rsa().is_some()
    }

    pub(super) fn rsa(self) -> Option<&'static RsaParameters> {
        match self {
            Self::Rs256 => Some(&RSA_PKCS1_2048_8192_SHA256),
            Self::Rs384 => Some(&RSA_PKCS1_2048_8192_SHA384),
            Self::Rs512 => Some(&RSA_PKCS1_2048_8192_SHA512),
            Self::Ps256 => Some(&RSA_PSS_2048_8192_SHA256),
            Self::Ps384 => Some(&RSA_PSS_2048_8192_SHA384),
            Self::Ps512 => Some(&RSA_PSS_2048_8192_SHA512),
            Self::Es256 | Self::Es384 | Self::EdDsa => None,
        }
    }
}
