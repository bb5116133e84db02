//! Accounts that stand in the head under the name of their network: `{"linkedin": "https://…"}`.

use serde_json::{Value, json};

use crate::resumes::reading::Notes;
use crate::resumes::reading::names::{Member, folded};

/// As they are compared, and as they are written.
const NETWORKS: [(&str, &str); 26] = [
    ("linkedin", "LinkedIn"),
    ("github", "GitHub"),
    ("gitlab", "GitLab"),
    ("bitbucket", "Bitbucket"),
    ("stackoverflow", "Stack Overflow"),
    ("twitter", "Twitter"),
    ("mastodon", "Mastodon"),
    ("bluesky", "Bluesky"),
    ("xing", "XING"),
    ("medium", "Medium"),
    ("devto", "DEV"),
    ("behance", "Behance"),
    ("dribbble", "Dribbble"),
    ("facebook", "Facebook"),
    ("instagram", "Instagram"),
    ("youtube", "YouTube"),
    ("orcid", "ORCID"),
    ("researchgate", "ResearchGate"),
    ("googlescholar", "Google Scholar"),
    ("kaggle", "Kaggle"),
    ("leetcode", "LeetCode"),
    ("hackerrank", "HackerRank"),
    ("zhihu", "Zhihu"),
    ("juejin", "Juejin"),
    ("gitee", "Gitee"),
    ("weibo", "Weibo"),
];
/// What may stand behind the name.
const BEHIND: [&str; 10] =
    ["", "url", "link", "profile", "profileurl", "username", "user", "handle", "id", "account"];

/// The network that a member of the head is named by.
pub(in crate::resumes::reading) fn network_of(name: &str) -> Option<&'static str> {
    let name = folded(name);
    let is_it = |(folded, _): &&(&str, &str)| {
        name.strip_prefix(folded).is_some_and(|behind| BEHIND.contains(&behind))
    };
    NETWORKS.iter().find(is_it).map(|(_, written)| *written)
}

/// Makes accounts of such members.
pub(in crate::resumes::reading) fn unfold(source: &mut [Member], notes: &mut Notes) {
    for member in source {
        let Some(network) = network_of(&member.name) else { continue };
        let Some(text) = member.value.as_str().map(str::trim).filter(|text| !text.is_empty())
        else {
            continue;
        };
        let is_address = text.contains("://") || (text.contains('/') && text.contains('.'));
        let member_of = if is_address { "url" } else { "username" };
        notes.read(&member.path);
        member.value = json!([{ "network": network, member_of: text }]);
        member.name = "profiles".to_owned();
    }
}

/// Whether a member is such an account.
pub(in crate::resumes::reading) fn is_account(member: &Member) -> bool {
    matches!(member.value, Value::String(_)) && network_of(&member.name).is_some()
}
