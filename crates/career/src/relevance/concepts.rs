//! Words of working life that speak of the same thing. Where no vectors are known, this is what
//! lets "you help less experienced colleagues grow" find "mentored four junior engineers".
//!
//! Groups are wide on purpose and of all trades; a match by group counts for less than one by word.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::words::Stems;

const CONCEPTS: &[&str] = &[
    "mentor coach teach train trainee apprentice junior beginner onboard tutor pupil student educate grow",
    "lead manage supervise command head direct coordinate foreman chief responsible report staff",
    "cost budget money price save spend expense margin profit revenue earn finance cent",
    "account ledger bookkeeping book debit credit reconcile closing balance invoice audit",
    "forecast plan predict projection demand outlook estimate",
    "database sql postgres mysql relational schema query storage oracle",
    "api interface webhook endpoint rest openapi integration graphql sdk",
    "cloud kubernetes container docker terraform infrastructure cluster ansible aws azure server hosting",
    "deploy release pipeline ci cd delivery build ship automation",
    "incident outage pager oncall failure disaster recovery postmortem alert reliability downtime emergency",
    "monitor observability logs traces metrics telemetry slo objective dashboard signal",
    "secure security compliance pci dss audit regulation privacy encryption threat vulnerability gdpr",
    "test quality qa defect bug regression inspect verify automated acceptance",
    "fast speed latency performance slow millisecond load quick optimise",
    "frontend react typescript javascript css browser web component accessible",
    "design prototype figma wireframe usability interface mockup visual",
    "accessibility accessible wcag screenreader disability inclusive contrast",
    "research interview survey user study observe insight",
    "experiment ab hypothesis variant measure measurement conversion trial",
    "language translate translation multilingual localise locale german english french spanish italian market",
    "machine-learning model neural training classifier prediction statistics data scientist",
    "text nlp linguistics language corpus transformer annotate",
    "patient nurse clinical ward hospital care icu intensive medical doctor health",
    "hygiene haccp inspector safety sanitary infection protect",
    "kitchen cook chef menu restaurant dish plate recipe guest catering banquet wedding food",
    "teach lesson curriculum class school physics pupil exam course learning educator",
    "write document documentation article publish author handbook runbook content",
    "speak talk present conference public explain lecture audience",
    "customer client guest merchant consumer support success service",
    "supplier vendor purchase procurement negotiate contract tender",
    "stakeholder board executive management align communicate collaborate",
    "construction site building install electrician wiring solar photovoltaic roof plant",
    "electric electrical current voltage grid charging battery storage energy power",
    "project schedule deadline deliver milestone coordinate programme scope",
    "product roadmap backlog discovery feature prioritise strategy",
    "agile scrum kanban sprint retrospective",
    "hire recruit interview hiring staffing apprentice",
    "event kafka queue message stream asynchronous",
    "architecture distributed microservice system scale service",
    "warehouse inventory stock logistics supply chain delivery courier route",
    "sap erp system accounting",
    "group consolidation ifrs statements subsidiary reporting annual",
    "month closing quarter year end close fast",
    "machine investment factory production manufacturing foundry plant shop floor",
    "law court legal justice government public citizen authority",
    "mobile ios android app phone device handheld",
    "payment card bank settle transaction acquirer checkout money",
    "migrate move port replace modernise transfer legacy",
    "evidence study guideline research science scientific",
    "volunteer community charity neighbourhood association",
    "developer platform portal self-service internal tooling environment",
    "chart record digital documentation electronic",
    "family relative lay explain advise counsel",
    "shift rota roster schedule duty",
    "e-learning online digital video course module content",
    "laboratory experiment equipment physics science",
];

static GROUPS: LazyLock<HashMap<String, Vec<usize>>> = LazyLock::new(|| {
    let stems = Stems::new();
    let mut groups: HashMap<String, Vec<usize>> = HashMap::new();
    for (number, words) in CONCEPTS.iter().enumerate() {
        for word in words.split(' ') {
            groups.entry(stems.stem(word)).or_default().push(number);
        }
    }
    groups
});

/// The groups that a stem belongs to.
pub(super) fn concepts_of(stem: &str) -> impl Iterator<Item = usize> {
    GROUPS.get(stem).map_or(&[][..], Vec::as_slice).iter().copied()
}
