use super::{Language, PLAIN, Shape};

pub(super) static LIST: &[Language] = &[
    Language {
        names: "sql postgres postgresql psql mysql sqlite plpgsql",
        keywords: "add all alter and any as asc begin between by cascade case check collate column \
            commit conflict constraint create cross database default delete desc distinct do drop each \
            else end except exists explain filter first following for foreign from full function grant \
            group having if in index inner insert intersect interval into is join key language lateral \
            left like limit materialized natural not nothing of offset on only or order outer over \
            partition preceding primary recursive references replace restrict returning returns right \
            rollback row rows schema select set table temporary then to transaction trigger truncate \
            union unique update using values view when where window with without",
        constants: "null true false current_date current_timestamp",
        line_comments: &["--"],
        long_strings: true,
        ignores_case: true,
        ..PLAIN
    },
    Language {
        names: "html xml svg xhtml vue svelte astro rss atom",
        shape: Shape::Markup,
        ..PLAIN
    },
    Language {
        names: "css",
        shape: Shape::Pairs,
        keywords: "@media @import @font-face @keyframes @supports @layer @container @page @property \
            @view-transition !important",
        constants: "none auto inherit initial unset",
        line_comments: &[],
        word_signs: "_-@!#%",
        ..PLAIN
    },
    Language {
        names: "scss sass less",
        shape: Shape::Pairs,
        keywords: "@media @import @use @forward @mixin @include @extend @function @return @if @else \
            @each @for @while @font-face @keyframes @supports @layer @container !important !default",
        constants: "none auto inherit initial unset",
        word_signs: "_-@!#%",
        variables: true,
        ..PLAIN
    },
    Language { names: "json jsonc json5 geojson webmanifest", shape: Shape::Pairs, ..PLAIN },
    Language {
        names: "yaml yml",
        shape: Shape::Pairs,
        constants: "true false null yes no on off",
        line_comments: &["#"],
        block_comment: None,
        word_signs: "_-./",
        ..PLAIN
    },
    Language {
        names: "toml ini cfg conf properties env dotenv editorconfig systemd",
        shape: Shape::Pairs,
        constants: "true false",
        line_comments: &["#", ";"],
        block_comment: None,
        quotes: &["\"\"\"", "'''", "\"", "'"],
        word_signs: "_-.",
        ..PLAIN
    },
    Language { names: "diff patch", shape: Shape::Diff, ..PLAIN },
    Language { names: "markdown md mdx", shape: Shape::Markdown, ..PLAIN },
    Language {
        names: "dockerfile docker containerfile",
        keywords: "FROM AS RUN CMD LABEL EXPOSE ENV ADD COPY ENTRYPOINT VOLUME USER WORKDIR ARG \
            ONBUILD STOPSIGNAL HEALTHCHECK SHELL",
        line_comments: &["#"],
        block_comment: None,
        variables: true,
        ..PLAIN
    },
    Language {
        names: "makefile make mk just justfile",
        shape: Shape::Program,
        keywords: "define else endef endif export ifdef ifeq ifndef ifneq include override .PHONY",
        line_comments: &["#"],
        block_comment: None,
        word_signs: "_-.",
        variables: true,
        ..PLAIN
    },
    Language {
        names: "nginx caddy caddyfile",
        keywords: "events http include listen location map proxy_pass return rewrite root server \
            server_name upstream reverse_proxy file_server encode handle",
        constants: "on off",
        line_comments: &["#"],
        block_comment: None,
        variables: true,
        ..PLAIN
    },
    Language {
        names: "graphql gql proto protobuf",
        keywords: "directive enum extend fragment implements import input interface message mutation on \
            oneof option optional package query repeated returns rpc schema service scalar subscription \
            syntax type union",
        line_comments: &["#", "//"],
        quotes: &["\"\"\"", "\""],
        annotations: true,
        ..PLAIN
    },
];
