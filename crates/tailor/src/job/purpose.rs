/// What a part of a post is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Must,
    Nice,
    /// What is to be done in the job.
    Task,
    /// About the company, what it offers, how to apply.
    Talk,
    /// A label of a form with its value: `Job type: full time`.
    Terms,
    /// Not known: prose before any heading.
    Open,
}

impl Purpose {
    /// Those that words can tell, by their names in the lists.
    pub(super) const TOLD: [(&'static str, Self); 5] = [
        ("terms", Self::Terms),
        ("talk", Self::Talk),
        ("nice", Self::Nice),
        ("must", Self::Must),
        ("task", Self::Task),
    ];
}
