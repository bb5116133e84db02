//! Several positions with one employer, as networks keep them: `{"company": …, "positions": [{"title": …}, …]}`. Each is
//! an entry of its own, and all have the employer.

use serde_json::{Map, Value};

use crate::resumes::reading::names::{Member, folded, is_blank, meant, members_of};
use crate::resumes::reading::shapes::Listed;
use crate::resumes::schema::Form;
use crate::resumes::written::place_below;

const LISTS: [&str; 5] = ["positions", "roles", "titles", "positionhistory", "rolehistory"];

/// The positions of an entry of a list; none where it is one itself.
pub(in crate::resumes::reading) fn of(
    entry: &Map<String, Value>,
    list: &str,
    known: &[(&'static str, Form)],
    path: &str,
) -> Option<Vec<Listed>> {
    if !matches!(list, "work" | "volunteer" | "projects") {
        return None;
    }
    let (name, positions) = entry.iter().find_map(|(name, value)| {
        let positions = value.as_array().filter(|it| !it.is_empty())?;
        let are_objects = positions.iter().all(Value::is_object);
        (are_objects && LISTS.contains(&folded(name).as_str())).then_some((name, positions))
    })?;
    let mut shared = members_of(entry, path);
    shared.retain(|member| member.name != *name && !is_blank(&member.value));
    let is_of_all = |member: &Member| {
        let own = meant(list, &member.name, known);
        matches!(own, Some("name" | "organization" | "url" | "location" | "entity"))
    };
    let (of_all, of_one): (Vec<Member>, Vec<Member>) = shared.into_iter().partition(is_of_all);
    let place = place_below(path, name);
    let listed = positions.iter().enumerate().map(|(number, position)| {
        let path = format!("{place}[{number}]");
        let mut members = members_of(position.as_object()?, &path);
        // What a position is called is not what the employer is called.
        for member in members.iter_mut().filter(|member| folded(&member.name) == "name") {
            member.name = if list == "projects" { "roles" } else { "position" }.to_owned();
        }
        let says = |members: &[Member], other: &Member| {
            let today = meant(list, &other.name, known);
            members.iter().any(|it| meant(list, &it.name, known) == today && !is_blank(&it.value))
        };
        // What is told of all of them stands with the first.
        let more = of_all.iter().chain(of_one.iter().filter(|_| number == 0));
        let more: Vec<Member> = more.filter(|it| !says(&members, it)).cloned().collect();
        members.extend(more);
        Some(Listed { path, members: Some(members), is_further: number > 0 })
    });
    listed.collect()
}
