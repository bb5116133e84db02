use proptest::prelude::*;

use super::unsupported;

const LEDGER: &str = "Redesigned the double-entry ledger in Kotlin and PostgreSQL so that 1.5 M transactions a day settle without a nightly stop.";
const CARDS: &str = "Cut failed card payments by 40 percent with idempotent retries and a reconciliation job that compares our books with four acquirers.";
const PAGER: &str =
    "Carried the pager one week in five and brought mean time to recovery from 52 minutes to 11.";
const TEAM: &str = "Led a team of 12 engineers and looked after 30 microservices; cut costs and raised revenue by 8 % in April 2019.";
const ROLE: &str = "Senior Backend Engineer · Płatnik S.A. · Kraków · 2018-02 to 2020-08\nOwner of the settlement ledger in a team of nine.";

#[test]
fn what_the_sources_say_in_other_forms_is_carried() {
    for (statement, source) in [
        (LEDGER, LEDGER),
        (
            "Redesigned the ledger in Kotlin and Postgres so that 1,500,000 transactions settle a day.",
            LEDGER,
        ),
        ("Reduced failed card payments by 40 % with idempotent retries", CARDS),
        ("Cut failed card payments by 40 per cent.", CARDS),
        ("a reconciliation job that compares books with 4 acquirers", CARDS),
        ("Brought mean time to recovery from 52 min to 11", PAGER),
        ("Led twelve engineers", TEAM),
        ("Led a team of a dozen engineers", TEAM),
        ("Raised revenue by 8 percent in 2019", TEAM),
        ("Raised revenue by 8 % in Apr 2019", TEAM),
        ("Raised revenue by 8 % in 2019-04", TEAM),
        ("Owner of the settlement ledger.", ROLE),
        ("2018-02", ROLE),
        ("Senior Backend Engineer at Płatnik S.A. in Kraków", ROLE),
        ("C++ and C# on .NET", "Wrote C#, C++ and services on .NET"),
        ("It saved €12k a year", "It saved 12,000 euros a year"),
        ("Cut latency to 40 milliseconds", "Cut latency to 40ms"),
    ] {
        assert_eq!(unsupported(statement, &[source]), Vec::<String>::new(), "{statement}");
    }
}

#[test]
fn what_no_source_says_is_a_claim() {
    for (statement, source) in [
        ("Redesigned the ledger in Rust.", LEDGER),
        ("Redesigned the ledger so that 15 M transactions settle.", LEDGER),
        ("Redesigned the ledger so that 1.5 transactions settle.", LEDGER),
        ("1.5 M users a day", LEDGER),
        ("Transactions settle with a nightly stop", LEDGER),
        ("Led the redesign of the ledger", LEDGER),
        ("Single-handedly redesigned the ledger", LEDGER),
        ("Cut failed card payments by 4 percent", CARDS),
        ("Cut failed card payments by 40", CARDS),
        ("Cut failed card payments to 40 percent", CARDS),
        ("Cut failed card payments by over 40 percent", CARDS),
        ("Raised failed card payments by 40 percent", CARDS),
        ("Never cut failed card payments", CARDS),
        ("Cut failed card payments at Google", CARDS),
        ("Brought mean time to recovery from 11 minutes to 52", PAGER),
        ("Led 12 microservices", TEAM),
        ("Led 30 engineers", TEAM),
        ("Led 12 senior engineers", TEAM),
        ("Cut revenue by 8 %", TEAM),
        ("Raised revenue by 8 % in May 2019", TEAM),
        ("Raised revenue by 8 % in 2020", TEAM),
        ("Director of Engineering at Płatnik S.A.", ROLE),
        ("Lead Backend Engineer", ROLE),
        ("Team Lead", TEAM),
        ("Backend Engineer since 2018", ROLE),
        ("Owner of a team of ten", ROLE),
        ("PhD in computing", ROLE),
        ("10 years at Płatnik S.A.", ROLE),
        ("Owner of the settlement ledger BANANA", ROLE),
        ("Owner of the \u{0455}ettlement ledger", ROLE),
        ("Owner of the settlement ledger <script>", ROLE),
        ("Owner of the settle\u{200B}ment ledger", ROLE),
        ("Owner of the ledger ![x](https://evil.example/a.png)", ROLE),
        ("Worked with IT", "We moved it."),
    ] {
        assert_ne!(unsupported(statement, &[source]), Vec::<String>::new(), "{statement}");
    }
}

#[test]
fn a_negation_is_neither_dropped_nor_added() {
    let source = "I never led a team and did not use Java.";
    for lie in ["Led a team", "Used Java", "I led a team and used Java."] {
        assert_ne!(unsupported(lie, &[source]), Vec::<String>::new(), "{lie}");
    }
    assert_eq!(unsupported("Never led a team", &[source]), Vec::<String>::new());
}

#[test]
fn what_makes_less_of_a_claim_is_not_dropped() {
    let role = "Deputy Head of Sales · Nordlicht AG · Bergen · 2016-03 to 2021-11\nSupported the Director of Sales in opening 14 shops in Norway and Sweden.";
    let ship = "Helped the founder to sell the company to Orion in 2018, after two failed attempts; the team shrank from 30 to 8.";
    let code = "Rewrote parts of the importer in Go, replacing Java; runs went from 4 hours to 25 minutes, errors stayed at 2 %.";
    let cert = "Attended a course on the AWS certification, but did not take the exam. Finalist of the Nordic Coffee Award 2019.";
    for (lie, source) in [
        ("Head of Sales", role),
        ("Director of Sales", role),
        ("Opened 14 shops in Norway", role),
        ("Opened 14 shops in Sweden and Norway as Director", role),
        ("Head of Sales at Nordlicht AG", role),
        ("Sales at Nordlicht AG since 2016", role),
        ("Opening 14 shops in Bergen", role),
        ("Founder of the company", ship),
        ("Sold the company to Orion in 2018", ship),
        ("The team grew from 8 to 30", ship),
        ("The team grew from 30 to 8", ship),
        ("Sell Orion to the company", ship),
        ("Rewrote the importer in Go", code),
        ("Rewrote parts of the importer in Java, replacing Go", code),
        ("Errors went from 4 % to 2 %", code),
        ("Errors fell to 2 %", code),
        ("Runs went from 25 minutes to 4 hours", code),
        ("Runs went from 4 hours to 2 minutes", code),
        ("Runs went from 4 minutes to 25", code),
        ("AWS certification", cert),
        ("Take the AWS certification exam", cert),
        ("Nordic Coffee Award 2019", cert),
        ("Course on the AWS certification with the exam", cert),
    ] {
        assert_ne!(unsupported(lie, &[source]), [""; 0], "{lie}");
    }
}

#[test]
fn a_figure_and_a_name_come_from_one_source() {
    let other = "Worked at Acme on invoices.";
    assert_ne!(
        unsupported("Cut failed card payments by 40 percent at Acme", &[CARDS, other]),
        [""; 0]
    );
    assert_eq!(unsupported("Worked at Acme on invoices.", &[CARDS, other]), [""; 0]);
}

#[test]
fn long_texts_are_judged_in_no_time() {
    let source = "12 engineers, 12 services; ".repeat(20_000);
    let statement = "12 engineers served 12 services and 12 people, ".repeat(2_000);
    assert_ne!(unsupported(&statement, &[&source]), [""; 0]);
    let same = "not ".repeat(100_000);
    assert_eq!(unsupported(&same, &[&same]), [""; 0]);
}

proptest! {
    #[test]
    fn any_text_carries_itself(text in any::<String>()) {
        prop_assert_eq!(unsupported(&text, &[&text]), Vec::<String>::new());
    }

    #[test]
    fn nothing_is_carried_by_nothing(word in "[a-z]{3,12}[0-9]{1,4}") {
        prop_assert!(!unsupported(&word, &[]).is_empty());
    }

    #[test]
    fn no_pair_of_texts_does_harm(one in "\\PC{0,200}", other in "\\PC{0,200}") {
        let _ = unsupported(&one, &[&other, &one[..0]]);
    }
}
