//! Pages as a file: tagged, with links, in which every letter can be read by programs.

use std::num::NonZeroU16;

use krilla::action::{Action, LinkAction};
use krilla::annotation::{Annotation, LinkAnnotation, Target};
use krilla::color::rgb;
use krilla::configure::{ConfigurationBuilder, PdfVersion};
use krilla::geom::{PathBuilder, Point, Rect, Size, Transform};
use krilla::image::Image;
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::page::{Page as PdfPage, PageSettings};
use krilla::paint::{Fill, FillRule, Stroke};
use krilla::surface::Surface;
use krilla::tagging::{
    Artifact, ArtifactType, ContentTag, Identifier, ListNumbering, Node as TagNode, SpanTag, Tag,
    TagGroup, TagKind, TagTree,
};
use krilla::text::{Font, GlyphId, KrillaGlyph, Tag as Axis};
use krilla::{Document as Pdf, SerializeSettings};
use skrifa::outline::OutlinePen;

use crate::layout::{Mark, Node, Page, Pages, Picture, Role, Text};
use crate::lettering::{Glyph, GlyphRun, UsedFace};
use crate::ligatures::{Point as Above, Readable, readable};
use crate::look::Ink;
use crate::model::{Document, Photo};
use crate::outline::Face;
use crate::press::{Order, PressError};

/// How wide the line is that makes a face heavier which has no bold, as a part of its size.
pub(crate) const BOLDER: f32 = 0.035;

/// Colours on paper: those of the light theme.
pub(crate) fn colour(ink: Ink, accent: Option<[u8; 3]>) -> [u8; 3] {
    match ink {
        Ink::Full => [25, 32, 29],
        Ink::Soft => [68, 77, 72],
        Ink::Faint => [97, 106, 101],
        Ink::Edge => [128, 136, 132],
        Ink::Line => [215, 220, 216],
        Ink::Accent => accent.unwrap_or([8, 103, 67]),
    }
}

/// What belongs to each node of the document, in reading order.
type Leaves = Vec<Vec<Leaf>>;

enum Leaf {
    Content(Identifier),
    Link(Identifier, Identifier),
}

/// What a file says of itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Said<'a> {
    /// Whose it is.
    pub(crate) document: &'a Document,
    /// What it is.
    pub(crate) noun: &'a str,
    /// The tag of its language; empty where nobody knows.
    pub(crate) language: &'a str,
}

impl Said<'_> {
    fn language(&self) -> Option<String> {
        (!self.language.is_empty()).then(|| self.language.to_owned())
    }
}

pub(crate) fn write(
    said: Said<'_>,
    pages: &Pages,
    faces: &[UsedFace],
    order: &Order,
) -> Result<Vec<u8>, PressError> {
    let Order { paper, accent, .. } = *order;
    let configuration = ConfigurationBuilder::new().with_version(PdfVersion::Pdf17).finish();
    let settings = SerializeSettings {
        configuration: configuration.map_err(|_| PressError::Settings)?,
        enable_tagging: true,
        ..SerializeSettings::default()
    };
    let mut pdf = Pdf::new_with(settings);
    let fonts = faces.iter().map(font).collect();
    let writer = Writer { fonts, faces: faces.iter().map(Face::of).collect(), accent };
    let mut leaves: Leaves = pages.nodes.iter().map(|_| Vec::new()).collect();
    let (width, height) = paper.size();
    for page in &pages.pages {
        let size = PageSettings::from_wh(width, height).ok_or(PressError::Settings)?;
        let mut sheet = pdf.start_page_with(size);
        writer.page(&mut sheet, page, &mut leaves);
        sheet.finish();
    }
    pdf.set_metadata(metadata(said));
    pdf.set_tag_tree(tag_tree(said, &pages.nodes, leaves));
    pdf.finish().map(without_suspects).map_err(PressError::Pdf)
}

/// That no tag is in doubt is what a file says by saying nothing of it. `pdfinfo` calls the other way of saying it a
/// fault. Blanks in its place leave everything else where it stands.
fn without_suspects(mut pdf: Vec<u8>) -> Vec<u8> {
    const BEFORE: &[u8] = b"/MarkInfo<</Marked true";
    const SAID: &[u8] = b"/Suspects false";
    let whole = [BEFORE, SAID].concat();
    if let Some(place) = pdf.windows(whole.len()).rposition(|part| part == whole) {
        pdf[place + BEFORE.len()..place + whole.len()].fill(b' ');
    }
    pdf
}

fn font(face: &UsedFace) -> Option<Font> {
    let (bytes, _) = face.data.data.clone().into_raw_parts();
    let axes: Vec<(Axis, f32)> =
        face.axes.iter().map(|(tag, value)| (Axis::new(tag), *value)).collect();
    Font::new_variable(bytes.into(), face.data.index, &axes)
}

fn metadata(said: Said<'_>) -> Metadata {
    let Said { document, noun, .. } = said;
    let plain = |text: &str| -> String {
        text.chars().filter(|character| !character.is_control()).collect()
    };
    let name = plain(&document.name);
    let title = match name.as_str() {
        "" => noun.to_owned(),
        name => format!("{name} – {noun}"),
    };
    let metadata = Metadata::new()
        .title(title)
        .creator("Folia".to_owned())
        .description(plain(&document.label));
    let metadata = match said.language() {
        Some(language) => metadata.language(language),
        None => metadata,
    };
    if name.is_empty() { metadata } else { metadata.authors(vec![name]) }
}

struct Writer<'a> {
    /// By their place among the faces in use. A face that cannot be read costs its letters.
    fonts: Vec<Option<Font>>,
    /// The same, to draw shapes from.
    faces: Vec<Option<Face<'a>>>,
    accent: Option<[u8; 3]>,
}

impl Writer<'_> {
    fn page(&self, sheet: &mut PdfPage<'_>, page: &Page, leaves: &mut Leaves) {
        let mut links = Vec::new();
        let mut surface = sheet.surface();
        for mark in &page.marks {
            match mark {
                Mark::Rule { x, y, width, thickness, ink } => {
                    surface.start_tagged(ContentTag::Artifact(artifact(ArtifactType::Layout)));
                    self.rule(&mut surface, (*x, *y), (*width, *thickness), *ink);
                    surface.end_tagged();
                }
                Mark::Picture(picture) => {
                    let content = surface.start_tagged(ContentTag::Other);
                    draw(&mut surface, picture);
                    surface.end_tagged();
                    leaves[picture.node].push(Leaf::Content(content));
                }
                Mark::Text(text) => {
                    let tag = match text.node {
                        Some(_) => ContentTag::Span(SpanTag::empty()),
                        None => ContentTag::Artifact(artifact(ArtifactType::PaginationOther)),
                    };
                    let content = surface.start_tagged(tag);
                    self.text(&mut surface, text);
                    surface.end_tagged();
                    match (text.node, &text.href) {
                        (None, _) => {}
                        (Some(node), None) => leaves[node].push(Leaf::Content(content)),
                        (Some(node), Some(_)) => {
                            links.push((node, leaves[node].len(), content, text));
                            leaves[node].push(Leaf::Content(content));
                        }
                    }
                }
            }
        }
        surface.finish();
        // Links belong to the page and not to what is drawn on it. Each takes the place of its text.
        for (node, place, content, text) in links {
            if let Some(link) = link(text) {
                leaves[node][place] = Leaf::Link(content, sheet.add_tagged_annotation(link));
            }
        }
    }

    fn rule(&self, surface: &mut Surface<'_>, at: (f32, f32), size: (f32, f32), ink: Ink) {
        let mut path = PathBuilder::new();
        let Some(rect) = Rect::from_xywh(at.0, at.1, size.0, size.1) else { return };
        path.push_rect(rect);
        let Some(path) = path.finish() else { return };
        surface.set_fill(Some(self.fill(ink)));
        surface.set_stroke(None);
        surface.draw_path(&path);
    }

    fn text(&self, surface: &mut Surface<'_>, text: &Text) {
        let Some(line) = text.paragraph.lines.get(text.line) else { return };
        for run in &line.runs {
            let Some(font) = self.fonts.get(run.face).cloned().flatten() else { continue };
            let fill = self.fill(run.ink);
            let stroke = run.bolder.then(|| Stroke {
                paint: fill.paint.clone(),
                width: run.size * BOLDER,
                ..Stroke::default()
            });
            surface.set_fill(Some(fill));
            surface.set_stroke(stroke);
            let start = Point::from_xy(text.x + line.left + run.x, text.y + text.baseline);
            let Readable { text, glyphs: letters, points } = readable(run);
            // A place within a character would end the whole program, in the midst of a file.
            if letters.iter().all(|glyph| text.get(glyph.range.clone()).is_some()) {
                let letters = glyphs(&letters, run.size);
                surface.draw_glyphs(start, &letters, font, &text, run.size, false);
            }
            for point in points {
                self.point(surface, run, point, (start.x, start.y));
            }
        }
    }

    /// A shape and no letter: what it says is in the text of the letter that it belongs to.
    fn point(&self, surface: &mut Surface<'_>, run: &GlyphRun, above: Above, at: (f32, f32)) {
        let Some(face) = self.faces.get(run.face).and_then(Option::as_ref) else { return };
        let (x, y) = (at.0 + above.x, at.1 - above.y);
        let mut pen = Pen { path: PathBuilder::new(), x, y, scale: run.size / face.units };
        if face.draw(above.glyph, &mut pen).is_some()
            && let Some(path) = pen.path.finish()
        {
            surface.draw_path(&path);
        }
    }

    fn fill(&self, ink: Ink) -> Fill {
        let [red, green, blue] = colour(ink, self.accent);
        Fill {
            paint: rgb::Color::new(red, green, blue).into(),
            opacity: NormalizedF32::ONE,
            rule: FillRule::NonZero,
        }
    }
}

fn draw(surface: &mut Surface<'_>, picture: &Picture) {
    let (width, height) = picture.size;
    let Some(size) = Size::from_wh(width, height) else { return };
    let opaque = |pixel: &[u8]| [pixel[0], pixel[1], pixel[2], u8::MAX];
    let rgba = picture.photo.rgb.chunks_exact(3).flat_map(opaque).collect();
    let image = Image::from_rgba8(rgba, Photo::WIDTH, Photo::HEIGHT);
    surface.push_transform(&Transform::from_translate(picture.x, picture.y));
    surface.draw_image(image, size);
    surface.pop();
}

fn artifact(kind: ArtifactType) -> Artifact {
    Artifact::with_kind(kind)
}

/// Outlines grow upwards, pages downwards.
struct Pen {
    path: PathBuilder,
    x: f32,
    y: f32,
    scale: f32,
}

impl Pen {
    fn place(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, self.y - y * self.scale)
    }
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.place(x1, y1), self.place(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) =
            (self.place(x1, y1), self.place(x2, y2), self.place(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

fn glyphs(letters: &[Glyph], size: f32) -> Vec<KrillaGlyph> {
    let part = |length: f32| length / size;
    letters
        .iter()
        .map(|glyph| {
            KrillaGlyph::new(
                GlyphId::new(glyph.id),
                part(glyph.advance),
                part(glyph.x),
                part(glyph.y),
                0.0,
                glyph.range.clone(),
                None,
            )
        })
        .collect()
}

fn link(text: &Text) -> Option<Annotation> {
    let line = text.paragraph.lines.get(text.line)?;
    let href = text.href.as_deref()?;
    let rect = Rect::from_xywh(text.x, text.y, line.width, text.leading)?;
    let target = Target::Action(Action::Link(LinkAction::new(href.to_owned())));
    Some(Annotation::new_link(LinkAnnotation::new(rect, target), Some(href.to_owned())))
}

fn tag_tree(said: Said<'_>, nodes: &[Node], leaves: Leaves) -> TagTree {
    let mut tree = TagTree::new().with_lang(said.language());
    let mut groups: Vec<Option<TagGroup>> = nodes
        .iter()
        .zip(leaves)
        .map(|(node, leaves)| {
            let mut group = TagGroup::new(tag(node.role, &said.document.name));
            for leaf in leaves {
                match leaf {
                    Leaf::Content(content) => group.push(content),
                    Leaf::Link(content, annotation) => {
                        let children = vec![TagNode::from(content), TagNode::from(annotation)];
                        group.push(TagGroup::with_children(Tag::Link, children));
                    }
                }
            }
            Some(group)
        })
        .collect();
    // A child comes after its parent in the list, so from the last on each is whole when it is put
    // into its parent, at its beginning.
    for number in (0..nodes.len()).rev() {
        let Some(group) = groups[number].take() else { continue };
        match nodes[number].parent.and_then(|parent| groups[parent].as_mut()) {
            Some(parent) => parent.children.insert(0, group.into()),
            None => tree.children.insert(0, group.into()),
        }
    }
    tree
}

fn tag(role: Role, name: &str) -> TagKind {
    match role {
        Role::Section => Tag::Section.into(),
        Role::Heading(level) => {
            Tag::Hn(NonZeroU16::new(level).unwrap_or(NonZeroU16::MIN), None).into()
        }
        Role::Paragraph => Tag::P.into(),
        Role::List => Tag::L(ListNumbering::Disc).into(),
        Role::Item => Tag::LI.into(),
        Role::Label => Tag::Lbl.into(),
        Role::Body => Tag::LBody.into(),
        // Whom it shows is all there is to say of it.
        Role::Figure => Tag::Figure(Some(name.to_owned())).into(),
    }
}
