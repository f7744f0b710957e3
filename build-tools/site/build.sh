#!/usr/bin/env bash
# Builds the documentation as a static site with a search and the Javadoc, in target/site. Needs Python 3 and Maven.
# The pages load nothing from elsewhere. To read it: python3 -m http.server -d target/site
#   --packaged         takes the Javadoc that the last build has packaged
#   --without-javadoc  leaves it out
set -euo pipefail
cd "$(dirname "$0")/../.."

venv=target/site-venv
[ -x $venv/bin/mkdocs ] || { python3 -m venv $venv; $venv/bin/pip install -q -r build-tools/site/requirements.txt; }

python3 build-tools/site/stage.py target/site-src
mkdir -p target/site-src/api
if [ "${1:-}" != --without-javadoc ]; then
  if [ "${1:-}" != --packaged ]; then
    rm -f target/*-javadoc.jar
    mvn -q -B -DskipTests package -P release
  fi
  python3 -m zipfile -e target/*-javadoc.jar target/site-src/api
  rm -rf target/site-src/api/META-INF
else
  echo '<title>Javadoc</title>Built without it.' > target/site-src/api/index.html
fi
NO_MKDOCS_2_WARNING=1 $venv/bin/mkdocs build -q -f build-tools/site/mkdocs.yml

if grep -rlE '(src|href)="https?://[^"]*\.(js|css|woff2?)"|@import url\(.?https?:' target/site --include='*.html' --include='*.css'; then
  echo "These pages load something from elsewhere." >&2
  exit 1
fi
echo "target/site/index.html"
