#!/bin/sh
# Draws small pictures and stores each twice with the very same coefficients: as a baseline scan
# and as progressive scans. Run once; the results are kept in the tree.
#
# Needs python3 with Pillow, and jpegtran (libjpeg-turbo).
#
# usage: crates/pixels/tests/progressive/make.sh
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

PYTHONPATH=../pillow python3 - "$work" <<'PYTHON'
import sys
from fixtures import scene

sizes = {"420": (147, 101), "422": (90, 61), "444": (65, 43)}
for seed, (sampling, size) in enumerate(sizes.items()):
    scene(*size, seed).save(f"{sys.argv[1]}/{sampling}.jpg", quality=92, subsampling=f"4:{sampling[1]}:{sampling[2]}")
# At the finest steps many levels fall between two bytes: roundings must agree, too.
scene(65, 43, 4).save(f"{sys.argv[1]}/fine.jpg", quality=100, subsampling="4:4:4")
scene(83, 50, 9).convert("L").save(f"{sys.argv[1]}/grey.jpg", quality=92)
PYTHON

# Means component by component, bands that overlap no other, three steps of refinement.
cat >"$work/apart.txt" <<'SCANS'
0: 0-0, 0, 2;
1: 0-0, 0, 1;
2: 0-0, 0, 0;
0: 1-2, 0, 3;
1: 1-63, 0, 2;
2: 1-9, 0, 0;
0: 3-63, 0, 3;
0: 0-0, 2, 1;
0: 1-63, 3, 2;
1: 0-0, 1, 0;
2: 10-63, 0, 1;
0: 1-5, 2, 1;
0: 6-63, 2, 1;
1: 1-63, 2, 1;
0: 0-0, 1, 0;
2: 10-63, 1, 0;
1: 1-63, 1, 0;
0: 1-63, 1, 0;
SCANS

for sampling in 420 422 444 fine grey; do
    jpegtran -copy none -optimize "$work/$sampling.jpg" >"$sampling-baseline.jpg"
    jpegtran -copy none -progressive "$work/$sampling.jpg" >"$sampling-progressive.jpg"
done
# Turned by a quarter, 4:2:2 becomes 4:4:0.
jpegtran -copy none -rotate 90 -trim -optimize "$work/422.jpg" >440-baseline.jpg
jpegtran -copy none -progressive 440-baseline.jpg >440-progressive.jpg
jpegtran -copy none -restart 7B -progressive "$work/420.jpg" >420-restarts.jpg
jpegtran -copy none -scans "$work/apart.txt" "$work/420.jpg" >420-apart.jpg
jpegtran -copy none -restart 3B -scans "$work/apart.txt" "$work/444.jpg" >444-apart-restarts.jpg
