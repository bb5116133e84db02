"""Pillow's answers for the filter tests.

    reference.py checksums <folder>   writes <folder>/expected.txt: picture, filter, FNV-1a of RGB
    reference.py serve                answers requests "filter width height" + raw RGB on stdin
                                      with raw RGB on stdout, until stdin ends
"""

import sys
from pathlib import Path

from PIL import Image, __version__

from filters import NAMES, apply


def fnv(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def checksums(folder):
    lines = [f"# Pillow {__version__}, made by crates/pixels/tests/pillow/reference.py"]
    for path in sorted(Path(folder).glob("*.png")):
        picture = Image.open(path).convert("RGB")
        for name in NAMES:
            lines.append(f"{path.name} {name} {fnv(apply(name, picture).tobytes()):016x}")
    (Path(folder) / "expected.txt").write_text("\n".join(lines) + "\n")


def serve():
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    while request := source.readline():
        name, width, height = request.decode().split()
        size = (int(width), int(height))
        picture = Image.frombytes("RGB", size, source.read(size[0] * size[1] * 3))
        sink.write(apply(name, picture).tobytes())
        sink.flush()


if __name__ == "__main__":
    checksums(sys.argv[2]) if sys.argv[1] == "checksums" else serve()
