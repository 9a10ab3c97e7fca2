#!/usr/bin/env bash
# Installs an installation's folder below a prefix: install.sh FOLDER PREFIX, or removes it: install.sh --remove PREFIX.
set -euo pipefail
if [ "$1" = --remove ]; then
    prefix=$2
    [ -d "$prefix/lib/bitfront" ] || { echo "uninstall: there is no bitfront below $prefix" >&2; exit 1; }
    made=$(tac "$prefix/lib/bitfront/folders" 2>/dev/null || true)
    rm -rf "$prefix/lib/bitfront"
    rm -f "$prefix/bin/bitfront" "$prefix"/share/man/man1/bitfront{,-*}.1 "$prefix/share/bash-completion/completions/bitfront" \
        "$prefix/share/zsh/site-functions/_bitfront" "$prefix/share/fish/vendor_completions.d/bitfront.fish"
    # What others have put something into stays.
    while read -r folder; do
        [ -n "$folder" ] || continue
        folder=$(realpath -ms "$prefix$folder")
        [ ! -d "$folder" ] || rmdir --ignore-fail-on-non-empty "$folder"
    done <<<"$made"
    exit
fi
tree=$1
prefix=$2
# Folders that were not there before, those above the prefix among them, outermost first: removed with the rest.
made=$(cat "$prefix/lib/bitfront/folders" 2>/dev/null || true)
above=
until [ -d "$(realpath -ms "$prefix$above/..")" ]; do
    above+=/..
    made=$above$'\n'$made
done
for folder in / /bin /lib $(cd "$tree" && find share -type d -printf '/%p\n' | LC_ALL=C sort); do
    [ -d "$prefix$folder" ] || made+=$'\n'$folder
done
mkdir -p "$prefix/bin" "$prefix/lib" "$prefix/share"
rm -rf "$prefix/lib/bitfront"
mkdir "$prefix/lib/bitfront"
printf '%s\n' "$made" >"$prefix/lib/bitfront/folders"
cp -a --no-preserve=ownership "$tree/." "$prefix/lib/bitfront"
cp -a --no-preserve=ownership "$prefix/lib/bitfront/share/." "$prefix/share/"
rm -r "$prefix/lib/bitfront/share"
ln -sfn ../lib/bitfront/bitfront "$prefix/bin/bitfront"
