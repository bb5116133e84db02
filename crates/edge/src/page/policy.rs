use std::collections::BTreeMap;

use http::HeaderValue;

/// The Content-Security-Policy of a page: nothing at first, then what the page declares.
///
/// There is no way to allow code or style that stands in the page itself, nor `eval`: scripts and
/// styles are files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    sources: BTreeMap<Directive, Vec<String>>,
    trusted_types: Option<&'static str>,
}

/// What a page can load, by kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Directive {
    Connections,
    Fonts,
    Forms,
    Frames,
    Images,
    Manifests,
    Media,
    Scripts,
    Styles,
    Workers,
}

impl Directive {
    fn name(self) -> &'static str {
        match self {
            Self::Connections => "connect-src",
            Self::Fonts => "font-src",
            Self::Forms => "form-action",
            Self::Frames => "frame-src",
            Self::Images => "img-src",
            Self::Manifests => "manifest-src",
            Self::Media => "media-src",
            Self::Scripts => "script-src",
            Self::Styles => "style-src",
            Self::Workers => "worker-src",
        }
    }
}

const OWN: &str = "'self'";

impl Policy {
    /// What any page of ours may do: show what lies on this site.
    pub fn for_reading() -> Self {
        use Directive::{Fonts, Images, Manifests, Media, Styles};
        let own = [Fonts, Images, Manifests, Media, Styles];
        // The blur that stands in for a picture while it loads is a data address. A picture can do
        // nothing.
        own.into_iter().fold(Self::default(), Self::own).from(Images, "data:")
    }

    /// From this site.
    pub fn own(mut self, directive: Directive) -> Self {
        self.add(directive, OWN);
        self
    }

    /// From elsewhere: an origin, an origin with a path, or a scheme such as `https:`. What could
    /// change the meaning of the policy, a keyword in quotes for one, is left out.
    pub fn from(mut self, directive: Directive, source: &str) -> Self {
        // Neither blanks nor semicolons nor quotes: with one of those a source could end its
        // directive and begin another.
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b":/.*-_%~".contains(&byte);
        match !source.is_empty() && source.bytes().all(plain) {
            true => self.add(directive, source),
            false => tracing::error!(source, "left out of a page's policy"),
        }
        self
    }

    /// The browser refuses to turn text into code or markup, but by the named policies of scripts.
    pub fn require_trusted_types(mut self, policies: &'static str) -> Self {
        self.trusted_types = Some(policies);
        self
    }

    fn add(&mut self, directive: Directive, source: &str) {
        let sources = self.sources.entry(directive).or_default();
        if !sources.iter().any(|known| known == source) {
            sources.push(source.to_owned());
        }
    }

    pub fn header(&self) -> HeaderValue {
        // `base-uri` and `frame-ancestors` are not covered by `default-src`, so they are always
        // named.
        let mut text = String::from("default-src 'none'; base-uri 'none'; frame-ancestors 'none'");
        for (directive, sources) in &self.sources {
            text.push_str("; ");
            text.push_str(directive.name());
            for source in sources {
                text.push(' ');
                text.push_str(source);
            }
        }
        // Not covered by default-src: without it a page may post anywhere.
        if !self.sources.contains_key(&Directive::Forms) {
            text.push_str("; form-action 'none'");
        }
        if let Some(policies) = self.trusted_types {
            text.push_str("; require-trusted-types-for 'script'; trusted-types ");
            text.push_str(policies);
        }
        HeaderValue::try_from(text).expect("sources are plain ASCII")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_allows_what_was_declared_and_nothing_inline() {
        let policy = Policy::for_reading()
            .own(Directive::Scripts)
            .from(Directive::Frames, "https://www.youtube-nocookie.com")
            .from(Directive::Frames, "https://www.youtube-nocookie.com");
        assert_eq!(
            policy.header(),
            "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; font-src 'self'; \
             frame-src https://www.youtube-nocookie.com; img-src 'self' data:; \
             manifest-src 'self'; media-src 'self'; script-src 'self'; style-src 'self'; \
             form-action 'none'"
        );
        for hostile in ["'unsafe-inline'", "a; script-src *", "a b", "", "https://a,b", "\r\nx"] {
            assert_eq!(policy.clone().from(Directive::Scripts, hostile), policy, "{hostile}");
        }
        let strict = Policy::default().require_trusted_types("'none'").header();
        let strict = strict.to_str().unwrap();
        assert!(strict.ends_with("require-trusted-types-for 'script'; trusted-types 'none'"));
    }
}
