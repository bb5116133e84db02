#!/bin/sh
# Starts a PostgreSQL cluster of its own, compares the drivers, and leaves nothing behind.
#
#   tools/drivers-bench/run.sh [--slow-sync MICROS] [options of the bench, see --help]
#
# TMPDIR says which disk to measure; PG_BIN where initdb and pg_ctl are.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
pg_bin=${PG_BIN:-/usr/lib/postgresql/15/bin}
slow=
if [ "${1:-}" = "--slow-sync" ]; then
    slow=$2
    shift 2
fi

target=$(cd "$here" && cargo metadata --format-version 1 --no-deps |
    sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
(cd "$here" && nice -n 10 cargo build --release --locked -j1)

work=$(mktemp -d "${TMPDIR:-/tmp}/drivers-bench.XXXXXX")
# PostgreSQL refuses to run as root.
as_postgres() {
    if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}
clean_up() {
    if [ -f "$work/pg/data/postmaster.pid" ]; then
        as_postgres "$pg_bin/pg_ctl" -D "$work/pg/data" -m fast -w stop >"$work/stop.log" 2>&1 ||
            cat "$work/stop.log" >&2
    fi
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 1' INT TERM HUP

mkdir "$work/sqlite" "$work/pg"
chmod 711 "$work"
if [ "$(id -u)" = 0 ]; then chown postgres "$work/pg"; fi

# What the server and the bench are started through, if slower syncs were asked for.
preload=
if [ -n "$slow" ]; then
    cc -O2 -shared -fPIC -o "$work/slow-sync.so" "$here/slow-sync.c" -ldl
    chmod 755 "$work/slow-sync.so"
    preload="env LD_PRELOAD=$work/slow-sync.so SLOW_SYNC_MICROS=$slow"
fi

# It listens on its socket only, so no port can be taken.
(
    cd "$work/pg"
    as_postgres "$pg_bin/initdb" -D "$work/pg/data" -U bench -A trust -E UTF8 --locale=C \
        >"$work/initdb.log" 2>&1 || { cat "$work/initdb.log" >&2; exit 1; }
    as_postgres $preload "$pg_bin/pg_ctl" -D "$work/pg/data" -w -l "$work/pg/server.log" -o \
        "-k $work/pg -c listen_addresses= -c fsync=on -c synchronous_commit=on \
         -c wal_sync_method=fdatasync -c autovacuum=off -c shared_buffers=256MB \
         -c max_wal_size=4GB" start >"$work/start.log" 2>&1 || { cat "$work/start.log" >&2; exit 1; }
)

$preload "$target/release/drivers-bench" --sqlite-dir "$work/sqlite" --pg-socket "$work/pg" \
    --pg-pid "$(head -n 1 "$work/pg/data/postmaster.pid")" "$@"
