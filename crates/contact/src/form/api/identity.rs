use edge::Principal;

use crate::chain::Identity;

impl Identity {
    /// What a caller's session tells about them. An API token has a name too, but it is the token's
    /// and not a person's; whoever uses one writes the rest into the form.
    pub(crate) fn of(principal: &Principal) -> Self {
        let Some(caller) = principal.caller() else { return Self::default() };
        let known = caller.session.is_some() || caller.email.is_some();
        Self {
            user_id: Some(caller.user_id.clone()),
            name: caller.name.clone().filter(|_| known),
            email: caller.email.clone(),
        }
    }
}
