"""A Display P3 profile, built from its published numbers: what phones tag their pictures with."""

import struct


def _fixed(value):
    return struct.pack(">i", round(value * 65536))


def _xyz(x, y, z):
    return b"XYZ \0\0\0\0" + _fixed(x) + _fixed(y) + _fixed(z)


def display_p3():
    # The sRGB curve as a parametric curve of the fourth kind.
    curve = b"para\0\0\0\0" + struct.pack(">HH", 3, 0)
    curve += b"".join(_fixed(value) for value in (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045))
    name = "Display P3".encode("utf-16-be")
    text = b"mluc\0\0\0\0" + struct.pack(">II", 1, 12) + b"enUS" + struct.pack(">II", len(name), 28) + name
    tags = [
        (b"desc", text),
        (b"cprt", text),
        (b"wtpt", _xyz(0.96420, 1.0, 0.82491)),
        (b"rXYZ", _xyz(0.51512, 0.24120, -0.00105)),
        (b"gXYZ", _xyz(0.29198, 0.69225, 0.04189)),
        (b"bXYZ", _xyz(0.15710, 0.06657, 0.78407)),
        (b"rTRC", curve),
        (b"gTRC", curve),
        (b"bTRC", curve),
    ]
    table, data = b"", b""
    start = 128 + 4 + 12 * len(tags)
    for name, body in tags:
        body += b"\0" * (-len(body) % 4)
        table += name + struct.pack(">II", start + len(data), len(body))
        data += body
    header = struct.pack(">I4sI4s4s4s", start + len(data), b"\0" * 4, 0x04000000, b"mntr", b"RGB ", b"XYZ ")
    header += struct.pack(">6H", 2024, 1, 1, 0, 0, 0) + b"acsp" + b"\0" * 28
    header += _fixed(0.96420) + _fixed(1.0) + _fixed(0.82491) + b"\0" * 48
    assert len(header) == 128
    return header + struct.pack(">I", len(tags)) + table + data
