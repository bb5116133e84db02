#!/bin/sh
# Measures the local embedder against Python's sentence-transformers, in turns, on one thread each,
# and prints the ratio of texts per CPU second.
#
# Installs the package into a temporary folder. Needs python3 with venv, the model (tools/setup), and
# a release build of the measure example, which it makes.
#
# usage: crates/recall/bench/compare.sh [folder to keep between runs] [model folder]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=${1:-$(mktemp -d)}
model=${2:-$HOME/.local/share/folia/models/all-MiniLM-L6-v2}

[ -x "$work/python/bin/python" ] || {
    python3 -m venv "$work/python"
    "$work/python/bin/pip" install --quiet sentence-transformers
}

cargo build --quiet --release -p recall --example measure --manifest-path "$here/../Cargo.toml"
target=${CARGO_TARGET_DIR:-$here/../../../target}
exec "$work/python/bin/python" "$here/compare.py" "$target/release/examples/measure" "$model"
