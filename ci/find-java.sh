#!/usr/bin/env bash
# Prints the home of a JDK 25 or newer: JAVA_HOME, the javac on the PATH, or the first in the usual system folders.
# Says in one line if there is none.
set -uo pipefail

is_new_enough() {
    [ -x "$1/bin/javac" ] && [ -x "$1/bin/java" ] &&
        grep -qE '^JAVA_VERSION="(2[5-9]|[3-9][0-9])' "$1/release" 2>/dev/null
}

candidates() {
    [ -n "${JAVA_HOME:-}" ] && echo "$JAVA_HOME"
    local javac
    javac=$(command -v javac) && readlink -f "$javac" | sed 's|/bin/javac$||'
    ls -d /usr/lib/jvm/* /usr/lib64/jvm/* /usr/java/* /usr/local/java/* /opt/*jdk* /opt/java/* /opt/*/jdk* \
        "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* "${HOME:-}"/.local/share/mise/installs/java/* "${HOME:-}"/.asdf/installs/java/* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home 2>/dev/null | sort -V
}

while read -r home; do
    if is_new_enough "$home"; then
        echo "$home"
        exit 0
    fi
done < <(candidates)
echo "bitfront needs a JDK 25 or newer: none under JAVA_HOME, on the PATH or in the usual folders (https://adoptium.net)" >&2
exit 1
