#!/usr/bin/env bash
# Runs the programs of src/it/upstream, which show defects of HttpCore and HttpClient without Weir, with several versions of both, and
# writes the table of docs/upstream.md: which version has which defect.
set -euo pipefail
cd "$(dirname "$0")/.."
page=docs/upstream.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# HttpClient, HttpCore
rows=(
    "5.6.4 5.4.3"
    "5.6.5 5.4.4"
    "5.7-alpha1 5.5-beta2"
)

run() {
    local client=$1 core=$2 directory=$work/$1
    mvn -B -ntp -q -f src/it/upstream/pom.xml compile org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath -Dmdep.outputFile="$directory.cp" \
        -Dconsumer.directory="$directory" -Dhttpclient5.version="$client" -Dhttpcore5.version="$core"
    java -cp "$directory/classes:$(cat "$directory.cp")" dev.weir.it.upstream.Defects > "$directory.txt"
}

heading="| Program | Expected | Seen with 5.6.4 |"
for versions in "${rows[@]}"; do
    # shellcheck disable=SC2086
    run $versions
    heading+=" ${versions/ /, } |"
done
{
    sed '/^<!-- programs -->$/q' "$page"
    printf '\n%s\n|---|---|---|%s\n' "$heading" "$(printf -- '---|%.0s' "${rows[@]}")"
    while IFS= read -r line; do
        name=${line%% | *}
        printf '| %s |' "${line% | *}"
        for versions in "${rows[@]}"; do
            grep -F "$name | " "$work/${versions% *}.txt" | sed 's/.* | / /; s/$/ |/' | tr -d '\n'
        done
        printf '\n'
    done < "$work/${rows[0]% *}.txt"
    printf '\n'
    sed -n '/^<!-- end of programs -->$/,$p' "$page"
} > "$work/page.md"
cp "$work/page.md" "$page"
