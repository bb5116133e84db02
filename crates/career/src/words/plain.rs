//! Words that claim nothing, and words that say nothing about a job.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Words by which sentences are joined. They may stand in a statement though no source has them;
/// whatever strengthens, ranks, counts or excludes is not among them.
const PLAIN: &str = "\
    a about across after also am among an and are as at be been before being between both \
    but by can could did do does during for from had has have he her his how i if in \
    including into is it its me my of on onto or per our she so such than that the their \
    them then there these they this those through to toward towards until upon us use used \
    uses using via was we were what when where which while who whom whose will with within \
    work worked working would you your helped helping contributed contributing supported \
    supporting als auch auf aus bei beim das dem den der des die dies diese dieser ein eine \
    einem einen einer für ich im ist mit nach sich sie sind sowie um und von vom war waren \
    wie wir zu zum zur über durch dass wurde wurden";

/// Words of every job post, by which no resume is told from another.
const EMPTY: &str = "\
    ability able aber again all already always another any anything area aufgaben based \
    because become best better bring bringen build candidate colleague come comfortable \
    company day deep deine demonstrated desirable desire dich dir doing du each else \
    environment erfahrung etc etwa even ever every everyone excellent experience experienced \
    expertise familiar familiarity feel few field find first five four full further get give \
    good great gute guten haben happy high ideal ideally ihre ihr important industry \
    interest job just keep kenntnisse kind know knowledge known least less like little long \
    look looking lot love make many matter may mehrjährige mind month more most much must \
    need never new nice no not nothing off offer often old one ones only other others out \
    over own part people per perfect person place plus point preferably preferred proven put \
    quick rather ready really related relevant require required requirement right role same \
    see seek sehr several should show similar skill solid some somebody someone something \
    sound strong take team thing think three time together too track two understand \
    understanding up useful valued very want way welcome well without word world year years \
    yet join jahre position record set down go going let say still here now next whole \
    around don't you'll we're you're we'll it's you've";

static PLAIN_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| PLAIN.split(' ').collect());
static EMPTY_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| EMPTY.split(' ').collect());

pub(crate) fn is_plain(folded: &str) -> bool {
    PLAIN_WORDS.contains(folded)
}

/// Whether a word tells nothing about what a job is.
pub(crate) fn is_empty_of_meaning(folded: &str) -> bool {
    is_plain(folded)
        || EMPTY_WORDS.contains(folded)
        || !folded.contains(|c: char| !c.is_ascii_digit())
}
