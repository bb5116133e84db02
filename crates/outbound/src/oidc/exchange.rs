use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http::Request;
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use url::{Url, form_urlencoded};

use super::discovery::Metadata;
use super::members::Members;
use super::settings::Settings;
use super::{Claims, OidcError};
use crate::http::Client;

/// What the provider gives for a code.
pub(super) struct Tokens {
    pub(super) id: String,
    pub(super) access: Option<String>,
}

pub(super) async fn redeem(
    client: &Client,
    metadata: &Metadata,
    settings: &Settings,
    code: &str,
    verifier: &str,
    redirect: &str,
) -> Result<Tokens, OidcError> {
    let request = request(metadata, settings, code, verifier, redirect);
    let answer = client.send(request).await?;
    match answer.status().as_u16() {
        200 => {}
        // Used, expired or made up. The visitor starts again, and the provider is not at fault.
        400 | 401 | 403 => return Err(OidcError::CodeRefused),
        status => return Err(OidcError::Status(status)),
    }
    let unusable = |fact| OidcError::Unusable { document: "answer to a code", fact };
    let members = Members::read(answer.body()).ok_or(unusable("it is not an object"))?;
    let text = |name| members.text(name).ok().flatten().map(str::to_owned);
    let id = text("id_token").ok_or(unusable("it has no id_token"))?;
    Ok(Tokens { id, access: text("access_token") })
}

fn request(
    metadata: &Metadata,
    settings: &Settings,
    code: &str,
    verifier: &str,
    redirect: &str,
) -> Request<Bytes> {
    let mut form = form_urlencoded::Serializer::new(String::new());
    form.append_pair("grant_type", "authorization_code")
        .append_pair("code", code)
        .append_pair("redirect_uri", redirect)
        .append_pair("code_verifier", verifier);
    let mut request = Request::post(metadata.token.as_str())
        .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
        .header(ACCEPT, "application/json");
    match &settings.client_secret {
        Some(secret) if !metadata.secret_in_body => {
            request = request.header(AUTHORIZATION, basic(&settings.client_id, secret.reveal()));
        }
        // A public client has no secret and names itself in the body.
        secret => {
            form.append_pair("client_id", &settings.client_id);
            if let Some(secret) = secret {
                form.append_pair("client_secret", secret.reveal());
            }
        }
    }
    request.body(Bytes::from(form.finish())).expect("headers are plain ASCII")
}

/// What the provider tells about the bearer of an access token.
pub(super) async fn user_info(
    client: &Client,
    address: &Url,
    access_token: &str,
) -> Result<Claims, OidcError> {
    let unusable = |fact| OidcError::Unusable { document: "word about a user", fact };
    let request = Request::get(address.as_str())
        .header(AUTHORIZATION, format!("Bearer {access_token}"))
        .header(ACCEPT, "application/json")
        .body(Bytes::new())
        .map_err(|_| unusable("its token does not fit a header"))?;
    let answer = client.send(request).await?;
    if answer.status() != 200 {
        return Err(OidcError::Status(answer.status().as_u16()));
    }
    let members = Members::read(answer.body()).ok_or(unusable("it is not an object"))?;
    Claims::describe(&members)
}

/// RFC 6749, 2.3.1: both are form-encoded before they are joined.
fn basic(client_id: &str, secret: &str) -> String {
    let encode = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    format!("Basic {}", STANDARD.encode(format!("{}:{}", encode(client_id), encode(secret))))
}
