#!/usr/bin/env bash
# Installs an installation's folder below a prefix: install.sh FOLDER PREFIX, or removes it: install.sh --remove PREFIX.
set -euo pipefail
if [ "$1" = --remove ]; then
    prefix=$2
    rm -rf "$prefix/lib/bitfront"
    rm -f "$prefix/bin/bitfront" "$prefix"/share/man/man1/bitfront{,-*}.1 "$prefix/share/bash-completion/completions/bitfront" \
        "$prefix/share/zsh/site-functions/_bitfront" "$prefix/share/fish/vendor_completions.d/bitfront.fish"
    exit
fi
tree=$1
prefix=$2
mkdir -p "$prefix/bin" "$prefix/lib" "$prefix/share"
rm -rf "$prefix/lib/bitfront"
cp -a --no-preserve=ownership "$tree" "$prefix/lib/bitfront"
cp -a --no-preserve=ownership "$prefix/lib/bitfront/share/." "$prefix/share/"
rm -r "$prefix/lib/bitfront/share"
ln -sfn ../lib/bitfront/bitfront "$prefix/bin/bitfront"
