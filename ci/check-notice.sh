#!/usr/bin/env bash
# Fails where NOTICE does not name a part: the jars and libraries of the folders given, the jars by name without version.
set -euo pipefail
notice=$(cd "$(dirname "$0")/.." && pwd)/NOTICE
missing=0
files=$(find "$@" \( -name '*.jar' -o -name '*.so' -o -name '*.fatbin' \) -not -path '*/runtime/*')
[ -n "$files" ] || { echo "check-notice: there is no part in $*" >&2; exit 1; }
while read -r file; do
    part=$(basename "$file" | sed -E 's/-[0-9][0-9A-Za-z.+_-]*\.(jar|so)$//; s/\.so$//')
    case $part in bitfront-preprocess | bitfront-engine | bitfront-bench | bitfront-cli) continue ;; esac
    if ! grep -qE "^$part +[^ ]" "$notice"; then
        echo "NOTICE does not name $part: $file" >&2
        missing=1
    fi
done <<<"$files"
exit $missing
