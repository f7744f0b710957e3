#!/usr/bin/env bash
# Makes a release of this tree with a throw-away key, checks what is in its bundle, and builds programs from the bundle alone, with an
# empty local repository: plain Java on the module path, Spring Boot, and, where Gradle is installed, one that Gradle builds. Uploads
# nothing. Argument: the version to make, 0.1.0 unless told; KEEP=directory in the environment keeps the bundle there.
set -euo pipefail

version=${1:-0.1.0}
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
most_bytes=2300000

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
    mvn -B -ntp -q verify -P release -DskipTests
)
zip=$work/tree/target/weir-$version-bundle.zip
(cd "$work/bundle" && jar --extract --file "$zip")

release=$work/bundle/dev/weir/weir/$version
jar=$release/weir-$version.jar
pom=$release/weir-$version.pom

# What Maven Central refuses a bundle without, and what it keeps.
for suffix in .pom .jar -sources.jar -javadoc.jar -cyclonedx.json; do
    file=$release/weir-$version$suffix
    [ -s "$file" ] || fail "no ${file##*/} in the bundle"
    gpg --quiet --verify "$file.asc" "$file" 2> /dev/null || fail "${file##*/} is not signed by the key"
    [ "$(cat "$file.sha1")" = "$(sha1sum < "$file" | cut -d ' ' -f 1)" ] || fail "the checksum of ${file##*/} is another"
    [ "$(cat "$file.md5")" = "$(md5sum < "$file" | cut -d ' ' -f 1)" ] || fail "the checksum of ${file##*/} is another"
done
others=$(find "$work/bundle" -type f | grep -vE "/weir-$version(\.pom|\.jar|-sources\.jar|-javadoc\.jar|-cyclonedx\.json)(\.asc)?(\.sha1|\.md5)?\$" || true)
[ -z "$others" ] || fail "the bundle holds more than a release: $others"

for element in name description url licenses developers scm issueManagement; do
    grep -q "<$element>" "$pom" || fail "the POM has no <$element>"
done
grep -qE '<(build|profiles|pluginRepositories|parent|properties|dependencyManagement)>|SNAPSHOT|\$\{|file:' "$pom" \
    && fail "the POM holds parts of the build"
grep -q '<scope>\(test\|system\)</scope>' "$pom" && fail "the POM holds dependencies that no user needs"

jar --list --file "$jar" | grep -vE '^(META-INF/|dev/|dev/weir/|module-info\.class$)' && fail "the jar holds what does not belong there"
[[ $(jar --describe-module --file "$jar") = "dev.weir@$version jar:"* ]] || fail "the jar is no module of this version"
jar --list --file "$jar" | grep -E '(Test|IT|Benchmark)(\$.*)?\.class$' && fail "the jar holds tests"
[ "$(stat -c %s "$jar")" -le "$most_bytes" ] || fail "the jar has $(stat -c %s "$jar") bytes, more than $most_bytes"

# One empty local repository for both, so that plugins come once.
for consumer in release release-boot; do
    mvn -B -ntp -q -f "src/it/$consumer/pom.xml" test -Dmaven.test.redirectTestOutputToFile=true -Dweir.version="$version" -Dbundle.directory="$work/bundle" \
        -Dconsumer.directory="$work/$consumer" -Dmaven.repo.local="$work/repository"
    [ -d "$work/repository/dev/weir/weir/$version" ] || fail "the program took Weir from elsewhere"
    ls "$work/$consumer"/surefire-reports/TEST-*.xml > /dev/null || fail "src/it/$consumer ran no test"
done

# Gradle makes the class paths of a program from the POM: what is optional or provided must not be on them.
if gradle --version > /dev/null 2>&1; then
    cp -r src/it/release-gradle "$work/gradle"
    gradle --no-daemon --offline -q -p "$work/gradle" -g "$work/gradle-home" -Pbundle="$work/bundle" -Prepository="$work/repository" \
        -Pweir="$version" -Pdirectory="$work/release-gradle" classPaths run > "$work/gradle.log" 2>&1 \
        || fail "Gradle does not build a program from the bundle: $(cat "$work/gradle.log")"
    for path in compile runtime; do
        found=$(sed -E 's/-[0-9].*//' "$work/release-gradle/$path.txt" | paste -sd ' ')
        [ "$found" = "httpclient5 httpcore5 httpcore5-h2 jspecify slf4j-api weir" ] || fail "the $path class path of Gradle is: $found"
    done
    echo "$(gradle --version | grep -m 1 '^Gradle') builds and runs a program from the bundle"
else
    echo "no Gradle here that runs on this JDK: the program that Gradle builds is left out"
fi

[ -z "${KEEP:-}" ] || cp "$zip" "$KEEP/"
echo "weir-$version-bundle.zip: complete, signed, and enough to build programs from; the jar has $(stat -c %s "$jar") bytes"
