#!/bin/sh
# Measures the engine against Pillow and sharp on drawn photographs and prints ratios, and how much
# the files look like the picture (SSIMULACRA2: more is better, 100 is the same).
#
# Installs both into a temporary folder, draws the pictures there, and runs everything one after
# the other on one thread each. Needs python3 with venv, node with npm, and a release build of the
# measure example, which it makes.
#
# usage: crates/pixels/bench/compare.sh [folder to keep between runs]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=${1:-$(mktemp -d)}
mkdir -p "$work/pictures" "$work/node"

[ -x "$work/python/bin/python" ] || {
    python3 -m venv "$work/python"
    "$work/python/bin/pip" install --quiet pillow numpy ssimulacra2
}
[ -d "$work/node/node_modules/sharp" ] || (cd "$work/node" && npm init -y >/dev/null && npm install --silent sharp)
"$work/python/bin/python" "$here/photographs.py" "$work/pictures"

cargo build --quiet --release -p pixels --example measure-pictures --manifest-path "$here/../Cargo.toml"
target=${CARGO_TARGET_DIR:-$here/../../../target}
exec "$work/python/bin/python" "$here/compare.py" "$work" "$target/release/examples/measure-pictures"
