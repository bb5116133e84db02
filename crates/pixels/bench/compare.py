"""Runs the engine, Pillow and sharp on each picture and prints a table of ratios.

usage: compare.py <work folder> <measure binary>; see compare.sh, which prepares both.
"""

import json
import subprocess
import sys
from pathlib import Path

from score import score

here = Path(__file__).parent
work, measure = Path(sys.argv[1]), sys.argv[2]
ours_at, sharp_at = work / "ours", work / "sharp"
ours_at.mkdir(exist_ok=True)
sharp_at.mkdir(exist_ok=True)


def run(*command, folder=None):
    answer = subprocess.run([str(part) for part in command], cwd=folder, check=True, stdout=subprocess.PIPE)
    return json.loads(answer.stdout.decode().strip().splitlines()[-1])


def best(*runs):
    return min(runs, key=lambda result: result["cpu"])


def looks(picture, name):
    """How ours and sharp's look at 768 pixels; with a filter they are different pictures."""
    if name != "none":
        return "–"
    ours, sharp = (score(picture, 768, folder / file) for folder, file in ((ours_at, "medium.webp"), (sharp_at, "768.webp")))
    return f"{ours:.1f} / {sharp:.1f}"


print("CPU seconds of one thread. Looks: SSIMULACRA2 of ours / sharp's at 768 pixels.\n")
print(
    "| picture | filter | CPU s | ÷ sharp | ÷ Pillow | ÷ encode | bytes ÷ sharp | looks "
    "| decode · resize · filter · encode | peak MB | sharp MB | previews |"
)
print("|---|---|---|---|---|---|---|---|---|---|---|---|")
for picture in sorted((work / "pictures").glob("*.jpg")):
    for name in ("none", "auto_enhance"):
        # In turns, so that a busy moment of the machine meets all of them.
        ours, sharp, pillow = [], [], []
        for way in ("pipelines", "once", "cascade"):
            ours.append(run(measure, "variants", picture, name, 3, ours_at))
            sharp.append(run("node", here / "sharp.mjs", picture, name, way, sharp_at, folder=work / "node"))
        for way in ("full", "cascade"):
            ours.append(run(measure, "variants", picture, name, 3, ours_at))
            pillow.append(run(sys.executable, here / "pillow_variants.py", picture, name, way))
        ours, sharp, pillow = best(*ours), best(*sharp), best(*pillow)
        previews = run(measure, "previews", picture, name, 5)
        stages, total = ours["stages"], ours["cpu"]
        shares = " · ".join(f"{stages.get(stage, 0) / total:.0%}" for stage in ("decode", "resize", "filter", "encode"))
        print(
            f"| {picture.stem} | {name} | {total:.2f} | {total / sharp['cpu']:.2f} | {total / pillow['cpu']:.2f} "
            f"| {total / stages['encode']:.2f} | {ours['bytes'] / sharp['bytes']:.2f} | {looks(picture, name)} | {shares} "
            f"| {ours['peak_mb']:.0f} | {sharp['peak_mb']:.0f} | {previews['cpu'] / total:.0%} |",
            flush=True,
        )
