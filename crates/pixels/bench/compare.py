"""Runs the engine, Pillow and sharp on each picture and prints a table of ratios.

usage: compare.py <work folder> <measure binary>; see compare.sh, which prepares both.
"""

import json
import subprocess
import sys
from pathlib import Path

from score import bytes_at, score

# How often the engine, sharp and Pillow take turns.
ROUNDS = 2
# On both sides of the engine's own quality, for bytes at equal looks.
QUALITIES = (77, 82, 86)
SIZES = (("medium", 768), ("full", 2048))

here = Path(__file__).parent
work, measure = Path(sys.argv[1]), sys.argv[2]


def run(*command, folder=None):
    answer = subprocess.run([str(part) for part in command], cwd=folder, check=True, stdout=subprocess.PIPE)
    return json.loads(answer.stdout.decode().strip().splitlines()[-1])


def folder(*names):
    path = work.joinpath(*names)
    path.mkdir(parents=True, exist_ok=True)
    return path


def best(runs):
    return min(runs, key=lambda result: result["cpu"])


def times(picture, name):
    """The cheapest run of each, in turns, so that a busy moment of the machine meets all of them."""
    ours, previews, sharp, pillow = [], [], [], []
    for _ in range(ROUNDS):
        for way in ("pipelines", "once", "cascade"):
            ours.append(run(measure, "variants", picture, name, 4, folder("ours")))
            made = run("node", here / "sharp.mjs", picture, name, way, folder("sharp", way), folder=work / "node")
            sharp.append({**made, "way": way})
        for way in ("full", "cascade"):
            previews.append(run(measure, "previews", picture, name, 4))
            pillow.append(run(sys.executable, here / "pillow_variants.py", picture, name, way))
    return best(ours), best(previews), best(sharp), best(pillow)


def looks(picture, name, way):
    """Scores of ours / sharp's at two sizes, and our bytes against sharp's at sharp's score. With a
    filter they are different pictures."""
    if name != "none":
        return "–", "–"
    for quality in QUALITIES:
        run(measure, "variants", picture, name, 1, folder("ours", str(quality)), quality)
    scores, sizes = [], []
    for variant, width in SIZES:
        theirs = folder("sharp", way) / f"{width}.webp"
        folders = [folder("ours")] + [folder("ours", str(quality)) for quality in QUALITIES]
        files = [path / f"{variant}.webp" for path in folders]
        points = [(score(picture, width, file), file.stat().st_size) for file in files]
        wanted = score(picture, width, theirs)
        scores.append(f"{points[0][0]:.1f} / {wanted:.1f}")
        sizes.append(f"{bytes_at(wanted, points) / theirs.stat().st_size:.3f}")
    return " · ".join(scores), " · ".join(sizes)


def main():
    print("CPU seconds of one thread. Looks: SSIMULACRA2 of ours / sharp's at 768 · 2048 pixels.\n")
    print(
        "| picture | filter | CPU s | ÷ sharp | ÷ Pillow | ÷ encode | bytes ÷ sharp | looks | bytes at equal looks "
        "| decode · resize · filter · encode | peak MB | sharp MB | previews |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|---|---|---|")
    for picture in sorted((work / "pictures").glob("*.jpg")):
        for name in ("none", "auto_enhance"):
            ours, previews, sharp, pillow = times(picture, name)
            scores, equal = looks(picture, name, sharp["way"])
            stages, total = ours["stages"], ours["cpu"]
            shares = " · ".join(f"{stages.get(stage, 0) / total:.0%}" for stage in ("decode", "resize", "filter", "encode"))
            print(
                f"| {picture.stem} | {name} | {total:.2f} | {total / sharp['cpu']:.2f} | {total / pillow['cpu']:.2f} "
                f"| {total / stages['encode']:.2f} | {ours['bytes'] / sharp['bytes']:.2f} | {scores} | {equal} | {shares} "
                f"| {ours['peak_mb']:.0f} | {sharp['peak_mb']:.0f} | {previews['cpu'] / total:.0%} |",
                flush=True,
            )


main()
