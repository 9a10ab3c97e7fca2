#!/usr/bin/env bash
# Fails if a document names a path or a type that does not exist.
# In backticks, a word with a slash or a source suffix is a path; a CamelCase word is a type of the sources.
set -euo pipefail
cd "$(dirname "$0")/.."
document=$1
[ -f "$document" ] || { echo "$document: missing" >&2; exit 1; }
missing=0
files=$(git ls-files -co --exclude-standard)
types=$(git ls-files -co --exclude-standard '*.java' '*.cuh' '*.cu' '*.h' '*.hpp' '*.cpp' \
  | xargs grep -hoE '\b(class|interface|record|enum|struct|concept)[[:space:]]+[A-Z][A-Za-z0-9]*' \
  | awk '{print $2}' | sort -u)
while read -r word; do
  case $word in
    build/* | target/* | */target/* | /* | *'*'* | *'{'* | *'<'*) continue ;;
  esac
  if [[ $word =~ ^[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)*/?$ && ( $word == */* || $word =~ \.(java|md|sh|xml|cuh|cu|cpp)$ ) ]]; then
    if [ ! -e "$word" ] && ! grep -qE "(^|/)${word//./\\.}(/|$)" <<<"$files"; then
      echo "$document: path $word does not exist" >&2
      missing=1
    fi
  elif [[ $word =~ ^[A-Z][a-z0-9]+([A-Z][A-Za-z0-9]*)+$|^[A-Z][a-z]{2,}[a-z0-9]*$ ]]; then
    if ! grep -qx "$word" <<<"$types"; then
      echo "$document: type $word does not exist in the sources" >&2
      missing=1
    fi
  fi
done < <(sed '/^```/,/^```/d' "$document" | grep -oE '`[^`]+`' | tr -d '`' | sort -u)
exit $missing
