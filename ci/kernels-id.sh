#!/usr/bin/env bash
# Prints by what the kernels' sources are known: a hash of native/kernels and native/include without comments, blanks at ends of
# lines and empty lines. A file of measurements names the kernels it was taken with by it.
set -euo pipefail
cd "$(dirname "$0")/../native"
export LC_ALL=C
for file in $(find kernels include -type f | sort); do
    echo "== $file"
    sed -E 's|//.*||; s|[[:space:]]+$||; /^$/d' "$file"
done | sha256sum | cut -c 1-16
