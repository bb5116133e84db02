//! What a name in front matter or in an export speaks of. Names count without case, `_`, `-`, spaces and dots, as each
//! program spells them in its own way: `is_draft`, `isDraft`, `Is Draft`.
//!
//! A name that is on no list here is unknown, and nobody says that it is not about who may read. So a name gets onto
//! a list of harmless ones only when no program that is known means readers by it.

use std::collections::HashMap;
use std::sync::LazyLock;

/// What a name speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// Who may read, or from when until when.
    Readers(Rule),
    /// Words of an author, in which any word may stand.
    Words,
    /// What a text belongs to. A word among them may be one for drafts.
    Groups,
    /// A part of a page, which may be switched on and off.
    Part,
    /// Something else, whatever is said.
    Harmless,
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// A yes makes a draft, and only a no does not.
    Draft,
    /// A no makes a draft, and only a yes does not; or a day.
    Public,
    /// A no keeps it from some.
    Shown,
    /// Anything but a no keeps it from some, and this is why.
    Kept(&'static str),
    Password,
    /// Only a word of those for public things does not keep it from some.
    Status,
    /// The day from which on it is public.
    Day,
    /// The same, where people also write what is none.
    Date,
    /// The day until which it was public.
    End,
    Permalink,
    /// Hugo's table of what is made of a text.
    Build,
    /// Something in the name speaks of readers, and nobody knows what: only a word for public things does not count.
    Hint,
}

pub(in crate::transfer) fn fold(name: &str) -> String {
    let letters = name.chars().filter(|it| !matches!(it, '_' | '-' | '.') && !it.is_whitespace());
    letters.collect::<String>().to_lowercase()
}

const DRAFT: &str = "draft isdraft drafts";
const PUBLIC: &str = "published publish public ispublished ispublic visible isvisible dgpublish";
const SHOWN: &str = "listed islisted active isactive enabled isenabled enable render rendered output share shared \
    sitemap insitemap search searchable insearch insearchindex index indexed indexable feed infeed rss inrss list \
    showinlist showinlists showinnav showinmenu showonhome showonhomepage inmenu innav includeinnav includeinmenu \
    ready isready approved isapproved live islive online isonline released isreleased done final isfinal complete \
    completed finished publishable article timeline";
const STATUS: &str = "status state access visibility privacy audience poststatus pagestatus publishstatus \
    publishstate publishingstatus publicationstatus publicationstate contentstatus workflowstatus workflowstate \
    accesslevel permission permissions acl allowedroles allowedusers allowedgroups visibleto viewers readers roles allow allowed restrictto tier tiers membership \
    subscription";
const PASSWORD: &str =
    "password passwords postpassword passphrase pagepassword passwd pincode accesscode unlockcode";
const DAYS: &str = "publishdate publishedat publisheddate publishat publishon publishedon publishtime publishedtime \
    publishdatetime publisheddatetime publishfrom publishedfrom pubdate pubdatetime pubtime publicationdate \
    publicationtime datepublished datepublish postdate postdatetime postedat postedon posteddate dateposted \
    scheduledat scheduledfor scheduledon scheduleddate scheduledate visiblefrom availablefrom golive golivedate \
    goliveat releasedate releasedat firstpublished firstpublishedat embargodate";
const ENDS: &str = "end ends ended endat endsat endedat endon endson endedon endtime enddate enddatetime dateend \
    validthrough validto sunset sunsetdate removeon removeat deleteon deleteat deleteafter deletedat archiveon \
    archiveat archivedate archivedat takedown takedowndate availableto closedate closingdate";
const KEPT: [(&str, &str); 20] = [
    ("it was private", "private isprivate personalonly onlyme"),
    ("it was hidden", "hidden ishidden hide hideme invisible concealed"),
    (
        "it was in no list",
        "unlisted isunlisted excludefromcollections eleventyexcludefromcollections navexclude \
        hidefromnav hidefromlist hidefromlists hideinlist hideinlists excludefromlist excludefromlists \
        excludefromfeed hidefromhome hideonhome hidefromhomepage hiddenfromhomepage hiddenfromhome hiddenfromlist",
    ),
    (
        "search was to leave it out",
        "noindex robotsnoindex norobots searchexclude excludefromsearch searchhidden \
        sitemapexclude sitemapignore excludefromsitemap hidefromsearch hiddenfromsearch nosearch",
    ),
    ("it was archived", "archived isarchived"),
    (
        "it was protected",
        "protected isprotected lock locked islocked encrypt encrypted isencrypted",
    ),
    (
        "it was for members",
        "members membersonly memberonly formembers subscribersonly subscriberonly subscribers \
        patrons patronsonly supportersonly sponsorsonly premium ispremium paid paidonly paywall paywalled \
        requiresauth requireauth requireslogin requirelogin loginrequired authrequired auth",
    ),
    ("it had no page of its own", "headless isheadless nopage norender"),
    (
        "it was not published",
        "unpublished isunpublished unpublish nopublish notpublished donotpublish dontpublish",
    ),
    ("it was deleted", "deleted isdeleted trashed istrashed trash removed isremoved"),
    ("it was secret", "secret issecret confidential isconfidential classified"),
    (
        "it was not for everybody",
        "restricted isrestricted internal isinternal internalonly limited staffonly \
        teamonly friendsonly familyonly",
    ),
    ("it was left out", "exclude excluded isexcluded skip skipped ignore ignored omit omitted"),
    (
        "it was not done",
        "wip iswip workinprogress unfinished incomplete stub isstub todo needswork needsreview \
        underreview inreview",
    ),
    ("it was switched off", "disabled isdisabled disable inactive isinactive suspended"),
    ("it was over", "expired isexpired obsolete retired withdrawn retracted"),
    (
        "it was for later",
        "embargo embargoed isembargoed scheduled isscheduled pending ispending queued future",
    ),
    ("it was sent by mail only", "emailonly mailonly newsletteronly"),
    ("it was redacted", "redacted censored nsfw"),
    ("it was a template", "istemplate archetype"),
];

const WORDS: &str = "title subtitle longtitle shorttitle linktitle menutitle navtitle metatitle pagetitle seotitle \
    ogtitle twittertitle titleslug name fullname displayname nickname login headline heading tagline slogan \
    description desc shortdescription metadescription seodescription ogdescription twitterdescription summary \
    excerpt customexcerpt abstract intro introduction lead lede teaser tldr caption alt imagealt imagetitle \
    imagecaption coveralt covercaption heroalt herocaption text content body html markdown quote citation cite note \
    notes message wrongpassmessage wronghashmessage author authors authorname primaryauthor byline by writer editor \
    editors contributor contributors creator translator owner credit credits copyright copyrightauthor license \
    licence rights slug id uid uuid guid postid pageid parentid originalid wordpressid ghostid notionid \
    dsqthreadid thumbnailid link href ref source sources sourceurl original originalurl originallink canonical \
    canonicalurl externalurl externallink linkurl website site homepage email authoremail authorurl authorlogin \
    twitter mastodon github gitlab bluesky linkedin facebook instagram youtube telegram socials icon emoji cta \
    question answer faq company organization organisation location locations place address city country region \
    venue client customer employer team book publisher isbn doi journal artist album song director ingredients \
    instructions translationkey url path alias aliases redirectfrom redirect redirects redirectto oldurl oldurls \
    wordpressurl key prefix suffix editurl customediturl shortcode signature";
const GROUPS: &str = "tags tag categories category topics topic labels label keywords type types kind layout template \
    section sections collection collections folder folders group groups series genre genres posttype posttypes \
    contenttype pagetype postformat robots primarytag area areas";
const HARMLESS: &str = "weight order navorder menuorder sortorder sort sortby sortkey position sidebarposition rank \
    priority sequence number num nr part chapter level version v revision rating ratings score stars pages page \
    pagenumber wordcount words readtime readingtime timetoread minutes duration time hour year month day count size \
    width height depth toclevels tocdepth tocminheadinglevel tocmaxheadinglevel sidebardepth columns cols rows limit \
    perpage pagesize paginateby paginatepath season episode episodenumber volume issue difficulty servings preptime \
    cooktime totaltime price currency latitude longitude lat lng lon zoom x y bannerx bannery editlast parentpage \
    lang langs language languages locale locales hreflang dir rtl mt iscjklanguage translated translations \
    created createdat createdon creationdate datecreated ctime modified modifiedat modifieddate lastmod lastmodified \
    lastmodifiedat modifiedtime moddatetime updated updatedat updatedon updateddate updatedate dateupdated \
    datemodified update lastupdate lastupdated lastupdatedat lastedited edited editedat mtime timezone tz \
    start startdate starttime startsat startat started startedat startedon \
    theme style styles css cssclass cssclasses js class classes classname bodyclass pageclass color colour \
    maincolor background backgroundcolor backgroundimage dark darkmode font fontsize \
    format engine renderer markup templateengine renderwithliquid disablenunjucks mediatype outputs prettyurl \
    hyphenate filters enclosure mediasubpath imgpath haschildren hastoc parent grandparent children childnavorder \
    main before after prev next previous paginationnext paginationprev paginationlabel outline deep \
    sidebarlabel sidebarclassname sidebarcustomprops displayedsidebar parsenumberprefixes pagetemplate \
    insertanchorlinks generatefeeds generatefeed transparent target identifier obsidianuimode kanbanplugin \
    excalidrawplugin kanban excalidraw pingstatus commentstatus commentcount toclabel tocicon tocnumber \
    codeinjectionhead codeinjectionfoot customtemplate noreferrer nofollow dghome dghomelink dgpassfrontmatter \
    dgenablesearch dgpath dgnoteicon dgcreated dgupdated dgpinned dgmetatags dghomepage publishresources highlightshrink \
    aplayer entrieslayout onlyprint relative responsiveimages nested standalone fluid lazy loading eager autoplay \
    loop muted controls new isnew external blank newtab sponsored affiliate \
    sticky pinned pin pintop top istop featured isfeatured feature highlighted starred favorite favourite popular \
    trending recommended home ishome isindex star copy appendfilepath editable isoriginal linktomarkdown \
    rssfulltext publicationtypes swiperindex topgroupindex tocstylesimple wpasdoneall truncatesummary authorboxtop \
    authorboxbottom commentable excerptseparator";
const PARTS: &str = "toc tableofcontents math mathjax katex latex tex tikz mermaid diagram diagrams chart charts plot \
    gallery lightbox zoomimage code codeblock codefolding copycode syntaxhighlight syntaxhighlighter highlight \
    highlighting highlightjs hljs linenumbers linenos \
    fullwidth wide centered header headerimage footer sidebar leftsidebar rightsidebar aside navbar nav navigation \
    localnav menu menus mainmenu breadcrumb breadcrumbs breadcrumbtitle hero heroimage banner bannerimage bannericon \
    splash slider carousel cover coverimage image images img picture pictures thumbnail thumb previewimage \
    teaserimage featuredimage featureimage ogimage socialimage twitterimage sharingimage cardimage topimg avatar \
    logo favicon photo photos video videos audio podcast player media resources assets attachments files download \
    downloads comments comment disqus disqusid disqusidentifier disqusshortname discussion discuss giscus utterances gitalk \
    gitment valine waline twikoo artalk reactions likes webmention webmentions share sharing sharebuttons sharinglinks \
    socialshare social related relatedposts relatedcontent relatedarticles pager pagination paginate prevnext \
    postnav postnavlinks authorbox authorprofile authorbio bio profile readmore more ads ad adsense analytics \
    tracking newsletter subscribeform donate reward sponsor tip meta metadata date dates wordcounter readingtime \
    timestamp backlinks localgraph inlinegraph filetree tagcloud editlink editpage editpost feedback anchors anchor \
    anchorlinks headinganchors sectionnumbers numbering numbered footnotes sidenotes references bibliography \
    citations emojis smartypants progress progressbar backtotop scrolltotop icons map mapbox gist \
    jquery script scripts seo og opengraph card twittercard schema jsonld structureddata head license licensebox \
    copyrightbox rss wordcount hugotoc abcjs isso outdatealert noticeoutdate reaction fontawesome fraction \
    pygmentsfence overlayexcerpt lightgallery pageinfo ruby twemoji tags tag categories author authors title summary description excerpt linkpreview lastmod \
    lastupdated lastupdatedate updatedate updatedtime permalinks contributors languageswitch particles snow \
    copybutton rssbutton rssbuttoninsectiontermlist anchoredheadings themetoggle credits outdatedwarning";
/// What is said of a part.
const SWITCHES: &str = "show hide display enable enabled disable disabled use has is no with without allow toggle on \
    off active hidden visible open closed auto sticky static collapsed collapse collapsible expanded expand fold \
    folded inline float left right";
/// What holds values of all sorts, although parts are called so too.
const FRAMES: &str = "meta metadata more card";
/// Words of which some have only a flag.
const SWITCHABLE: &str = "copyright signature icon emoji redirect shortcode cta";
/// Where words are those of a style sheet.
const STYLES: &str =
    "style styles css cssclass cssclasses js class classes classname bodyclass pageclass";
/// What makes a name speak of readers, wherever it stands in it.
const HINTS: &str = "passw pwd secret privat confidential encrypt protect restrict paywall premium member subscri \
    visib access whocan audience permission allowed draft embargo capabilit";
/// The same at the beginning or at the end: `block` is no lock.
const ENDS_OF_HINTS: &str =
    "status state role roles lock locked gate gated tier tiers unpublished hidden";

type Meanings = HashMap<&'static str, Meaning>;

static KNOWN: LazyLock<Meanings> = LazyLock::new(|| {
    let mut known = Meanings::new();
    // The first says what a name means, and who may read comes before all else.
    let mut add = |names: &'static str, meaning| {
        for name in names.split_whitespace() {
            known.entry(name).or_insert(meaning);
        }
    };
    for (names, rule) in [
        (DRAFT, Rule::Draft),
        (PUBLIC, Rule::Public),
        (STATUS, Rule::Status),
        (PASSWORD, Rule::Password),
        (DAYS, Rule::Day),
        ("date datetime", Rule::Date),
        (ENDS, Rule::End),
        ("permalink", Rule::Permalink),
        ("build", Rule::Build),
    ] {
        add(names, Meaning::Readers(rule));
    }
    for (why, names) in KEPT {
        add(names, Meaning::Readers(Rule::Kept(why)));
    }
    add(SHOWN, Meaning::Readers(Rule::Shown));
    add(FRAMES, Meaning::Unknown);
    add(WORDS, Meaning::Words);
    add(GROUPS, Meaning::Groups);
    add(HARMLESS, Meaning::Harmless);
    add(PARTS, Meaning::Part);
    known
});

/// What a folded name speaks of.
pub(super) fn meaning_of(name: &str) -> Meaning {
    let known = |name: &str| KNOWN.get(name).copied();
    if let Some(meaning) = known(name) {
        return meaning;
    }
    // Exporters write what they come from before it, and people how it is.
    for start in ["is", "post", "page", "wp", "dg", "article", "entry", "hugo", "notion"] {
        let rest = name.strip_prefix(start).and_then(known);
        if let Some(meaning @ Meaning::Readers(_)) = rest {
            return meaning;
        }
    }
    if name.contains("expir") || name.contains("until") || name.ends_with("enddate") {
        return Meaning::Readers(Rule::End);
    }
    match is_switch_of_part(name) {
        true => Meaning::Harmless,
        false if hints(name) => Meaning::Readers(Rule::Hint),
        false => Meaning::Unknown,
    }
}

/// Whether something in a folded name speaks of readers.
pub(in crate::transfer) fn hints(name: &str) -> bool {
    let is_at_end = |stem: &str| {
        // `statement`, `locksmith`: what follows is more than a name of a value.
        name.ends_with(stem) && !matches!(name, "block" | "clock" | "estate" | "frontier")
            || name.strip_prefix(stem).is_some_and(|it| it.len() > 2 && !it.starts_with("ment"))
    };
    let is_accessible = name.contains("accessib") || name.contains("accessed");
    HINTS.split_whitespace().any(|stem| name.contains(stem)) && !is_accessible
        || ENDS_OF_HINTS.split_whitespace().any(is_at_end)
}

/// Whether a name for words is also that of a part.
pub(super) fn is_switchable(name: &str) -> bool {
    [SWITCHABLE, PARTS].iter().flat_map(|it| it.split_whitespace()).any(|it| it == name)
}

pub(super) fn is_style(name: &str) -> bool {
    STYLES.split_whitespace().any(|it| it == name)
}

/// `showToc`, `comments_enabled`: a part of a page, and whether it is there.
fn is_switch_of_part(name: &str) -> bool {
    let is_part = |name: &str| PARTS.split_whitespace().any(|part| part == name);
    SWITCHES.split_whitespace().any(|switch| {
        [name.strip_prefix(switch), name.strip_suffix(switch)].into_iter().flatten().any(is_part)
    })
}

/// Whether a name inside of a part of a page speaks of that: `comments: {enabled: false}`.
pub(super) fn is_switch(name: &str) -> bool {
    SWITCHES.split_whitespace().any(|switch| switch == name)
}

/// Whether a name begins as that of an end does. Others do so too: `endorsements`.
pub(super) fn may_be_end(name: &str) -> bool {
    name.starts_with("end") || name.starts_with("unpublish")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_written_as_they_are_looked_for() {
        let lists = [
            DRAFT, PUBLIC, SHOWN, STATUS, PASSWORD, DAYS, ENDS, WORDS, GROUPS, HARMLESS, PARTS,
            SWITCHES,
        ];
        let kept = KEPT.iter().map(|(_, names)| *names);
        for name in lists.into_iter().chain(kept).flat_map(str::split_whitespace) {
            assert_eq!(fold(name), name);
        }
    }

    #[test]
    fn what_speaks_of_readers_is_never_harmless() {
        let kept = KEPT.iter().map(|(_, names)| *names);
        for name in [DRAFT, PUBLIC, STATUS, PASSWORD, DAYS, ENDS]
            .into_iter()
            .chain(kept)
            .flat_map(str::split_whitespace)
        {
            for name in
                [name.to_owned(), format!("is{name}"), format!("post{name}"), format!("page{name}")]
            {
                assert!(matches!(meaning_of(&name), Meaning::Readers(_)), "{name}");
            }
        }
    }

    #[test]
    fn names_are_known_however_they_are_spelled() {
        for (name, meaning) in [
            ("Post-Status", Meaning::Readers(Rule::Status)),
            ("pubDatetime", Meaning::Readers(Rule::Day)),
            ("Expires On", Meaning::Readers(Rule::End)),
            ("dg-publish", Meaning::Readers(Rule::Public)),
            ("ShowToc", Meaning::Harmless),
            ("comments_enabled", Meaning::Harmless),
            ("disableShareButtons", Meaning::Harmless),
            ("hide_page", Meaning::Unknown),
            ("show_post", Meaning::Unknown),
            ("foo", Meaning::Unknown),
            ("", Meaning::Unknown),
        ] {
            assert_eq!(meaning_of(&fold(name)), meaning, "{name}");
        }
    }
}
