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
home=$(CDPATH='' cd -- "$home" && pwd -P)

# A JVM whose locale has no charset beyond ASCII cannot name the files of others, nor its own jars.
locale=${LC_ALL:-${LC_CTYPE:-${LANG:-C}}}
case $locale in
    C | POSIX) ;;
    *) [ "$(locale charmap 2>/dev/null)" = ANSI_X3.4-1968 ] || locale= ;;
esac
[ -z "$locale" ] || export LC_ALL=C.UTF-8

# Lists of paths are cut at colons; an open folder has another name.
list_home=$home
case $home in
    *:*)
        exec 9<"$home"
        list_home=/proc/self/fd/9
        ;;
esac

java="@JAVA_HOME@/bin/java"
own=yes
case $java in "$home"/*) [ "$list_home" = "$home" ] || own= ;; esac
if [ -z "$own" ] || [ ! -x "$java" ]; then
    gone=$java
    java=${JAVA_HOME:+$JAVA_HOME/bin/}java
    if ! "$java" --version 2>/dev/null | grep -qE '^[a-z]+ (2[5-9]|[3-9][0-9])'; then
        if [ -z "$own" ]; then
            echo "bitfront: a Java runtime cannot start from a path with a colon: move $home, or set JAVA_HOME to a JDK 25 or newer" >&2
        else
            echo "bitfront: there is no JDK at ${gone%/bin/java} any more; set JAVA_HOME to a JDK 25 or newer" >&2
        fi
        exit 1
    fi
    own=
fi

# The archive of loaded classes is good for the very JVM that made it, and knows the jars by when they were last changed:
# their time follows from their contents.
archive=
lib=$list_home/lib
if [ -f "$home/bitfront.aot" ]; then
    archive=-XX:AOTCache=$home/bitfront.aot
elif [ -f "$home/bitfront.jsa" ]; then
    archive=-XX:SharedArchiveFile=$home/bitfront.jsa
fi
# Its option takes a path without a colon.
[ -n "$own" ] && [ "$list_home" = "$home" ] || archive=

timely() {
    for time in $(stat -c %Y "$1"/*.jar 2>/dev/null || echo unknown); do
        [ "$time" = @TIME@ ] || return 1
    done
}

unchanged() {
    (cd "$1" && sha256sum --status -c jars.sha256) 2>/dev/null
}

# Gives this user a copy of the jars with the time they had: theirs are somebody else's, or on a disk that is only read.
keep_jars() {
    base=${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/bitfront
    kept=$base/jars-@KEY@
    if [ ! -e "$kept" ]; then
        mkdir -p "$base" && work=$(mktemp -d "$base/jars.XXXXXX") || return
        if ! { cp "$home"/lib/*.jar "$home"/lib/jars.sha256 "$work" && unchanged "$work" &&
            touch -d @@TIME@ "$work"/*.jar && mv -T "$work" "$kept"; }; then
            rm -rf "$work"
        fi
    fi
    if [ -O "$kept" ] && [ ! -h "$kept" ] && timely "$kept"; then
        case $kept in *:*) ;; *) lib=$kept ;; esac
    fi
}

if [ -n "$archive" ] && ! timely "$home/lib" && unchanged "$home/lib"; then
    touch -d @@TIME@ "$home"/lib/*.jar 2>/dev/null || keep_jars 2>/dev/null
fi

# One that is being made is made without another.
case ${BITFRONT_JAVA_OPTS:-} in *-XX:AOTCacheOutput=*) archive= ;; esac

# Or the JVM's own files are read in the place of a standard input that is closed.
if [ -e /proc/self/fd ] && [ ! -e /proc/self/fd/0 ]; then exec </dev/null; fi

# A progress bar needs a terminal, and its width.
if [ -t 2 ]; then
    columns=$(stty size <&2 2>/dev/null)
    columns=${columns#* }
    case $columns in '' | 0 | *[!0-9]*) columns=80 ;; esac
fi

# Nothing that runs beside the searches - bounds, rankings, output, the JVM itself - takes more processors than the command
# may have threads. A JVM that is told their number no longer sees that it has fewer.
threads=
word=
for argument in "$@"; do
    case $word in --threads) threads=$argument ;; esac
    case $argument in --threads=*) threads=${argument#*=} ;; esac
    word=$argument
done
case $threads in
    *[!0-9]* | ?????*) threads= ;;
    [1-9]*)
        processors=$(nproc 2>/dev/null || echo 0)
        read -r quota period 2>/dev/null </sys/fs/cgroup/cpu.max || quota=max
        [ "$quota" = max ] || [ "$quota" -ge $((processors * period)) ] || processors=$(((quota + period - 1) / period))
        [ "$threads" -lt "$processors" ] || threads=
        ;;
    *) threads= ;;
esac

class_path=@CLASS_PATH@
# The JVM takes /tmp, whatever TMPDIR says.
temporary=${TMPDIR:-}
[ -d "$temporary" ] || temporary=
# What it tells of a crash lies there, too, not in the folder that the user works in; it says where.
# Levels lie in huge pages where the system has any for those who ask for them, which does nothing where it has none.
# shellcheck disable=SC2086 # the options are words
exec "$java" ${archive:+"$archive"} ${temporary:+"-Djava.io.tmpdir=$temporary"} "-XX:ErrorFile=${temporary:-/tmp}/bitfront-crash-%p.log" -Xlog:disable -Xlog:all=error:stderr '-Xlog:aot*=off:stderr' '-Xlog:cds*=off:stderr' \
    --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow -XX:+UseParallelGC -XX:+UseTransparentHugePages -XX:MaxRAMPercentage=50 -XX:-UsePerfData \
    ${threads:+-XX:ActiveProcessorCount=$threads} \
    -Dbitfront.kernels="$home/bitfront.fatbin" -Dbitfront.cub="$home/libbitfront-cub.so" \
    -Djava.library.path="$list_home/jcuda/lib" \
    -Dbitfront.launcher="$home/bitfront" -Dbitfront.commit=@COMMIT@ \
    -Dbitfront.kernels.id=@KERNELS@ ${columns:+-Dbitfront.columns=$columns} $BITFRONT_JAVA_OPTS \
    -cp "$class_path" "${BITFRONT_MAIN:-io.bitfront.cli.Main}" "$@"
