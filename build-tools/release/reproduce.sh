#!/usr/bin/env bash
# Builds this tree once more, where all differs that a build could pick up, and compares what a release consists of with the first build.
# The path, the time zone, the language, and the name of the user differ.
# Argument: the directory of the first build, target unless told. Names each file that differs, and what in it.
set -euo pipefail

first=$(cd "${1:-$(dirname "$0")/../../target}" && pwd)
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/another/path

fail() {
    printf 'FAILED: %s\n' "$*" >&2
    exit 1
}

mkdir -p "$tree"
tar -c --exclude=./target --exclude=./.git . | tar -x -C "$tree"
(
    cd "$tree"
    export TZ=Pacific/Kiritimati USER=somebody LOGNAME=somebody
    # In its default locale, Javadoc writes other pages for Japanese than for English.
    JAVA_TOOL_OPTIONS="${JAVA_TOOL_OPTIONS:-} -Duser.timezone=Pacific/Kiritimati -Duser.language=ja -Duser.country=JP -Duser.name=somebody"
    export JAVA_TOOL_OPTIONS
    mvn -B -ntp -q -P release process-classes compiler:compile@module-info cyclonedx:makeBom \
        jar:jar@default-jar source:jar-no-fork@attach-sources javadoc:jar@attach-javadoc
)

# The names of the entries of two jars whose content differs, or that one of them lacks.
differences() {
    mkdir "$work/a" "$work/b"
    (cd "$work/a" && jar --extract --file "$1")
    (cd "$work/b" && jar --extract --file "$2")
    diff -rq "$work/a" "$work/b" && echo "the entries are the same, but not their order, times or modes"
    return 0
}

files=0
for file in "$tree"/target/weir-*.jar "$tree"/target/bom.json; do
    name=${file##*/}
    [ -s "$first/$name" ] || fail "the first build has no $name"
    if ! cmp -s "$file" "$first/$name"; then
        [ "${name##*.}" != jar ] || differences "$first/$name" "$file"
        fail "two builds of $name differ"
    fi
    files=$((files + 1))
done
[ "$files" = 4 ] || fail "a release consists of 3 jars and a bill of materials, but $files files were built"
echo "two builds in differing environments give the same $files files"
