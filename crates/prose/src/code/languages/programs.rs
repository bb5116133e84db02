use super::{Language, PLAIN};

const SCRIPT_WORDS: &str = "async await break case catch class const continue debugger default \
    delete do else export extends finally for from function get if import in instanceof let new of \
    return set static super switch this throw try typeof var void while with yield";

pub(super) static LIST: &[Language] = &[
    Language {
        names: "rust rs",
        keywords: "as async await break const continue crate dyn else enum extern fn for if impl in \
            let loop match mod move mut pub ref return static struct super trait type unsafe use \
            where while union yield",
        constants: "true false Some None Ok Err self Self",
        definitions: &["fn"],
        quotes: &["\""],
        long_strings: true,
        nests: true,
        is_rust: true,
        ..PLAIN
    },
    Language {
        names: "javascript js jsx mjs cjs",
        keywords: SCRIPT_WORDS,
        constants: "true false null undefined NaN Infinity",
        definitions: &["function"],
        quotes: &["\"", "'", "`"],
        word_signs: "_$",
        patterns: true,
        annotations: true,
        ..PLAIN
    },
    Language {
        names: "typescript ts tsx mts cts",
        keywords: "abstract any as asserts async await boolean break case catch class const continue \
            debugger declare default delete do else enum export extends finally for from function get \
            if implements import in infer instanceof interface is keyof let namespace never new number \
            object of override private protected public readonly return satisfies set static string \
            super switch symbol this throw try type typeof unknown var void while with yield",
        constants: "true false null undefined NaN Infinity",
        definitions: &["function"],
        quotes: &["\"", "'", "`"],
        word_signs: "_$",
        patterns: true,
        annotations: true,
        ..PLAIN
    },
    Language {
        names: "python py python3",
        keywords: "and as assert async await break case class continue def del elif else except \
            finally for from global if import in is lambda match nonlocal not or pass raise return \
            try while with yield",
        constants: "True False None self cls",
        definitions: &["def", "class"],
        line_comments: &["#"],
        block_comment: None,
        quotes: &["\"\"\"", "'''", "\"", "'"],
        annotations: true,
        ..PLAIN
    },
    Language {
        names: "go golang",
        keywords: "any bool break byte case chan const continue default defer else error fallthrough \
            float64 for func go goto if import int interface map package range return rune select \
            string struct switch type var",
        constants: "true false nil iota",
        definitions: &["func"],
        quotes: &["\"", "'", "`"],
        ..PLAIN
    },
    Language {
        names: "c h",
        keywords: "auto bool break case char const continue default do double else enum extern float \
            for goto if inline int long register restrict return short signed sizeof static struct \
            switch typedef union unsigned void volatile while #include #define #if #ifdef #ifndef \
            #else #elif #endif #pragma",
        constants: "true false NULL nullptr",
        word_signs: "_#",
        ..PLAIN
    },
    Language {
        names: "cpp c++ cc cxx hpp arduino",
        keywords: "alignas alignof auto bool break case catch char class concept const consteval \
            constexpr continue co_await co_return co_yield decltype default delete do double else enum \
            explicit export extern float for friend goto if inline int long mutable namespace new \
            noexcept operator override private protected public requires return short signed sizeof \
            static static_assert static_cast struct switch template this throw try typedef typename \
            union unsigned using virtual void volatile while #include #define #if #ifdef #ifndef #else \
            #elif #endif #pragma",
        constants: "true false NULL nullptr",
        word_signs: "_#",
        ..PLAIN
    },
    Language {
        names: "csharp cs c#",
        keywords: "abstract as async await base bool break byte case catch char class const continue \
            decimal default delegate do double else enum event explicit extern finally fixed float for \
            foreach get if implicit in init int interface internal is lock long namespace new object \
            operator out override params private protected public readonly record ref return sealed \
            set short sizeof static string struct switch this throw try typeof uint ulong using var \
            virtual void volatile when where while yield",
        word_signs: "_@",
        ..PLAIN
    },
    Language {
        names: "java",
        keywords: "abstract assert boolean break byte case catch char class continue default do double \
            else enum extends final finally float for if implements import instanceof int interface \
            long native new package permits private protected public record return sealed short static \
            super switch synchronized this throw throws transient try var void volatile while yield",
        quotes: &["\"\"\"", "\"", "'"],
        annotations: true,
        ..PLAIN
    },
    Language {
        names: "kotlin kt kts",
        keywords: "abstract as break by class companion const constructor continue data do else enum \
            external final finally for fun if import in infix init inline inner interface internal is \
            lateinit object open operator out override package private protected public return sealed \
            super suspend tailrec this throw try typealias val var vararg when where while",
        definitions: &["fun"],
        quotes: &["\"\"\"", "\"", "'"],
        nests: true,
        annotations: true,
        ..PLAIN
    },
    Language {
        names: "swift",
        keywords: "actor any as associatedtype async await break case catch class continue default \
            defer deinit do else enum extension fallthrough fileprivate for func guard if import in \
            init inout internal is let mutating open operator private protocol public repeat return \
            some static struct subscript super switch throw throws try typealias var where while",
        constants: "true false nil self Self",
        definitions: &["func"],
        quotes: &["\"\"\"", "\""],
        nests: true,
        annotations: true,
        ..PLAIN
    },
    Language {
        names: "php",
        keywords: "abstract and array as break callable case catch class clone const continue declare \
            default do echo else elseif empty enum extends final finally fn for foreach function global \
            if implements include instanceof interface isset list match namespace new or print private \
            protected public readonly require require_once return static switch throw trait try unset \
            use var while yield",
        constants: "true false null TRUE FALSE NULL",
        definitions: &["function"],
        line_comments: &["//", "#"],
        long_strings: true,
        variables: true,
        ..PLAIN
    },
    Language {
        names: "ruby rb",
        keywords: "alias and begin break case class def do else elsif end ensure extend for if in \
            include module next not or private protected public raise redo require rescue retry return \
            super then undef unless until when while yield",
        constants: "true false nil self",
        definitions: &["def"],
        line_comments: &["#"],
        block_comment: Some(("=begin", "=end")),
        word_signs: "_?!@",
        patterns: true,
        ..PLAIN
    },
    Language {
        names: "shell sh bash zsh console shellsession shell-session fish",
        keywords: "case do done elif else esac export fi for function if in local read return select \
            set shift source then trap unset until while sudo",
        constants: "true false",
        definitions: &["function"],
        line_comments: &["#"],
        block_comment: None,
        long_strings: true,
        word_signs: "_-",
        variables: true,
        ..PLAIN
    },
    Language {
        names: "powershell ps1",
        keywords: "begin break catch class continue do else elseif end exit filter finally for foreach \
            function if in param process return switch throw trap try until using while",
        constants: "$true $false $null",
        definitions: &["function"],
        line_comments: &["#"],
        block_comment: Some(("<#", "#>")),
        word_signs: "_-",
        variables: true,
        ignores_case: true,
        ..PLAIN
    },
    Language {
        names: "lua",
        keywords: "and break do else elseif end for function goto if in local not or repeat return \
            then until while",
        constants: "true false nil self",
        definitions: &["function"],
        line_comments: &["--"],
        block_comment: Some(("--[[", "]]")),
        ..PLAIN
    },
    Language {
        names: "elixir ex exs",
        keywords: "after alias and case catch cond def defmodule defp do else end fn for if import in \
            not or quote raise receive require rescue unless unquote use when with",
        constants: "true false nil",
        definitions: &["def", "defp", "defmodule"],
        line_comments: &["#"],
        block_comment: None,
        quotes: &["\"\"\"", "\"", "'"],
        word_signs: "_?!@",
        ..PLAIN
    },
    Language {
        names: "haskell hs elm purescript",
        keywords: "as case class data deriving do else forall foreign hiding if import in infix infixl \
            infixr instance let module newtype of qualified then type where",
        constants: "True False Nothing Just",
        line_comments: &["--"],
        block_comment: Some(("{-", "-}")),
        quotes: &["\""],
        nests: true,
        word_signs: "_'",
        ..PLAIN
    },
    Language {
        names: "zig",
        keywords: "align and asm async await break catch comptime const continue defer else enum \
            errdefer error export extern fn for if inline noalias or orelse packed pub return struct \
            suspend switch test threadlocal try union usingnamespace var volatile while",
        constants: "true false null undefined",
        definitions: &["fn"],
        block_comment: None,
        annotations: true,
        ..PLAIN
    },
    Language {
        names: "r",
        keywords: "break else for function if in next repeat return while library",
        constants: "TRUE FALSE NULL NA NaN Inf",
        line_comments: &["#"],
        block_comment: None,
        word_signs: "_.",
        ..PLAIN
    },
    Language {
        names: "perl pl",
        keywords: "and die do else elsif for foreach if last local my next no not or our package print \
            redo require return sub unless until use while",
        definitions: &["sub"],
        line_comments: &["#"],
        block_comment: None,
        long_strings: true,
        variables: true,
        ..PLAIN
    },
    Language {
        names: "nix",
        keywords: "assert else if import in inherit let or rec then with",
        line_comments: &["#"],
        quotes: &["''", "\""],
        long_strings: true,
        word_signs: "_-'",
        ..PLAIN
    },
];
