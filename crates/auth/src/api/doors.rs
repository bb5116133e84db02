use std::net::IpAddr;

use edge::Problem;
use kernel::Code;

use crate::wing::Auth;

impl Auth {
    /// Turns those away who come too often, before anything is asked for them.
    pub(crate) fn admit(&self, address: IpAddr) -> Result<(), Problem> {
        match self.may_come(address) {
            true => Ok(()),
            false => Err(too_many()),
        }
    }
}

pub(crate) fn too_many() -> Problem {
    Problem::new(Code::TooMany, "Too many sign-ins come from your network. Try again in a moment.")
}
