#!/usr/bin/env bash
# Names dependencies and plugins of which there are newer releases. Never fails because of them.
set -euo pipefail
cd "$(dirname "$0")/.."
mvn -B -ntp -N org.codehaus.mojo:versions-maven-plugin:display-property-updates org.codehaus.mojo:versions-maven-plugin:display-plugin-updates \
    '-Dmaven.version.ignore=.*-(alpha|beta|rc|M|CR)[-.]?[0-9]*.*,.*[-.](android|jre8).*' |
    grep -E -- '->|up to date|newest|no newer' | sed -E 's/^\[[A-Z]+\] *//' | sort -u || echo "nothing is outdated"
