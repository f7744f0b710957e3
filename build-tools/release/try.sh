#!/usr/bin/env bash
# Makes a release of this tree with a throw-away key, checks what is in its bundle, and builds a program from the bundle alone, with
# an empty local repository. Uploads nothing. Argument: the version to make, 0.1.0 unless told.
set -euo pipefail

version=${1:-0.1.0}
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    printf 'FAILED: %s\n' "$*" >&2
    exit 1
}

mkdir -m 700 "$work/keys" "$work/tree" "$work/bundle"
export GNUPGHOME=$work/keys
gpg --batch --quiet --passphrase '' --quick-gen-key 'Throw-away <throw-away@weir.test>' rsa2048 sign never 2> /dev/null
MAVEN_GPG_KEY=$(gpg --armor --export-secret-keys)
export MAVEN_GPG_KEY

tar -c --exclude=./target --exclude=./.git . | tar -x -C "$work/tree"
(
    cd "$work/tree"
    mvn -B -ntp -q versions:set -DnewVersion="$version" -DgenerateBackupPoms=false
    mvn -B -ntp -q verify -P 'release,!static-analysis' -DskipTests -Dspotless.check.skip
)
(cd "$work/bundle" && jar --extract --file "$work/tree/target/weir-$version-bundle.zip")

release=$work/bundle/dev/weir/weir/$version
for suffix in .pom .jar -sources.jar -javadoc.jar -cyclonedx.json; do
    file=$release/weir-$version$suffix
    [ -s "$file" ] || fail "no ${file##*/} in the bundle"
    gpg --quiet --verify "$file.asc" "$file" 2> /dev/null || fail "${file##*/} is not signed by the key"
    [ "$(cat "$file.sha1")" = "$(sha1sum < "$file" | cut -d ' ' -f 1)" ] || fail "the checksum of ${file##*/} is another"
    [ "$(cat "$file.md5")" = "$(md5sum < "$file" | cut -d ' ' -f 1)" ] || fail "the checksum of ${file##*/} is another"
done
grep -qE '<(build|profiles|pluginRepositories|parent)>|SNAPSHOT' "$release/weir-$version.pom" && fail "the POM holds parts of the build"
jar --list --file "$release/weir-$version.jar" | grep -vE '^(META-INF/|dev/|dev/weir/)' && fail "the jar holds what does not belong there"

mvn -B -ntp -q -f src/it/release/pom.xml test -Dweir.version="$version" -Dbundle.directory="$work/bundle" \
    -Dconsumer.directory="$work/consumer" -Dmaven.repo.local="$work/repository"
[ -d "$work/repository/dev/weir/weir/$version" ] || fail "the program took Weir from elsewhere"
echo "weir-$version-bundle.zip: complete, signed, and enough to build a program from"
