#!/bin/sh
# Makes bitfront.aot beside this script: loaded classes and the profiles of hot loops. Takes one or two minutes; once is enough. Whoever
# removes the installation removes the file.
set -e
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
[ -w "$here" ] || { echo "rehearse: $here cannot be written to" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -f "$here/bitfront.aot"
if ! (cd "$here" && BITFRONT_MAIN=io.bitfront.cli.Rehearsal BITFRONT_JAVA_OPTS="-XX:AOTCacheOutput=$work/bitfront.aot" \
    ./bitfront "$work" >"$work/log" 2>&1) || ! cp "$work/bitfront.aot" "$here/bitfront.aot"; then
    cat "$work/log" >&2
    exit 1
fi
