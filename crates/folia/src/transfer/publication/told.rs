use std::collections::BTreeMap;

use super::Publication;
use crate::transfer::plan::{Plan, cut};

/// Names that are not known, each with what says them. There may be thousands of texts with the same, so they are
/// told at the end, once for each name.
#[derive(Debug, Default)]
pub(in crate::transfer) struct Told(BTreeMap<String, Vec<String>>);

impl Told {
    /// Tells why something is a draft, where it does not simply call itself one.
    pub(in crate::transfer) fn hear(
        &mut self,
        what: &str,
        publication: &Publication,
        plan: &mut Plan,
    ) {
        match publication {
            Publication::Held(why) => plan.hold_back(what, why),
            Publication::Unknown(names) => {
                for name in names {
                    self.0.entry(name.clone()).or_default().push(what.to_owned());
                }
            }
            Publication::Open | Publication::From(_) | Publication::Draft => {}
        }
    }

    pub(in crate::transfer) fn tell(self, plan: &mut Plan) {
        for (name, texts) in self.0 {
            let name = cut(&name, 100);
            let (more, are) = match texts.len() - 1 {
                0 => (String::new(), "it is a draft"),
                more => (format!(" and {more} more"), "they are drafts"),
            };
            let what = format!("the publication of {}{more}", texts[0]);
            let why = format!(
                "`{name}` is not known here, and could say who may read it; {are}, unless you say --ignore {name}"
            );
            plan.refuse(what, why);
        }
    }
}
