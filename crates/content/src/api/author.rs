use edge::Principal;

use crate::revisions::Author;

/// Who makes a change, by the best name that is known.
pub(crate) fn author_of(principal: &Principal) -> Author {
    let Some(caller) = principal.caller() else {
        return Author { user_id: String::new(), name: String::new() };
    };
    let known = [caller.name.as_ref(), caller.email.as_ref()].into_iter().flatten();
    let name = known.into_iter().find(|name| !name.trim().is_empty());
    Author { user_id: caller.user_id.clone(), name: name.unwrap_or(&caller.user_id).clone() }
}
