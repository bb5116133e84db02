"""Runs the engine, Pillow and sharp on each picture and prints a table of ratios.

usage: compare.py <work folder> <measure binary>; see compare.sh, which prepares both.
"""

import json
import subprocess
import sys
from pathlib import Path

here = Path(__file__).parent
work, measure = Path(sys.argv[1]), sys.argv[2]


def run(*command, folder=None):
    answer = subprocess.run([str(part) for part in command], cwd=folder, check=True, stdout=subprocess.PIPE)
    return json.loads(answer.stdout.decode().strip().splitlines()[-1])


def best(*runs):
    return min(runs, key=lambda result: result["cpu"])


print("| picture | filter | CPU s | ÷ sharp | ÷ Pillow | ÷ encode | bytes ÷ sharp | decode · resize · filter · encode | peak MB | sharp MB | previews |")
print("|---|---|---|---|---|---|---|---|---|---|---|")
for picture in sorted((work / "pictures").glob("*.jpg")):
    for name in ("none", "auto_enhance"):
        ours = run(measure, "variants", picture, name, 5)
        previews = run(measure, "previews", picture, name, 5)
        sharp = best(*(
            run("node", here / "sharp.mjs", picture, name, way, folder=work / "node")
            for way in ("pipelines", "once", "cascade")
        ))
        pillow = best(*(
            run(sys.executable, here / "pillow_variants.py", picture, name, way) for way in ("full", "cascade")
        ))
        stages, total = ours["stages"], ours["cpu"]
        shares = " · ".join(f"{stages.get(stage, 0) / total:.0%}" for stage in ("decode", "resize", "filter", "encode"))
        print(
            f"| {picture.stem} | {name} | {total:.2f} | {total / sharp['cpu']:.2f} | {total / pillow['cpu']:.2f} "
            f"| {total / stages['encode']:.2f} | {ours['bytes'] / sharp['bytes']:.2f} | {shares} "
            f"| {ours['peak_mb']:.0f} | {sharp['peak_mb']:.0f} | {previews['cpu'] / total:.0%} |",
            flush=True,
        )
