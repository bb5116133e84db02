"""Draws the small test pictures of fixtures/pictures. Run once; the results are kept in the tree.

usage: fixtures.py <folder>
"""

import random
import sys
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))
from display_p3 import display_p3  # noqa: E402

CANARY = "canary-7f3a-must-never-be-served"


def scene(width, height, seed):
    """Soft background, hard shapes, a little grain."""
    dice = random.Random(seed)
    small = Image.new("RGB", (6, 4))
    small.putdata([tuple(dice.randrange(256) for _ in range(3)) for _ in range(24)])
    picture = small.resize((width, height), Image.BICUBIC)
    draw = ImageDraw.Draw(picture)
    for _ in range(12):
        x, y = dice.randrange(width), dice.randrange(height)
        reach = dice.randrange(4, max(5, width // 4))
        draw.ellipse((x, y, x + reach, y + reach), fill=tuple(dice.randrange(256) for _ in range(3)))
    noise = Image.new("L", (width, height))
    noise.putdata([dice.randrange(256) for _ in range(width * height)])
    return Image.blend(picture, noise.convert("RGB"), 0.06)


def corners(width, height):
    """A colour per quarter: red and green above, blue and white below. Shows every wrong turn."""
    picture = Image.new("RGB", (width, height))
    draw = ImageDraw.Draw(picture)
    for (x, y), colour in {(0, 0): "red", (1, 0): "lime", (0, 1): "blue", (1, 1): "white"}.items():
        left, top = x * width // 2, y * height // 2
        draw.rectangle((left, top, left + width // 2 - 1, top + height // 2 - 1), fill=colour)
    return picture


def exif(orientation):
    tags = Image.Exif()
    tags[0x0112] = orientation
    tags[0x010E] = CANARY
    tags.get_ifd(0x8825)[29] = CANARY
    return tags


def frames():
    """A square that walks over a still background: most of each frame is unchanged."""
    for step in range(6):
        picture = Image.new("RGBA", (90, 60), (20, 60, 120, 255))
        ImageDraw.Draw(picture).rectangle((step * 12, 20, step * 12 + 14, 40), fill=(240, 200, 30, 255))
        yield picture


def main(folder):
    folder = Path(folder)
    (folder / "filters").mkdir(parents=True, exist_ok=True)

    for name, picture in {
        "scene": scene(97, 61, 1),
        "dark": scene(64, 48, 2).point(lambda value: value // 5),
        "bright": scene(64, 48, 3).point(lambda value: 255 - value // 5),
        "noise": Image.effect_noise((60, 50), 120).convert("RGB").filter(ImageFilter.GaussianBlur(0.4)),
        "primaries": corners(40, 30),
        "ramp": Image.merge("RGB", [Image.linear_gradient("L").rotate(turn) for turn in (0, 90, 45)]),
        "strip": scene(31, 2, 4),
        "dot": Image.new("RGB", (1, 1), (17, 130, 211)),
    }.items():
        picture.save(folder / "filters" / f"{name}.png", optimize=True)

    photo = scene(640, 480, 5)
    photo.save(folder / "phone-p3-exif6.jpg", quality=85, exif=exif(6), icc_profile=display_p3())
    photo.resize((320, 240)).save(folder / "progressive.jpg", quality=85, progressive=True)
    photo.resize((160, 120)).convert("CMYK").save(folder / "cmyk.jpg", quality=90)
    photo.resize((160, 120)).convert("L").save(folder / "grey.jpg", quality=85)
    for sampling in ("4:4:4", "4:2:2"):
        name = f"sampling-{sampling.replace(':', '')}.jpg"
        photo.resize((200, 150)).save(folder / name, quality=85, subsampling=sampling)
    photo.resize((200, 150)).save(folder / "restarts.jpg", quality=85, restart_marker_blocks=5)
    for orientation in range(1, 9):
        stored = corners(96, 64)
        stored.save(folder / f"orientation-{orientation}.jpg", quality=95, exif=exif(orientation))
    corners(96, 64).save(folder / "orientation-6.png", exif=exif(6))
    corners(96, 64).save(folder / "orientation-6.webp", quality=95, exif=exif(6))

    disc = Image.new("RGBA", (120, 80), (0, 0, 0, 0))
    ImageDraw.Draw(disc).ellipse((20, 10, 100, 70), fill=(200, 40, 40, 255), outline=(0, 0, 0, 128))
    disc.save(folder / "alpha.png")
    disc.quantize(8).save(folder / "palette-alpha.png")
    disc.convert("LA").save(folder / "grey-alpha.png")
    corners(64, 48).convert("1").save(folder / "one-bit.png")
    ramp = Image.new("I;16", (64, 48))
    ramp.putdata([x * 1024 for _ in range(48) for x in range(64)])
    ramp.save(folder / "sixteen-bit-grey.png")
    disc.save(folder / "lossless-alpha.webp", lossless=True, exif=exif(1))
    disc.save(folder / "lossy-alpha.webp", quality=90)
    photo.resize((320, 240)).save(folder / "lossy.webp", quality=80, xmp=f"<x>{CANARY}</x>".encode())

    walk = list(frames())
    walk[0].save(folder / "animated.gif", save_all=True, append_images=walk[1:], duration=80, loop=0)
    walk[0].save(folder / "animated.webp", save_all=True, append_images=walk[1:], duration=80, loop=0)
    walk[0].save(folder / "animated.png", save_all=True, append_images=walk[1:], duration=80, loop=0)
    walk[0].convert("RGB").save(folder / "still.gif")

    photo.resize((320, 240)).save(folder / "photo.avif", quality=70)
    disc.save(folder / "alpha.avif", quality=90)
    for orientation in range(1, 9):
        corners(96, 64).save(folder / f"orientation-{orientation}.avif", quality=95, exif=exif(orientation))


if __name__ == "__main__":
    main(sys.argv[1])
