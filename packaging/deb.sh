#!/bin/sh
# Builds a Debian package in the current folder: packaging/deb.sh
# PROGRAM=path takes a program that is built already.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=$(pwd)
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$here/../Cargo.toml" | head -n 1)
architecture=$(dpkg --print-architecture)
staging=$(mktemp -d)
trap 'rm -rf "$staging"' EXIT
"$here/install.sh" "$staging/usr"
gzip -9 -n "$staging/usr/share/man/man1/shinglescope.1"
documents=$staging/usr/share/doc/shinglescope
mkdir -p "$documents" "$staging/DEBIAN"
cp "$here/../README.md" "$here/../CHANGELOG.md" "$here/../LICENSE-MIT" "$here/../LICENSE-APACHE" "$documents/"
size=$(du -sk "$staging/usr" | cut -f 1)
cat > "$staging/DEBIAN/control" <<CONTROL
Package: shinglescope
Version: $version
Architecture: $architecture
Maintainer: The shinglescope developers <shinglescope@localhost>
Installed-Size: $size
Depends: libc6, libgcc-s1
Section: text
Priority: optional
Description: explorer of near-duplicate documents for the terminal
 Finds clusters of near-duplicate documents and copied passages by shingles and
 min-hash sketches, verifies each pair exactly, and shows estimated beside exact
 similarity on screens and as commands.
CONTROL
chmod -R u=rwX,go=rX "$staging"
dpkg-deb --root-owner-group --build "$staging" "$out/shinglescope_${version}_$architecture.deb"
