#!/usr/bin/env bash
# What the jar adds to the start of a Spring Boot application: build-tools/start.sh [pairs]
# Starts one application with and without the jar in turns, prints CPU time and loaded classes of each pair, and the median ratio
# with its range. 15 pairs unless told. Start it on a machine that does nothing else; JAVA_OPTS is for both.
# Needs the jar that mvn package makes, or WEIR_JAR.
set -euo pipefail
cd "$(dirname "$0")/.."
exec < /dev/null

pairs=${1:-15}
boot=${BOOT:-4.1.0}
work=$PWD/target/start
jar=${WEIR_JAR:-$(printf '%s\n' "$PWD"/target/weir-*.jar | grep -v -e -sources -e -javadoc | head -n 1)}
[ -f "$jar" ] || { echo "no jar: run mvn package -DskipTests first" >&2; exit 1; }

mkdir -p "$work"
mvn -B -ntp -q -f src/it/start/pom.xml compile dependency:build-classpath -Dmdep.outputFile="$work/classpath" \
    -Dstart.directory="$work" -Dspring-boot.version="$boot" -Dhttpclient5.version=5.6.4 -Dhttpcore5.version=5.4.3
without=$work/classes:$(cat "$work/classpath")
with=$jar:$without

# "<CPU time in ms> <classes>" of one start.
start() {
    # shellcheck disable=SC2086 # options are words
    "${JAVA_HOME:+$JAVA_HOME/bin/}java" ${JAVA_OPTS:-} -cp "$1" start.Application \
        --server.port=0 --spring.main.banner-mode=off --logging.level.root=warn 2>&1 | sed -n 's/^started //p' | grep .
}

start "$with" > /dev/null # the files are read, the page cache is warm
start "$without" > /dev/null
printf 'Spring Boot %s, %s pairs\n| pair | with, ms | without, ms | ratio | classes with | classes without |\n|---:|---:|---:|---:|---:|---:|\n' \
    "$boot" "$pairs"
for ((pair = 1; pair <= pairs; pair++)); do
    # Each is the first of a pair every other time.
    if ((pair % 2)); then
        a=$(start "$with")
        b=$(start "$without")
    else
        b=$(start "$without")
        a=$(start "$with")
    fi
    awk -v n="$pair" -v a="$a" -v b="$b" 'BEGIN {
        split(a, w); split(b, o)
        printf "| %d | %d | %d | %.3f | %d | %d |\n", n, w[1], o[1], w[1] / o[1], w[2], o[2]
    }'
done | tee "$work/pairs.md"

# The k-th lowest and k-th highest ratio hold the true median with 95 % confidence, where there are enough pairs.
awk -F'|' '{print $5 + 0}' "$work/pairs.md" | sort -n | awk '{r[NR] = $1} END {
    n = NR; p = 0.5 ^ n; sum = p; k = 0
    while (sum <= 0.025) { k++; p = p * (n - k + 1) / k; sum += p }
    median = n % 2 ? r[(n + 1) / 2] : (r[n / 2] + r[n / 2 + 1]) / 2
    printf "\nCPU time with ÷ without: median %.3f, range %.3f to %.3f", median, r[1], r[n]
    if (k > 0) printf "; with 95 %% confidence the true median is within %.3f to %.3f", r[k], r[n + 1 - k]
    print ""
}'
