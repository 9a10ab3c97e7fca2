#!/usr/bin/env bash
# Makes a Debian package of an installation's folder: deb.sh FOLDER VERSION OUTPUT-FOLDER. Called by ci/dist.sh.
set -euo pipefail
tree=$1
version=$2
out=$3
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
chmod 755 "$root"

ci/install.sh "$tree" "$root/usr"
rm "$root/usr/lib/bitfront/folders"
mkdir -p "$root/DEBIAN" "$root/usr/share/zsh/vendor-completions" "$root/usr/share/doc/bitfront"
mv "$root/usr/share/zsh/site-functions/_bitfront" "$root/usr/share/zsh/vendor-completions/"
rmdir "$root/usr/share/zsh/site-functions"
gzip -9n "$root"/usr/share/man/man1/*.1
gzip -9nc CHANGELOG.md >"$root/usr/share/doc/bitfront/changelog.gz"
cat NOTICE LICENSE >"$root/usr/share/doc/bitfront/copyright"

cat >"$root/DEBIAN/control" <<CONTROL
Package: bitfront
Version: $version
Architecture: amd64
Maintainer: the authors of bitfront <bitfront@localhost>
Installed-Size: $(du -sk "$root/usr" | cut -f1)
Depends: libc6 (>= 2.17), coreutils
Section: science
Priority: optional
Description: breadth-first search and closeness centrality on large graphs
 Hops from a vertex, shortest paths, components and centralities of every
 vertex of one graph, by all cores or by GPUs of NVIDIA. Brings a Java
 runtime of its own.
CONTROL
(cd "$root" && find usr -type f | LC_ALL=C sort | xargs -d '\n' md5sum >DEBIAN/md5sums)
find "$root" -not -name '*.jar' -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zxz -z2 --threads-max=2 --build "$root" "$out/bitfront_${version}_amd64.deb" >/dev/null
