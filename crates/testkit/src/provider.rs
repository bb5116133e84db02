use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use crate::Browser;
use crate::browser::resolve;

/// A real OpenID provider as a process of its own. Ended when dropped.
#[derive(Debug)]
pub struct RealProvider {
    child: Child,
    pub issuer: String,
}

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/providers");

impl RealProvider {
    pub fn start() -> Self {
        let installed = std::path::Path::new(FOLDER).join("node_modules/oidc-provider").exists();
        assert!(installed, "the provider is not installed; run tools/setup");
        let mut child = Command::new("node")
            .arg("provider.js")
            .current_dir(FOLDER)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("node can be run; tools/setup installs it");
        let stdout = BufReader::new(child.stdout.take().expect("piped above"));
        let mut lines = stdout.lines().map_while(Result::ok);
        let issuer = lines.find(|line| line.starts_with("http://"));
        // It goes on talking, and dies when nobody listens.
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, issuer: issuer.expect("the provider says where it is") }
    }

    /// Signs somebody in as a person would: fills in the form, agrees, and is sent back. Where to.
    pub fn sign_in(&self, browser: &mut Browser, address: &str, email: &str) -> String {
        let is_back = |address: &str| !address.starts_with(&self.issuer);
        let (page, form) = browser.follow(address, is_back);
        form.expect(200);
        let login = format!("prompt=login&login={}&password=x", email.replace('@', "%40"));
        let next = self.submit(browser, &page, &login);
        let (page, answer) = browser.follow(&next, is_back);
        if is_back(&page) {
            return page;
        }
        answer.expect(200);
        let next = self.submit(browser, &page, "prompt=consent");
        browser.follow(&next, is_back).0
    }

    fn submit(&self, browser: &mut Browser, page: &str, form: &str) -> String {
        let answer = browser.post_form(page, form);
        let location = answer.header("location").expect("the form leads on").to_owned();
        resolve(page, &location)
    }
}

impl Drop for RealProvider {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
