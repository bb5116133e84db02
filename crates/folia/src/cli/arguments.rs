use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use kernel::Role;

use crate::config::Flags;
use crate::transfer::Origin;

/// A personal content site in one program.
///
/// `folia serve` starts a site in the folder ./data. Settings come from folia.toml, from the
/// environment (FOLIA_SERVER__LISTEN is server.listen) and from the flags below.
#[derive(Debug, Parser)]
#[command(name = "folia", version, disable_help_subcommand = true)]
pub(super) struct Arguments {
    /// Read settings from this file instead of folia.toml
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,

    /// The folder that holds the site [default: ./data]
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<String>,

    /// sqlite:, sqlite:FILE or postgres://… [default: a file in the data folder]
    #[arg(long, global = true, value_name = "URL")]
    database: Option<String>,

    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Run the site
    Serve(ServeArguments),
    /// Fill an empty site with a small sample, to look around in; also while the site runs
    Demo,
    /// Make, list and revoke API tokens; also while the site runs
    #[command(subcommand)]
    Token(TokenAction),
    /// Print a new link that signs the owner in, once; beside the running site
    LoginLink,
    /// Ask the running site whether it runs; for the health check of a container
    Health,
    /// Look after the index that search uses
    #[command(subcommand)]
    Index(IndexAction),
    /// Read everything that is stored and report what is wrong with it
    Check {
        /// Mend what has one right answer, and set files aside that belong to nothing
        #[arg(long)]
        repair: bool,
        /// Read the files of media too, and compare their bytes with those that were written
        #[arg(long)]
        bytes: bool,
        /// Name every fault and every note, however many there are
        #[arg(long)]
        all: bool,
    },
    /// Work on the pictures of the site
    #[command(subcommand)]
    Media(MediaAction),
    /// Write everything into one file and read it back, for `folia restore`; also while the site runs
    Backup {
        /// Where to; a backup that is there already is replaced unless it is better, and no other is removed, as
        /// [backup] in the settings removes the oldest of the site. The status is 3 where it was written and not
        /// all of the site comes back from it
        file: PathBuf,
    },
    /// Bring a site back from a backup, into a place where nothing is yet
    Restore {
        /// A file of `folia backup` or of [backup] in the settings (folia-TIME-SITE.tar: the end of the name
        /// tells whose it is), an exported folder, or s3://BUCKET/PREFIX/FILE.tar
        #[arg(value_name = "FILE|DIR|s3://…")]
        archive: String,
        /// Mend what has one right answer instead of refusing it
        #[arg(long)]
        repair: bool,
    },
    /// Write everything into a folder of plain files, to read or to take elsewhere; also while the
    /// site runs
    Export {
        /// A new or empty folder
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Fill a new, empty site from an export or a backup; or bring in a site from elsewhere, also while
    /// this one runs
    Import {
        /// What `folia export` or `folia backup` has written, or what --from says
        #[arg(value_name = "DIR|FILE")]
        archive: PathBuf,
        /// Where it comes from [default: another Folia]
        #[arg(long, value_name = "SYSTEM", conflicts_with = "repair")]
        from: Option<FromArgument>,
        /// Tell what would be made, and write nothing
        #[arg(long, requires = "from")]
        dry_run: bool,
        /// Bring everything in as a draft, to be published by hand: the only way to be sure that nothing becomes
        /// public. Without it what other programs say of readers is judged, as far as it is known
        #[arg(long, requires = "from")]
        drafts: bool,
        /// A name in front matter, or of a folder with a slash at its end, that says nothing about who may read a
        /// text; may be given again
        #[arg(long, value_name = "NAME", requires = "from")]
        ignore: Vec<String>,
        /// Mend what has one right answer instead of refusing it
        #[arg(long)]
        repair: bool,
    },
    /// Print the description of the API (OpenAPI 3.1)
    Openapi,
}

#[derive(Debug, Subcommand)]
pub(super) enum IndexAction {
    /// Make all vectors again; beside a running site the site does it
    Rebuild,
}

#[derive(Debug, Subcommand)]
pub(super) enum MediaAction {
    /// Make all variants of all pictures again from what was uploaded; the addresses of those that come out otherwise
    /// lead to the new ones
    Rebuild,
}

#[derive(Debug, Args)]
pub(super) struct ServeArguments {
    /// Where to listen; port 0 picks a free one [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<String>,

    /// Speak https for this name, with a certificate that an authority signs; may be given again
    #[arg(long, value_name = "NAME")]
    domain: Vec<String>,
}

#[derive(Debug, Subcommand)]
pub(super) enum TokenAction {
    /// Make a token and print it; it is never shown again
    Create {
        /// What the token may do
        #[arg(long)]
        role: RoleArgument,
        /// What it is for, in your words
        #[arg(long, default_value = "unnamed")]
        name: String,
        /// The user that requests with this token act as
        #[arg(long, value_name = "ID")]
        user: Option<String>,
        /// How many days it is good for [default: until it is revoked]
        #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..=36500))]
        days: Option<u32>,
    },
    /// Show all tokens, without their secrets
    List,
    /// End a token at once
    Revoke {
        /// As `folia token list` shows it
        id: String,
    },
}

impl TokenAction {
    pub(super) fn lifetime(days: Option<u32>) -> Option<Duration> {
        days.map(|days| Duration::from_secs(u64::from(days) * 24 * 60 * 60))
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum FromArgument {
    /// A folder of Markdown files with front matter
    Markdown,
    /// The JSON file that Ghost exports, or a folder with it and content/images
    Ghost,
    /// The XML file that WordPress exports, or a folder with it and wp-content/uploads
    #[value(name = "wordpress")]
    WordPress,
    /// A folder with sections.json, stories.json, projects.json, pages.json, images.json, navlinks.json,
    /// redirects.json (those there are) and the folder uploads, of the service that Folia follows
    Legacy,
}

impl From<FromArgument> for Origin {
    fn from(from: FromArgument) -> Self {
        match from {
            FromArgument::Markdown => Self::Markdown,
            FromArgument::Ghost => Self::Ghost,
            FromArgument::WordPress => Self::WordPress,
            FromArgument::Legacy => Self::Legacy,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum RoleArgument {
    /// Everything
    Admin,
    /// Read drafts
    Member,
}

impl From<RoleArgument> for Role {
    fn from(role: RoleArgument) -> Self {
        match role {
            RoleArgument::Admin => Self::Admin,
            RoleArgument::Member => Self::Member,
        }
    }
}

impl Arguments {
    /// The flags that are settings.
    pub(super) fn flags(&self) -> Flags {
        let (listen, domains) = match &self.command {
            Command::Serve(serve) => (serve.listen.clone(), serve.domain.join(",")),
            _ => (None, String::new()),
        };
        let typed = [
            ("server.listen", listen),
            ("tls.domains", Some(domains).filter(|domains| !domains.is_empty())),
            ("data.dir", self.data.clone()),
            ("database.url", self.database.clone()),
        ];
        let settings = typed.into_iter().filter_map(|(key, value)| Some((key, value?))).collect();
        Flags { file: self.config.clone(), settings }
    }
}
