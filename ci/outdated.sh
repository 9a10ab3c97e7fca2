#!/usr/bin/env bash
# Names dependencies and plugins of which there are newer releases. Never fails because of them.
set -euo pipefail
cd "$(dirname "$0")/.."
log=$(mktemp)
trap 'rm -f "$log"' EXIT
mvn -B -ntp -N org.codehaus.mojo:versions-maven-plugin:display-property-updates org.codehaus.mojo:versions-maven-plugin:display-plugin-updates \
    '-Dmaven.version.ignore=.*-(alpha|beta|rc|M|CR)[-.]?[0-9]*.*,.*[-.](android|jre8).*' >"$log" 2>&1 || tail -3 "$log"
# Of plugins it also lists the last that older Mavens take.
newer() {
    while read -r part _ now _ next; do
        case $next in *preview*) continue ;; esac
        [ "$(printf '%s\n%s\n' "$now" "$next" | sort -V | tail -1)" = "$now" ] || echo "$part $now -> $next"
    done
}
sed -nE 's/^\[[A-Z]+\] +(.* -> .*)/\1/p' "$log" | sort -u | newer
