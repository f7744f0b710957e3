#!/usr/bin/env bash
# Builds the repository that holds the jmh plugin, here ../maven-repo or in the directory given.
# The result is the same on every JDK from 17 on, so that a copy made elsewhere proves the committed one.
set -euo pipefail

cd "$(dirname "$0")"
mkdir -p "${1:-../maven-repo}"
repository=$(cd "${1:-../maven-repo}" && pwd)
artifact=$repository/dev/weir/build/jmh-maven-plugin/1
mkdir -p "$artifact" "$repository/.meta"

# A stored file without a manifest: a reviewer of the jar can read it with any text tool.
jar --create --file "$artifact/jmh-maven-plugin-1.jar" --no-manifest --no-compress \
    --date=2026-01-01T00:00:00Z META-INF/maven/plugin.xml
cp pom.xml "$artifact/jmh-maven-plugin-1.pom"
# Maven 3.10 and later ask this repository for nothing else.
printf '## repository-prefixes/2.0\n/dev/weir/build\n' > "$repository/.meta/prefixes.txt"

for file in "$artifact"/*.jar "$artifact"/*.pom "$repository/.meta/prefixes.txt"; do
    sha1sum "$file" | cut -d ' ' -f 1 | tr -d '\n' > "$file.sha1"
done
