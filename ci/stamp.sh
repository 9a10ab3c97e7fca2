#!/usr/bin/env bash
# Says in build/bitfront of which commit it and the kernels beside it are, which may be later than the one that last made it,
# and by what the kernels' sources are known. It stays as old as it was: what changed since it was made is made again.
set -euo pipefail
cd "$(dirname "$0")/.."
made=$(mktemp)
trap 'rm -f "$made"' EXIT
touch -r build/bitfront "$made"
commit=$(git rev-parse --short=12 HEAD 2>/dev/null || echo unknown)
[ "$commit" = unknown ] || git diff --quiet HEAD 2>/dev/null || commit=$commit-modified
grep -q -- "-Dbitfront.commit=$commit[^0-9a-z-]" build/bitfront || sed -i "s|-Dbitfront.commit=[0-9a-z@A-Z-]*|-Dbitfront.commit=$commit|" build/bitfront
kernels=$(cat build/kernels.id 2>/dev/null || echo none)
grep -q -- "-Dbitfront.kernels.id=$kernels " build/bitfront || sed -i "s|-Dbitfront.kernels.id=[0-9a-z@A-Z-]*|-Dbitfront.kernels.id=$kernels|" build/bitfront
touch -r "$made" build/bitfront
