use kernel::Id;

use super::entry::SectionRef;
use super::moment::Reading;
use crate::sections::NavVisibility;

/// Which sections. The default is all that the reader may see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sections {
    pub nav_visibility: Option<NavVisibility>,
    pub below: Below,
    /// Deleted ones too. Only for those who may restore them.
    pub deleted: bool,
}

/// Whose direct children.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Below {
    #[default]
    Anything,
    /// The sections of the top level.
    Top,
    Section(Id),
    /// A section that cannot exist.
    Nothing,
}

impl Below {
    fn includes(self, parent: Option<Id>) -> bool {
        match self {
            Self::Anything => true,
            Self::Top => parent.is_none(),
            Self::Section(id) => parent == Some(id),
            Self::Nothing => false,
        }
    }
}

impl Reading {
    /// Sections by depth, sort order and title.
    pub fn sections(&self, wanted: &Sections) -> Vec<SectionRef<'_>> {
        let scope = self.scope();
        let listed = self.tree().sections().iter().filter(|node| {
            let section = node.section();
            // Deleted ones come back only for who asked for them. The handler lets nobody but
            // administrators ask.
            (node.shows(scope) || (wanted.deleted && !node.alive))
                && wanted.nav_visibility.is_none_or(|wanted| wanted == section.nav_visibility)
                && wanted.below.includes(section.parent_id)
        });
        listed.map(|node| SectionRef::new(self, node)).collect()
    }

    /// The sections of the main navigation.
    pub fn navigation(&self) -> Vec<SectionRef<'_>> {
        self.in_navigation(NavVisibility::Main)
    }

    /// The sections of the second rank: footers and menus.
    pub fn secondary_navigation(&self) -> Vec<SectionRef<'_>> {
        self.in_navigation(NavVisibility::Secondary)
    }

    fn in_navigation(&self, nav_visibility: NavVisibility) -> Vec<SectionRef<'_>> {
        self.sections(&Sections { nav_visibility: Some(nav_visibility), ..Sections::default() })
    }
}
