use super::*;

fn on(date: &str) -> Dated {
    Dated::On(date.to_owned())
}

#[test]
fn dates_are_read_in_many_hands() {
    for (text, date) in [
        ("2019", "2019"),
        ("2019-04", "2019-04"),
        ("2019-04-30", "2019-04-30"),
        ("2023-9-28", "2023-09-28"),
        ("2019-11-01T00:00:00.000Z", "2019-11-01"),
        ("November 2019", "2019-11"),
        ("Nov. 2019", "2019-11"),
        ("12 November 2019", "2019-11-12"),
        ("November 12th, 2019", "2019-11-12"),
        ("März 2020", "2020-03"),
        ("août 2018", "2018-08"),
        ("noviembre de 2019", "2019-11"),
        ("11/2019", "2019-11"),
        ("2019/11", "2019-11"),
        ("28.09.2023", "2023-09-28"),
        ("09/28/2023", "2023-09-28"),
        ("2019年11月", "2019-11"),
        ("since 2019", "2019"),
        ("1815-12-10", "1815-12-10"),
        ("januari 2019", "2019-01"),
        ("21 februari 2019", "2019-02-21"),
        ("Sept. 2019", "2019-09"),
        ("3 de marzo de 2020", "2020-03-03"),
        ("settembre 2018", "2018-09"),
        ("maj 2017", "2017-05"),
        ("2019.04", "2019-04"),
        ("2020-02-29", "2020-02-29"),
    ] {
        assert_eq!(read(text), on(date), "{text}");
    }
}

#[test]
fn what_goes_on_has_no_end_and_what_is_unclear_says_so() {
    for text in [
        "bis dato",
        "hasta la fecha",
        "ad oggi",
        "até o momento",
        "tot heden",
        "Present",
        "now",
        "heute",
        "aujourd'hui",
        "actualidad",
        "至今",
        " current ",
    ] {
        assert_eq!(read(text), Dated::Running, "{text}");
    }
    for (text, not_told) in
        [("", false), (" ", false), ("null", false), ("-", true), ("N/A", true), ("None", true)]
    {
        assert_eq!((read(text), is_not_told(text)), (Dated::Nothing, not_told), "{text}");
    }
    for (text, year) in [("03/04/2019", "2019"), ("Summer 2019", "2019"), ("Q3 2019", "2019")] {
        assert_eq!(read(text), Dated::About(year.to_owned()), "{text}");
    }
    for text in [
        "circa 2019",
        "ca. 2019",
        "about 2019",
        "expected 2027",
        "2027 (planned)",
        "May 2027, expected",
        "not before 2019",
        "2019?",
        "soon",
        "2019-13",
        "2019-01-32",
        "2020-02-33",
        "31.04.2019",
        "02/30/2019",
        "30 February 2019",
        "9999-12-31",
        "0000",
        "99",
        "the war",
        "5 2019",
        "marble 2019",
        "junior 2019",
        "０2026",
    ] {
        assert_eq!(read(text), Dated::Unknown, "{text}");
    }
}

#[test]
fn a_dash_before_a_date_makes_it_an_end() {
    for (text, told) in [
        ("- 2019", Some(Side::End)),
        ("–2019", Some(Side::End)),
        ("until 2019", Some(Side::End)),
        ("2019 –", None),
        ("since 2019", Some(Side::Beginning)),
        ("2019-04", None),
        ("2019 – 2021", None),
    ] {
        assert_eq!(side(text), told, "{text}");
    }
    assert_eq!(read("–2019"), on("2019"));
    // Whether it goes on, nobody says.
    for text in
        ["2019 –", "2019-", "(2019 – )", "2019 - ?", "2019 – unknown", "2019–n/a", "2019 bis ??"]
    {
        assert_eq!(read(text), Dated::Between("2019".into(), Some("?".into())), "{text}");
    }
}

#[test]
fn two_dates_are_a_beginning_and_an_end() {
    let between = |from: &str, to: Option<&str>| Dated::Between(from.into(), to.map(str::to_owned));
    for (text, dated) in [
        ("2025–2029", between("2025", Some("2029"))),
        ("2025-2029", between("2025", Some("2029"))),
        ("2019 - present", between("2019", None)),
        ("Nov 2019 – Jan 2021", between("2019-11", Some("2021-01"))),
        ("2019-04 to 2020-05", between("2019-04", Some("2020-05"))),
    ] {
        assert_eq!(read(text), dated, "{text}");
    }
}

#[test]
fn dates_of_other_calendars_and_short_years_are_read() {
    for (text, date) in [
        ("2014.7", "2014-07"),
        ("2014.07", "2014-07"),
        ("2019년 5월", "2019-05"),
        ("2019년", "2019"),
        ("2019. 5. 3.", "2019-05-03"),
        ("令和2年4月", "2020-04"),
        ("令和元年", "2019"),
        ("平成30年4月1日", "2018-04-01"),
        ("昭和63年", "1988"),
        ("R2.4", "2020-04"),
        ("民國109年7月", "2020-07"),
        ("２０１８年４月", "2018-04"),
        ("二〇一九年十二月", "2019-12"),
        ("Jan-99", "1999-01"),
        ("Sept. '07", "2007-09"),
        ("Sep ’15", "2015-09"),
        ("’99", "1999"),
        ("07/99", "1999-07"),
        ("20200131", "2020-01-31"),
        ("202001", "2020-01"),
        ("2011-00-00", "2011"),
        ("2011-04-00", "2011-04"),
        ("since 2018", "2018"),
        ("seit März 2018", "2018-03"),
        ("depuis mars 2018", "2018-03"),
        ("desde marzo de 2018", "2018-03"),
        ("dal marzo 2018", "2018-03"),
        ("a partir de 2018", "2018"),
        ("sinds maart 2018", "2018-03"),
        ("siden marts 2018", "2018-03"),
        ("自2018年3月", "2018-03"),
        ("2018年3月から", "2018-03"),
        ("until 2015", "2015"),
        ("jusqu'en 2015", "2015"),
        ("hasta 2015", "2015"),
        ("fino al 2015", "2015"),
        ("até 2015", "2015"),
        ("tot en met 2015", "2015"),
        ("indtil 2015", "2015"),
        ("2015年3月まで", "2015-03"),
    ] {
        assert_eq!(read(text), on(date), "{text}");
    }
    for text in [
        "현재",
        "재직 중",
        "現在に至る",
        "目前",
        "至今",
        "在職中",
        "ปัจจุบัน",
        "по настоящее время",
        "günümüz",
        "la actualidad",
        "in corso",
        "tot op heden",
        "til i dag",
        "現在まで",
    ] {
        assert_eq!(read(text), Dated::Running, "{text}");
    }
}

#[test]
fn parts_of_a_year_are_their_year_and_doubts_stay_doubts() {
    for (text, year) in [
        ("summer 2019", "2019"),
        ("Sommer 2019", "2019"),
        ("été 2019", "2019"),
        ("verano de 2019", "2019"),
        ("estate 2019", "2019"),
        ("verão de 2019", "2019"),
        ("zomer 2019", "2019"),
        ("forår 2019", "2019"),
        ("2019年夏", "2019"),
        ("2019年春季", "2019"),
        ("Q3 2020", "2020"),
        ("2020Q3", "2020"),
        ("2020-H1", "2020"),
        ("3. Quartal 2020", "2020"),
        ("Wintersemester 2019", "2019"),
        ("Mar 12", "2012-03"),
    ] {
        assert_eq!(read(text), Dated::About(year.to_owned()), "{text}");
    }
    for (from, to, text) in [
        ("2019", "2020", "2019/20"),
        ("2019", "2020", "2019-20"),
        ("2019-05", "2020-03", "2019.5 ~ 2020.3"),
        ("2018-04", "2020-03", "平成30年4月～令和2年3月"),
        ("2019-05", "2020-03", "2019년 5월 ~ 2020년 3월"),
        ("2015", "2018", "von 2015 bis 2018"),
        ("2015", "2018", "de 2015 à 2018"),
        ("2015", "2018", "de 2015 a 2018"),
        ("2015", "2018", "dal 2015 al 2018"),
        ("2015", "2018", "van 2015 tot 2018"),
        ("2015", "2018", "fra 2015 til 2018"),
        ("2015-04", "2018-03", "2015年4月から2018年3月まで"),
        ("1999", "2003", "'99 – '03"),
    ] {
        let dated = Dated::Between(from.to_owned(), Some(to.to_owned()));
        assert_eq!(read(text), dated, "{text}");
    }
    for text in [
        "ca. 2010",
        "um 2010",
        "vers 2010",
        "hacia 2010",
        "2010年頃",
        "03/07",
        "12 Jan",
        "99",
        "202013",
        "۱۳۹۸/۰۳",
        "1398",
        "2562/03",
    ] {
        assert_eq!(read(text), Dated::Unknown, "{text}");
    }
    for (number, dated) in [
        ("2014.7", on("2014-07")),
        ("2014.12", on("2014-12")),
        ("2014.1", Dated::About("2014".to_owned())),
        ("2014.25", Dated::Unknown),
        ("1.5", Dated::Unknown),
    ] {
        assert_eq!(of_number(number), dated, "{number}");
    }
}

#[test]
fn long_rows_of_dates_come_to_an_end() {
    for part in ["2019-", "'99-", "2019–", "令和", "2019 to ", "(", "since ", "一", "~2019"] {
        for count in [3, 30, 3000] {
            assert!(!matches!(read(&part.repeat(count)), Dated::On(_)) || count == 3, "{part}");
        }
    }
}
