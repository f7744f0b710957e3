#!/usr/bin/env bash
# Runs some tests of Weir, compiled as it is released, with other versions of the libraries that a program may bring, and prints a
# table. Needs the classes of `mvn test-compile` and of the newest libraries, which Maven loads. A version that is allowed to fail is
# marked by "?".
set -euo pipefail
cd "$(dirname "$0")/.."
tests=LimitsIT,QueueIT,ReuseIT,ReplayIT,RequestDeadlineIT,TotalWhileTalkingIT,TlsVerificationIT,DnsDrainIT
tests+=,BlockingCallsIT,BlockingHttp2IT,Http2IT,FullDuplexIT,WarmUpIT,MetricsIT,AsyncMetricsIT

# HttpClient, HttpCore, Micrometer
rows=(
    "5.6.3 5.4.3 1.17.1"
    "5.6.4 5.4.3 1.17.1"
    "5.6.4 5.4.3 1.14.12"
    "5.6.4 5.4.3 1.15.12"
    "5.6.4 5.4.3 1.16.8"
    "5.6.5 5.4.4 1.17.2"
    "5.7-alpha1? 5.5-alpha1 1.17.2"
)

# The sum of one attribute of all suites: tests, errors, failures, skipped.
sum() {
    grep -ho "<testsuite [^>]*" target/surefire-reports/TEST-*.xml target/failsafe-reports/TEST-*.xml |
        grep -o " $1=\"[0-9]*\"" | tr -dc '0-9\n' | awk '{ n += $1 } END { print n + 0 }'
}

failed() {
    grep -lE '<(failure|error)' target/surefire-reports/TEST-*.xml target/failsafe-reports/TEST-*.xml 2> /dev/null |
        sed -E 's/.*\.([A-Za-z0-9]+)\.xml/`\1`/' | paste -sd, | sed 's/,/, /g'
}

row() {
    local client=${1%\?} core=$2 micrometer=$3 failures
    rm -rf target/surefire-reports target/failsafe-reports
    mvn -B -ntp -q surefire:test failsafe:integration-test -Dmaven.test.failure.ignore=true -Dfailsafe.rerunFailingTestsCount=1 \
        -Dtest=PublicApiTest -Dit.test="$tests" -Dhttpclient5.version="$client" -Dhttpcore5.version="$core" \
        -Dmicrometer.version="$micrometer" > target/compatibility.log 2>&1 || true
    ls target/failsafe-reports/TEST-*.xml > /dev/null 2>&1 || { grep -m 1 ERROR target/compatibility.log >&2; exit 1; }
    failures=$(($(sum failures) + $(sum errors)))
    printf '| %s | %s | %s | %s | %s of %s | %s |\n' "$client" "$core" "$micrometer" "$java" \
        "$(($(sum tests) - failures))" "$(sum tests)" "$(failed)"
    [ "$failures" = 0 ] || [ "$client" != "$1" ] || broken+=("$client")
}

java=$(java -XshowSettings:properties -version 2>&1 | sed -n 's/.*java\.specification\.version = //p')
broken=()
printf '| HttpClient | HttpCore | Micrometer | JDK | Passed | Failed |\n|---|---|---|---|---|---|\n'
for versions in "${rows[@]}"; do
    # shellcheck disable=SC2086
    row $versions
done
[ "${#broken[@]}" = 0 ] || { printf 'FAILED with: %s\n' "${broken[*]}" >&2; exit 1; }
