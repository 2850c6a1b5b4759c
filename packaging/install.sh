#!/bin/sh
# Installs a build for packages, its manual page and completions below a prefix: packaging/install.sh /usr/local
set -eu
prefix=${1:?which prefix?}
cd "$(dirname "$0")/.."
program=${PROGRAM:-}
if [ -z "$program" ]; then
    cargo build --profile dist
    program=${CARGO_TARGET_DIR:-target}/dist/shinglescope
fi
install -D -m 755 "$program" "$prefix/bin/shinglescope"
put() {
    mkdir -p "$(dirname "$prefix/share/$2")"
    "$program" $1 > "$prefix/share/$2"
}
put man man/man1/shinglescope.1
put "completions bash" bash-completion/completions/shinglescope
put "completions zsh" zsh/site-functions/_shinglescope
put "completions fish" fish/vendor_completions.d/shinglescope.fish
put "completions elvish" elvish/lib/shinglescope.elv
put "completions powershell" shinglescope/shinglescope.ps1
