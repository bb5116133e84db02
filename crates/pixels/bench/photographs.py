"""Draws photograph-like JPEGs for the measurements: nothing here is a real picture.

Each scene is a sum of what makes photographs cost what they cost: a smooth
illumination, fractal texture whose strength varies over the frame (sky, foliage),
hard edged shapes over it, and sensor grain. Fixed seeds: two runs draw the same files.

usage: photographs.py <folder>
"""

import io
import sys
from pathlib import Path

import numpy
from PIL import Image, ImageDraw, ImageFilter

from display_p3 import display_p3


def fractal(random, width, height, octaves, roughness):
    """Value noise: octaves of smoothly enlarged random grids, each weaker than the last."""
    total = numpy.zeros((height, width), numpy.float32)
    strength = 1.0
    for octave in range(octaves):
        cells = 4 << octave
        rows = max(2, cells * height // width)
        grid = random.standard_normal((rows, cells)).astype(numpy.float32)
        total += strength * numpy.asarray(Image.fromarray(grid).resize((width, height), Image.BICUBIC))
        strength *= roughness
    return total


def scene(seed, width, height, texture, grain, shapes):
    random = numpy.random.default_rng(seed)
    light = fractal(random, width, height, 3, 0.5)
    detail = fractal(random, width, height, 12, 0.78)
    where = 1 / (1 + numpy.exp(-3 * fractal(random, width, height, 4, 0.6)))
    planes = []
    for tint in (1.0, 0.85, 0.6):
        hue = fractal(random, width, height, 4, 0.5)
        planes.append(120 + 38 * light * tint + texture * detail * where + 12 * hue)
    picture = numpy.stack(planes, axis=-1)

    mask = Image.new("RGB", (width, height), (0, 0, 0))
    draw = ImageDraw.Draw(mask)
    for _ in range(shapes):
        x, y = random.integers(0, width), random.integers(0, height)
        reach = int(random.integers(width // 200 + 2, width // 12))
        colour = tuple(int(value) for value in random.integers(30, 255, 3))
        if random.random() < 0.5:
            draw.ellipse((x, y, x + reach, y + reach), fill=colour)
        else:
            corners = random.integers(-reach, reach, (4, 2)) + (x, y)
            draw.polygon([tuple(map(int, corner)) for corner in corners], fill=colour)
    edges = numpy.asarray(mask.filter(ImageFilter.GaussianBlur(0.8)), numpy.float32)
    covered = (edges.max(axis=-1, keepdims=True) > 0) * 0.55
    picture = picture * (1 - covered) + edges * covered
    picture += grain * random.standard_normal(picture.shape).astype(numpy.float32)
    return Image.fromarray(numpy.clip(picture, 0, 255).astype(numpy.uint8))


def main(folder):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    exif = Image.Exif()
    exif[0x0112] = 6
    profile = display_p3()
    plans = [
        ("phone-12mp.jpg", 11, 4032, 3024, 26, 3.0, 260, dict(quality=90, exif=exif, icc_profile=profile)),
        ("smooth-13mp.jpg", 12, 4160, 3120, 12, 2.0, 120, dict(quality=90)),
        ("camera-20mp.jpg", 13, 5472, 3648, 12, 2.0, 160, dict(quality=88)),
        ("camera-24mp.jpg", 14, 6000, 4000, 18, 2.5, 220, dict(quality=86)),
        # Little but sky: what the quick method of the encoder is worst at.
        ("sky-16mp.jpg", 16, 4928, 3264, 2, 0.7, 12, dict(quality=90)),
        ("progressive-24mp.jpg", 15, 6000, 4000, 16, 2.0, 220, dict(quality=86, progressive=True)),
    ]
    for name, seed, width, height, texture, grain, shapes, options in plans:
        if (folder / name).exists():
            continue
        # Cameras interpolate and denoise: grain is never per pixel in a real photograph.
        picture = scene(seed, width, height, texture, grain * 2, shapes).filter(ImageFilter.GaussianBlur(0.6))
        out = io.BytesIO()
        picture.save(out, "JPEG", subsampling="4:2:0", **options)
        (folder / name).write_bytes(out.getvalue())
        print(f"{name}: {width}x{height}, {len(out.getvalue()) / 1e6:.1f} MB")


if __name__ == "__main__":
    main(sys.argv[1])
