use serde_json::Value;

/// Positions of a list, newest first: what has not ended, then by the end, then by the beginning.
/// What has no date at all stands last, in its own order.
pub(super) fn newest_first(list: &[Value]) -> Vec<usize> {
    let date = |entry: &Value, member: &str| {
        entry.get(member).and_then(Value::as_str).map(str::trim).unwrap_or_default().to_owned()
    };
    let mut order: Vec<(u8, String, String, usize)> = list
        .iter()
        .enumerate()
        .map(|(number, entry)| {
            let (start, end) = (date(entry, "startDate"), date(entry, "endDate"));
            let running = !start.is_empty() && !end.starts_with(|c: char| c.is_ascii_digit());
            let class = match (running, end.is_empty()) {
                (true, _) => 0,
                (false, false) => 1,
                (false, true) => 2,
            };
            (class, end, start, number)
        })
        .collect();
    // ISO dates sort as text; of two the later comes first.
    order.sort_by(|a, b| {
        let ends = if a.0 == 1 { b.1.cmp(&a.1) } else { std::cmp::Ordering::Equal };
        a.0.cmp(&b.0).then(ends).then(b.2.cmp(&a.2)).then(a.3.cmp(&b.3))
    });
    order.into_iter().map(|(.., number)| number).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_runs_comes_first_and_what_has_no_date_last() {
        let list = [
            json!({"startDate": "2013", "endDate": "2015"}),
            json!({}),
            json!({"startDate": "2018-02-01", "endDate": "2020-08-31"}),
            json!({"startDate": "2020-09"}),
            json!({"startDate": "2021", "endDate": "Present"}),
            json!(7),
        ];
        assert_eq!(newest_first(&list), [4, 3, 2, 0, 1, 5]);
    }
}
