//! Signing in and staying signed in: the provider, the owner's link, sessions, tokens.

mod bearer;
mod crowd;
mod own_sessions;
mod owner_link;
mod provider;
mod sessions;
mod signin;
mod tokens;
