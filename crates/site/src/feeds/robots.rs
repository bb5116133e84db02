/// What robots may do. A site that does not want to be found asks them to stay away.
pub(crate) fn robots(origin: &str, indexable: bool) -> String {
    match indexable {
        true => format!(
            "User-agent: *\nDisallow: /admin\nDisallow: /api/\nDisallow: /auth\n\
             Disallow: /search\n\nSitemap: {origin}/sitemap.xml\n"
        ),
        false => "User-agent: *\nDisallow: /\n".to_owned(),
    }
}
