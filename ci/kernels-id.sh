#!/usr/bin/env bash
# Prints by what the kernels' sources are known: a hash for those of searches, one for those of batches, bounds and cells, one
# for those that prepare graphs, each of all files included, without comments, blanks at ends of lines and empty lines. A file
# of measurements names the kernels it was taken with by it, and stands while those that it measured stay.
set -euo pipefail
cd "$(dirname "$0")/../native"
export LC_ALL=C
searches='adaptive correcting eager hops lazy reset resume verify'
batches='bounds eccentricity multi_begin multi_independent multi_tensor multi_wide post profile'
preparation='figures jaccard points prepare'

entries() { sed -nE 's|^#include "(.*)\.cuh"|\1|p' kernels/bitfront.cu | sort; }
[ "$(entries)" = "$(printf '%s\n' $searches $batches $preparation | sort)" ] ||
    { echo "kernels-id: kernels/bitfront.cu includes other files than these: $searches $batches $preparation" >&2; exit 1; }

# These files and all that they include, a line each.
with_included() {
    local all='' next="$*"
    while [ -n "$next" ]; do
        all=$(printf '%s\n' $all $next | sort -u)
        next=$(sed -nE 's|^ *# *include "(.*)"|\1|p' $next | sort -u | while read -r name; do
            ls "kernels/$name" "include/$name" "include/bitfront/$name" 2>/dev/null || true
        done | sort -u | comm -13 <(echo "$all") -)
    done
    echo "$all"
}

id() {
    {
        sed '/^#include/d' kernels/bitfront.cu
        for file in $(with_included $(printf 'kernels/%s.cuh ' "$@")); do
            echo "== $file"
            cat "$file"
        done
    } | sed -E 's|//.*||; s|[[:space:]]+$||; /^$/d' | sha256sum | cut -c 1-12
}

echo "$(id $searches)-$(id $batches)-$(id $preparation)"
