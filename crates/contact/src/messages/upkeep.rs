//! What must hold of a message as it is stored: what the chain of checks lets through.

use kernel::FieldErrors;
use store::{Findings, StoreError, Transaction};

use super::Message;
use crate::chain::{Refusal, check_stored};

/// Users are named by whoever signs them in.
const LONGEST_USER: usize = 1000;
/// Of a hash in hexadecimal.
const HASH_DIGITS: usize = 64;

/// Looks through all messages.
pub fn inspect(
    transaction: &mut Transaction<'_>,
    findings: &mut Findings,
) -> Result<(), StoreError> {
    transaction.scan::<Message>(|stored| {
        let message = stored.document;
        let mut errors = FieldErrors::default();
        let known = check_stored(&message.name, &message.email, &message.message);
        match known {
            Ok(stripped) if stripped == message.message => {}
            Ok(_) => errors.add("message", "holds tags"),
            Err(Refusal::Name) => errors.add("name", "must be 1 to 100 characters on one line"),
            Err(Refusal::Email) => errors.add("email", "must be an e-mail address"),
            Err(_) => errors.add("message", "must be 1 to 2000 characters"),
        }
        if message.ip_hash.len() != HASH_DIGITS
            || !message.ip_hash.bytes().all(|byte| byte.is_ascii_hexdigit())
        {
            errors.add("ip_hash", "is no hash");
        }
        if message.user_id.is_some_and(|user| user.chars().nth(LONGEST_USER).is_some()) {
            errors.add("user_id", "is no name of a user");
        }
        findings.add_invalid("contact_messages.values", message.id, errors);
    })?;
    Ok(())
}
