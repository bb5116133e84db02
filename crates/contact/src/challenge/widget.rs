/// How the page of the form shows the widget of a well-known verification service. With any other
/// service the form needs a page of the owner's own; the API is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Widget {
    /// Where the service verifies, by which it is recognised.
    verifies_at: &'static str,
    pub name: &'static str,
    pub script: &'static str,
    /// The class by which the script finds its place.
    pub class: &'static str,
    /// The field the widget adds to the form.
    pub field: &'static str,
    /// What the page's policy has to allow.
    pub sources: &'static str,
}

const WIDGETS: &[Widget] = &[
    Widget {
        verifies_at: "challenges.cloudflare.com",
        name: "turnstile",
        script: "https://challenges.cloudflare.com/turnstile/v0/api.js",
        class: "cf-turnstile",
        field: "cf-turnstile-response",
        sources: "https://challenges.cloudflare.com",
    },
    Widget {
        verifies_at: "api.hcaptcha.com",
        name: "hcaptcha",
        script: "https://js.hcaptcha.com/1/api.js",
        class: "h-captcha",
        field: "h-captcha-response",
        sources: "https://hcaptcha.com https://*.hcaptcha.com",
    },
    Widget {
        verifies_at: "www.google.com",
        name: "recaptcha",
        script: "https://www.google.com/recaptcha/api.js",
        class: "g-recaptcha",
        field: "g-recaptcha-response",
        sources: "https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/",
    },
];

impl Widget {
    pub fn of_service(host: &str) -> Option<&'static Self> {
        WIDGETS.iter().find(|widget| widget.verifies_at == host)
    }

    /// Whether a form's field is where one of them leaves its token.
    pub(crate) fn leaves_its_token_in(field: &str) -> bool {
        WIDGETS.iter().any(|widget| widget.field == field)
    }
}
