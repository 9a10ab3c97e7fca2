#!/bin/sh
# Starts bitfront. Made from java/cli/src/launcher/bitfront.sh; @WORDS@ are filled in by ci/launcher.sh.
# BITFRONT_JAVA_OPTS adds flags for the JVM, BITFRONT_MAIN names another main class: the rehearsal is run by it.

self=$0
while [ -h "$self" ]; do
    link=$(readlink "$self")
    case $link in
        /*) self=$link ;;
        *) self=${self%/*}/$link ;;
    esac
done
case $self in */*) home=${self%/*} ;; *) home=. ;; esac
home=$(cd "$home" && pwd -P)

java=@JAVA_HOME@/bin/java
# The cache holds loaded classes and is good for the very JVM that made it.
cache=
if [ -x "$java" ]; then
    [ ! -f "$home/bitfront.aot" ] || cache=-XX:AOTCache=$home/bitfront.aot
else
    java=${JAVA_HOME:+$JAVA_HOME/bin/}java
    if ! "$java" --version 2>/dev/null | grep -qE '^[a-z]+ (2[5-9]|[3-9][0-9])'; then
        echo "bitfront: there is no JDK at @JAVA_HOME@ any more; set JAVA_HOME to a JDK 25 or newer" >&2
        exit 1
    fi
fi

# A progress bar needs a terminal, and its width.
if [ -t 2 ]; then
    columns=$(stty size <&2 2>/dev/null)
    columns=${columns#* }
    case $columns in '' | 0 | *[!0-9]*) columns=80 ;; esac
fi

class_path=@CLASS_PATH@
# shellcheck disable=SC2086 # the options are words
exec "$java" ${cache:+"$cache"} -Xlog:disable -Xlog:all=error:stderr --enable-native-access=ALL-UNNAMED \
    -XX:+UseParallelGC -XX:MaxRAMPercentage=50 -XX:-UsePerfData \
    -Dbitfront.kernels="$home/bitfront.fatbin" -Dbitfront.cub="$home/libbitfront-cub.so" \
    -Djava.library.path="$home/jcuda/lib" \
    -Dbitfront.launcher="$home/bitfront" -Dbitfront.commit=@COMMIT@ ${columns:+-Dbitfront.columns=$columns} $BITFRONT_JAVA_OPTS \
    -cp "$class_path" "${BITFRONT_MAIN:-io.bitfront.cli.Main}" "$@"
