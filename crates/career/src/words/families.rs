//! Spellings of one thing. Only names that nobody would take for two things belong here: whatever
//! is joined in this table can stand for the other in a resume.

use std::collections::HashMap;
use std::sync::LazyLock;

const FAMILIES: &[(&str, &[&str])] = &[
    ("postgres", &["postgresql", "pgsql"]),
    ("kubernetes", &["k8s", "kube"]),
    ("javascript", &["js", "ecmascript"]),
    ("typescript", &["ts"]),
    ("node", &["nodejs"]),
    ("golang", &["go-lang"]),
    ("dotnet", &[".net"]),
    ("c#", &["csharp"]),
    ("c++", &["cpp"]),
    ("mongo", &["mongodb"]),
    ("elastic", &["elasticsearch"]),
    ("rest", &["restful"]),
    ("terraform", &["tf"]),
    ("percent", &["pct", "prozent"]),
    ("eur", &["euro", "euros"]),
    ("usd", &["dollar", "dollars"]),
    ("gbp", &["pound", "pounds"]),
    ("millisecond", &["ms", "milliseconds", "msec"]),
    ("second", &["sec", "secs", "seconds"]),
    ("minute", &["min", "mins", "minutes"]),
    ("hour", &["hrs", "hr", "hours"]),
    ("kilobyte", &["kb", "kilobytes"]),
    ("megabyte", &["mb", "megabytes"]),
    ("gigabyte", &["gb", "gigabytes"]),
    ("terabyte", &["tb", "terabytes"]),
    ("petabyte", &["pb", "petabytes"]),
    ("kilometre", &["km", "kilometres", "kilometer", "kilometers"]),
    ("kilogram", &["kg", "kilograms", "kilogramme"]),
    ("kilowatt", &["kw", "kilowatts"]),
    ("megawatt", &["mw", "megawatts"]),
    ("programme", &["program", "programs", "programmes"]),
    ("centre", &["center", "centers", "centres"]),
    ("behaviour", &["behavior", "behaviors", "behaviours"]),
    ("colour", &["color", "colors", "colours"]),
    ("labour", &["labor"]),
    ("licence", &["license", "licenses", "licences"]),
    ("practice", &["practise", "practises", "practices"]),
    ("catalogue", &["catalog", "catalogs", "catalogues"]),
    ("application", &["app", "apps", "applications"]),
    ("database", &["db", "databases"]),
    ("frontend", &["front-end"]),
    ("backend", &["back-end"]),
    ("ux", &["user-experience"]),
    ("machine-learning", &["ml"]),
];

static NAMES: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let spelled = FAMILIES.iter().flat_map(|(name, all)| all.iter().map(move |one| (*one, *name)));
    spelled.chain(FAMILIES.iter().map(|(name, _)| (*name, *name))).collect()
});

/// The name of the family of a word in lower case.
pub(crate) fn family(word: &str) -> Option<&str> {
    match word.strip_suffix(".js").filter(|rest| !rest.is_empty()) {
        Some(bare) => Some(NAMES.get(bare).copied().unwrap_or(bare)),
        None => NAMES.get(word).copied(),
    }
}
