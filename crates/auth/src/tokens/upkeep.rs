//! What must hold of a token as it is stored.

use kernel::FieldErrors;
use store::{Findings, StoreError, Transaction};

use super::Token;
use super::service::{check_name, is_user_id};

/// Of a hash in hexadecimal.
const HASH_DIGITS: usize = 64;

/// Looks through all tokens.
pub fn inspect(
    transaction: &mut Transaction<'_>,
    findings: &mut Findings,
) -> Result<(), StoreError> {
    transaction.scan::<Token>(|stored| {
        let token = stored.document;
        let mut errors = FieldErrors::default();
        errors.keep("name", check_name(&token.name));
        if !is_user_id(&token.user_id) {
            errors.add("user_id", "must be 1 to 200 characters without blanks");
        }
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        if token.hash.len() != HASH_DIGITS || !token.hash.bytes().all(is_digit) {
            errors.add("hash", "is no hash");
        }
        findings.add_invalid("tokens.values", token.id, errors);
    })?;
    Ok(())
}
