"""The seven filters as Pillow's own operations: what the engine is held against."""

from PIL import Image, ImageEnhance, ImageOps


def _curves(picture, red, green, blue):
    bands = list(picture.split())
    for index, shift in enumerate((red, green, blue)):
        bands[index] = bands[index].point(lambda value: max(0, min(255, value + shift)))
    return Image.merge(picture.mode, bands)


def _enhance(picture, *steps):
    for kind, factor in steps:
        picture = kind(picture).enhance(factor)
    return picture


def apply(name, picture):
    contrast, sharpness = ImageEnhance.Contrast, ImageEnhance.Sharpness
    colour, brightness = ImageEnhance.Color, ImageEnhance.Brightness
    if name == "auto_enhance":
        return _enhance(picture, (contrast, 1.15), (sharpness, 1.2), (colour, 1.1))
    if name == "warm":
        return _curves(_enhance(picture, (colour, 1.15)), 10, 5, -10)
    if name == "cool":
        return _enhance(_curves(picture, -10, 0, 15), (contrast, 1.1))
    if name == "high_contrast":
        return _enhance(picture, (contrast, 1.4), (sharpness, 1.15))
    if name == "bw":
        return _enhance(ImageOps.grayscale(picture), (contrast, 1.2)).convert(picture.mode)
    if name == "vivid":
        return _enhance(picture, (colour, 1.5), (contrast, 1.15), (brightness, 1.05))
    return picture


NAMES = ["none", "auto_enhance", "warm", "cool", "high_contrast", "bw", "vivid"]
