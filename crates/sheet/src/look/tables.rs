use super::{Contacts, Cut, Headings, Ink, Measures, Terms, Type, mm};

const fn plain(size: f32, leading: f32) -> Type {
    Type {
        cut: Cut::Text,
        size,
        leading,
        weight: 400.0,
        italic: false,
        tracking: 0.0,
        ink: Ink::Full,
    }
}

const fn name(size: f32, leading: f32, weight: f32, tracking: f32) -> Type {
    Type { cut: Cut::Name, weight, tracking, ..plain(size, leading) }
}

pub(super) const CLASSIC: Measures = {
    let body = plain(10.5, 14.5);
    Measures {
        serifs: true,
        margins: (mm(22.0), mm(24.0), mm(20.0)),
        name: name(27.0, 30.0, 600.0, -0.014),
        label: plain(12.5, 16.0).italic().ink(Ink::Soft),
        label_above: mm(1.5),
        contact: plain(9.0, 13.0).ink(Ink::Soft),
        contact_above: mm(3.0),
        contacts: Contacts::Dotted,
        photo: (mm(24.0), mm(30.0)),
        body,
        heading: plain(13.0, 16.0).weight(600.0),
        headings: Headings::RuleBelow { above: mm(7.0), rule: mm(1.0), below: mm(2.2) },
        indent: 0.0,
        title: body.weight(600.0),
        place: body.italic().ink(Ink::Soft),
        place_in_line: false,
        dates: body.ink(Ink::Soft),
        entry_above: mm(3.4),
        told_above: mm(0.9),
        bullet: Ink::Faint,
        hang: mm(4.0),
        point_above: mm(0.9),
        term: body.weight(600.0),
        terms: Terms::RunIn,
        term_above: mm(0.9),
        skills_first: false,
        running: plain(8.5, 11.0).ink(Ink::Faint),
        running_below: mm(5.0),
        foot: false,
    }
};

pub(super) const MODERN: Measures = {
    let body = plain(9.5, 13.6);
    Measures {
        serifs: false,
        margins: (mm(17.0), mm(18.0), mm(16.0)),
        name: name(24.0, 27.0, 650.0, -0.022),
        label: plain(11.0, 15.0).weight(450.0).ink(Ink::Accent),
        label_above: mm(1.0),
        contact: plain(8.75, 13.0).ink(Ink::Soft),
        contact_above: mm(2.6),
        contacts: Contacts::Spaced(mm(5.0)),
        photo: (mm(24.0), mm(30.0)),
        body,
        heading: body.weight(600.0),
        headings: Headings::RuleAbove { above: mm(3.9), rule: mm(2.2) },
        indent: mm(43.0),
        title: plain(10.0, 13.6).weight(600.0),
        place: body.ink(Ink::Soft),
        place_in_line: false,
        dates: plain(8.75, 13.6).ink(Ink::Faint),
        entry_above: mm(3.8),
        told_above: mm(0.9),
        bullet: Ink::Accent,
        hang: mm(3.6),
        point_above: mm(0.9),
        term: body.ink(Ink::Faint),
        terms: Terms::Column(mm(30.0)),
        term_above: mm(0.9),
        skills_first: false,
        running: plain(8.5, 11.0).ink(Ink::Faint),
        running_below: mm(5.0),
        foot: false,
    }
};

pub(super) const COMPACT: Measures = {
    let body = plain(9.0, 11.8);
    Measures {
        serifs: false,
        margins: (mm(13.0), mm(15.0), mm(13.0)),
        name: name(18.0, 20.0, 650.0, -0.01),
        label: plain(10.0, 13.0).ink(Ink::Soft),
        label_above: 0.0,
        contact: plain(8.5, 11.4).ink(Ink::Soft),
        contact_above: 0.0,
        contacts: Contacts::Right,
        photo: (mm(16.0), mm(20.0)),
        body,
        heading: plain(10.0, 12.0).weight(650.0),
        headings: Headings::RuleBelow { above: mm(3.6), rule: mm(0.5), below: mm(1.1) },
        indent: 0.0,
        title: body.weight(650.0),
        place: body,
        place_in_line: true,
        dates: body.ink(Ink::Soft),
        entry_above: mm(1.9),
        told_above: 0.0,
        bullet: Ink::Faint,
        hang: mm(3.0),
        point_above: mm(0.25),
        term: body.weight(600.0),
        terms: Terms::Column(mm(27.0)),
        term_above: mm(0.25),
        skills_first: true,
        running: plain(8.0, 10.0).ink(Ink::Faint),
        running_below: mm(3.0),
        foot: true,
    }
};
