//! What only tests ask.

/// Where somebody lands after signing in who had asked for this.
pub fn return_to(given: &str) -> String {
    super::return_to::sanitise(given)
}
