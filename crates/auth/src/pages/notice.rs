use edge::Problem;
use kernel::Code;

/// Why somebody did not get in, in words for people. Programs get the same as a problem document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Notice {
    /// Used before, altered, too old, or replaced by a newer one.
    LinkSpent,
    /// The owner's link from another machine, or through a proxy.
    NotLocal,
    /// An identity provider is configured, so there are no links.
    NoLinks,
    /// Somebody only looked ahead.
    Glance,
    /// An answer to no question this browser has asked.
    StrayAnswer,
    /// The provider did not sign them in, or what it said does not hold.
    Denied,
    /// Signed in there, but without an address that counts.
    Unverified,
    /// Signed in there, but on no list here.
    Refused,
    ProviderDown,
    OurFault,
}

struct Words {
    code: Code,
    title: &'static str,
    text: &'static str,
    /// Where to go from here, and what the buttons say.
    ways: &'static [(&'static str, &'static str)],
}

/// Everything that a notice can say, for those who translate it.
pub fn notice_phrases() -> Vec<&'static str> {
    let said = Notice::ALL.iter().flat_map(|notice| {
        let Words { title, text, ways, .. } = notice.words();
        [title, text].into_iter().chain(ways.iter().map(|(_, label)| *label))
    });
    said.collect()
}

impl Notice {
    const ALL: [Self; 10] = [
        Self::LinkSpent,
        Self::NotLocal,
        Self::NoLinks,
        Self::Glance,
        Self::StrayAnswer,
        Self::Denied,
        Self::Unverified,
        Self::Refused,
        Self::ProviderDown,
        Self::OurFault,
    ];

    fn words(&self) -> Words {
        let words = |code, title, text, ways| Words { code, title, text, ways };
        let site: &[_] = &[("/", "To the site")];
        let again: &[_] = &[("/auth/login", "Try again")];
        match self {
            Self::LinkSpent => words(
                Code::Forbidden,
                "This link does not work any more",
                "A sign-in link works once, and for 15 minutes. Run folia login-link on the \
                 machine the site runs on for a new one.",
                site,
            ),
            Self::NotLocal => words(
                Code::Forbidden,
                "This link works on the site's own machine only",
                "Open it in a browser there, by the address it was printed with, or through an \
                 SSH tunnel. The link has not been used up.",
                site,
            ),
            Self::NoLinks => words(
                Code::Forbidden,
                "Sign-in links are switched off",
                "This site signs people in with an identity provider.",
                &[("/auth/login", "Sign in")],
            ),
            Self::Glance => words(
                Code::Forbidden,
                "Open this link in a browser tab",
                "It was only looked at ahead of time, and has not been used up.",
                site,
            ),
            Self::StrayAnswer => words(
                Code::Malformed,
                "This sign-in cannot be finished",
                "It was begun in another browser, too long ago, or has been finished already.",
                again,
            ),
            Self::Denied => words(
                Code::Unauthenticated,
                "You were not signed in",
                "The identity provider did not confirm who you are.",
                again,
            ),
            Self::Unverified => words(
                Code::Forbidden,
                "Your e-mail address is not verified",
                "This site lets people in by an address that the identity provider has verified. \
                 Verify yours there, then try again.",
                again,
            ),
            Self::Refused => words(
                Code::Forbidden,
                "You may not sign in here",
                "The identity provider knows you, but your address is not on this site\u{2019}s \
                 lists. Reading the site needs no account.",
                site,
            ),
            Self::ProviderDown => words(
                Code::Unavailable,
                "The identity provider does not answer",
                "Nobody can sign in until it does. Try again in a moment.",
                again,
            ),
            Self::OurFault => words(
                Code::Unavailable,
                "Signing in does not work right now",
                "Try again in a moment.",
                again,
            ),
        }
    }

    /// As a failure: a page for people, a document for programs.
    pub(crate) fn problem(&self) -> Problem {
        let Words { code, title, text, ways } = self.words();
        let problem = Problem::new(code, format!("{title}. {text}")).explained(title, text);
        ways.iter().fold(problem, |problem, (address, label)| problem.way(address, label))
    }
}
