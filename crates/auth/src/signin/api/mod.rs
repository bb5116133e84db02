//! Signing in over HTTP: on the way out and on the way back.

mod callback;
mod login;

pub use callback::callback;
pub use login::login;

use crate::pages::Notice;
use crate::signin::SignInError;

/// Where the provider sends people back to.
const CALLBACK: &str = "/auth/callback";

/// What people are told about a failure. The log has been told more.
fn notice(error: &SignInError) -> Notice {
    match error {
        SignInError::NotOurs => Notice::StrayAnswer,
        SignInError::Denied => Notice::Denied,
        SignInError::Unverified => Notice::Unverified,
        SignInError::Oidc(error) if error.is_unavailable() => Notice::ProviderDown,
        SignInError::Oidc(_) => Notice::Denied,
        SignInError::Crowded => Notice::ProviderDown,
        SignInError::Store(_) => Notice::OurFault,
    }
}
