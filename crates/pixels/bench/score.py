"""How much a file looks like the picture it was made from, and what equal looks cost."""

import io
import math
import tempfile
from functools import cache
from pathlib import Path

from PIL import Image, ImageCms, ImageOps
from ssimulacra2 import compute_ssimulacra2

SRGB = ImageCms.createProfile("sRGB")


@cache
def reduced(path, width):
    """The picture at that width, upright and in sRGB, made the long way."""
    picture = Image.open(path)
    profile = picture.info.get("icc_profile")
    picture = ImageOps.exif_transpose(picture)
    if profile:
        picture = ImageCms.profileToProfile(picture, io.BytesIO(profile), SRGB)
    return picture.convert("RGB").resize((width, round(picture.height * width / picture.width)), Image.LANCZOS)


def score(path, width, file):
    """SSIMULACRA2: 100 is the same, 90 cannot be told apart, 70 is high quality."""
    with tempfile.TemporaryDirectory() as folder:
        names = [str(Path(folder) / name) for name in ("as-it-was.png", "as-it-is.png")]
        reduced(path, width).save(names[0], compress_level=1)
        Image.open(file).convert("RGB").save(names[1], compress_level=1)
        return compute_ssimulacra2(*names)


def bytes_at(wanted, points):
    """The bytes a file of the wanted score would have, from the scores and bytes of files of several
    qualities: a straight line between the two on either side of it, bytes taken by their logarithm. Beyond
    all of them the line through the outermost two goes on, neighbours being too near to give a direction."""
    points = sorted(points)
    pairs = [pair for pair in zip(points, points[1:]) if pair[0][0] <= wanted <= pair[1][0]]
    (score, size), (other_score, other_size) = pairs[0] if pairs else (points[0], points[-1])
    steepness = (math.log(other_size) - math.log(size)) / (other_score - score)
    return size * math.exp(steepness * (wanted - score))
