#!/usr/bin/env bash
# What a release has to pass besides .ci/run, in about an hour: other people's servers, older and newer libraries, more applications, the
# bundle, a second build that gives the same files, the site. Starts after `.ci/run`, in the same tree.
set -euo pipefail
cd "$(dirname "$0")/../.."
exec < /dev/null

step() {
    printf '\n=== %4d s  %s\n' "$SECONDS" "$*"
}

fail() {
    printf 'FAILED: %s\n' "$*" >&2
    exit 1
}

# Real servers and tools; tests without theirs are skipped.
install() {
    local package packages=()
    command -v nginx > /dev/null || packages+=(nginx-light)
    command -v haproxy > /dev/null || packages+=(haproxy)
    command -v node > /dev/null || packages+=(nodejs)
    command -v gradle > /dev/null || packages+=(gradle)
    python3 -c 'import ensurepip' 2> /dev/null || packages+=(python3-venv)
    if [ "${#packages[@]}" -gt 0 ] && [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
        step "installing ${packages[*]}"
        export DEBIAN_FRONTEND=noninteractive
        apt-get update -qq || true
        # One by one: the ones that a distribution has come, whichever it lacks.
        for package in "${packages[@]}"; do
            apt-get install -y -qq --no-install-recommends "$package" > /dev/null || echo "no $package here: tests with it are left out"
        done
    fi
}

maven() {
    mvn -B -ntp "$@"
}

jar_file() {
    printf '%s\n' "$PWD"/target/weir-*.jar | grep -v -e -sources -e -javadoc
}

consumer() {
    step "src/it/$1 ${*:2}"
    maven -q -f "src/it/$1/pom.xml" test -Dconsumer.jar="$(jar_file)" -Dconsumer.directory="$PWD/target/$1" "${@:2}"
}

install
step "the build of a release"
maven clean verify -P release -DskipTests -Dgpg.skip -Dmaven.deploy.skip
step "a build elsewhere gives the same files"
build-tools/release/reproduce.sh
step "the bundle of a release, signed by a throw-away key, and programs built from it"
build-tools/release/try.sh
step "the committed jmh plugin is the one that its source makes"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
build-tools/jmh-maven-plugin/build.sh "$scratch/maven-repo"
diff -r build-tools/maven-repo "$scratch/maven-repo" || fail "run build-tools/jmh-maven-plugin/build.sh with a new version"

raised="-Dhttpclient5.version=5.6.4 -Dhttpcore5.version=5.4.3"
for boot in 4.0.2 4.1.0; do
    consumer boot-consumer -Dspring-boot.version=$boot -Dexpected=warning
    consumer boot-consumer -Dspring-boot.version=$boot -Dexpected=pools $raised
done
consumer modules
consumer compatibility

step "every kind of request on all servers"
maven failsafe:integration-test failsafe:verify -Dexcluded=none -Dit.test='**/servers/*IT,!SoakIT'
step "other versions of HttpClient, HttpCore and Micrometer"
build-tools/compatibility.sh

if python3 -m venv target/site-venv \
    && target/site-venv/bin/pip install -q --retries 1 --timeout 20 -r build-tools/site/requirements.txt; then
    step "the documentation as a site"
    build-tools/site/build.sh --packaged
else
    echo "no Python 3 with venv here, or no PyPI: the site is left out"
fi

step "half an hour of requests and faults at random"
maven failsafe:integration-test failsafe:verify -Dit.test=SoakIT -Dexcluded=none -Dsoak.minutes=30
step "passed"
