"""Four WebP variants with Pillow, each from the full picture or in a cascade; prints JSON.

usage: pillow_variants.py <picture> <filter> <full|cascade> [folder for the files]
"""

import io
import json
import resource
import sys
import time
from pathlib import Path

from PIL import Image, ImageCms, ImageOps

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "pillow"))
from filters import apply  # noqa: E402

WIDTHS = [2048, 1536, 768, 400]
SRGB = ImageCms.createProfile("sRGB")


def variants(path, name, arrangement):
    picture = Image.open(path)
    if arrangement == "cascade":
        # Shrink while decoding, as far as the decoder can.
        picture.draft("RGB", (2048, 2048))
    profile = picture.info.get("icc_profile")
    picture = ImageOps.exif_transpose(picture)
    if profile:
        picture = ImageCms.profileToProfile(picture, io.BytesIO(profile), SRGB)
    picture = apply(name, picture.convert("RGB"))
    files, source = [], picture
    for width in WIDTHS:
        size = (width, round(picture.height * width / picture.width))
        reduced = source.resize(size, Image.LANCZOS)
        out = io.BytesIO()
        reduced.save(out, "WEBP", quality=80, method=4)
        files.append(out.getvalue())
        if arrangement == "cascade":
            source = reduced
    return files


def main(path, name, arrangement, folder=None):
    best = float("inf")
    for _ in range(3):
        before = time.process_time()
        files = variants(path, name, arrangement)
        best = min(best, time.process_time() - before)
    if folder:
        for width, data in zip(WIDTHS, files):
            (Path(folder) / f"{width}.webp").write_bytes(data)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"cpu": best, "peak_mb": peak, "bytes": sum(map(len, files))}))


main(*sys.argv[1:])
