#!/usr/bin/env bash
# What the jar adds to the start of a Spring Boot application: build-tools/start.sh [pairs]
# Starts one application with and without the jar in turns and prints, of each pair, CPU time and time of the start, time of the
# first request, and the classes that both load; then the median ratio of each with its range. 15 pairs unless told. Start it on a
# machine that does nothing else; JAVA_OPTS is for both. Needs the jar that mvn package makes, or WEIR_JAR. MAVEN_OPTIONS=-o works
# offline.
set -euo pipefail
cd "$(dirname "$0")/.."
exec < /dev/null

pairs=${1:-15}
boot=${BOOT:-4.1.0}
work=$PWD/target/start
jar=${WEIR_JAR:-$(printf '%s\n' "$PWD"/target/weir-*.jar | grep -v -e -sources -e -javadoc | head -n 1)}
[ -f "$jar" ] || { echo "no jar: run mvn package -DskipTests first" >&2; exit 1; }

mkdir -p "$work"
# shellcheck disable=SC2086 # options are words
mvn -B -ntp -q ${MAVEN_OPTIONS:-} -f src/it/start/pom.xml compile dependency:build-classpath \
    -Dmdep.outputFile="$work/classpath" -Dstart.directory="$work" -Dspring-boot.version="$boot" \
    -Dhttpclient5.version=5.6.5 -Dhttpcore5.version=5.4.4
without=$work/classes:$(cat "$work/classpath")
with=$jar:$without

# CPU time, time and classes of one start, time and classes of its first request.
start() {
    # shellcheck disable=SC2086 # options are words
    "${JAVA_HOME:+$JAVA_HOME/bin/}java" ${JAVA_OPTS:-} -cp "$1" start.Application \
        --server.port=0 --spring.main.banner-mode=off --logging.level.root=warn 2>&1 | sed -n 's/^started //p' | grep .
}

start "$with" > /dev/null # the files are read, the page cache is warm
start "$without" > /dev/null
printf 'Spring Boot %s, %s pairs; times in ms, each with and without the jar\n' "$boot" "$pairs"
printf '| pair | CPU | ratio | start | ratio | classes | first request | ratio | its classes |\n'
printf '|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n'
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
        printf "| %d | %d / %d | %.3f | %d / %d | %.3f | %d / %d | %d / %d | %.3f | %d / %d |\n", n, w[1], o[1], w[1] / o[1],
            w[2], o[2], w[2] / o[2], w[3], o[3], w[4], o[4], w[4] / o[4], w[5], o[5]
    }'
done | tee "$work/pairs.md"

# The k-th lowest and k-th highest ratio hold the true median with 95 % confidence, where there are enough pairs.
ratio() {
    awk -F'|' -v column="$2" '{print $column + 0}' "$work/pairs.md" | sort -n | awk -v what="$1" '{r[NR] = $1} END {
        n = NR; p = 0.5 ^ n; sum = p; k = 0
        while (sum <= 0.025) { k++; p = p * (n - k + 1) / k; sum += p }
        median = n % 2 ? r[(n + 1) / 2] : (r[n / 2] + r[n / 2 + 1]) / 2
        printf "%s with ÷ without: median %.3f, range %.3f to %.3f", what, median, r[1], r[n]
        if (k > 0) printf "; with 95 %% confidence the true median is within %.3f to %.3f", r[k], r[n + 1 - k]
        print ""
    }'
}
echo
ratio 'CPU time of the start' 4
ratio 'Time of the start' 6
ratio 'Time of the first request' 9
