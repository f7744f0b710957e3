#!/usr/bin/env python3
"""Types each symptom of src/test/resources/words/symptoms.txt into the search of target/site, in Chromium, and fails if none of the
pages that help is among the first five results. Status 2: the browser did not work."""
import functools
import http.server
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).parents[2]
SITE = ROOT / "target" / "site"
SYMPTOMS = ROOT / "src" / "test" / "resources" / "words" / "symptoms.txt"
CHROMIUM = [os.environ.get("CHROMIUM", "chromium"), "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--remote-debugging-port=0"]
FIRST_SCREEN = 5
NO_BROWSER = 2
# Speaks with the search as the site's own pages do: its worker takes the index (0), says that it is ready (1), takes a query (2) and
# gives the results (3), grouped by page.
PAGE = """<script type="module">
const index = await (await fetch("search/search_index.json")).json();
const worker = new Worker("%s");
const next = type => new Promise(done => worker.addEventListener("message",
    function heard({data}) { if (data.type === type) { worker.removeEventListener("message", heard); done(data.data); } }));
const ready = next(1);
worker.postMessage({type: 0, data: {config: index.config, docs: index.docs, options: {suggest: false}}});
await ready;
const all = {};
for (const query of %s) {
  const results = next(3);
  worker.postMessage({type: 2, data: query});
  all[query] = (await results).items.map(item => item[0].location);
}
await fetch("results", {method: "POST", body: JSON.stringify(all)});
</script>"""


class Site(http.server.SimpleHTTPRequestHandler):
    page = ""
    results = {}
    done = threading.Event()

    def do_GET(self):
        if self.path != "/check.html":
            return super().do_GET()
        body = Site.page.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        Site.results = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(204)
        self.end_headers()
        Site.done.set()

    def log_message(self, *_):
        pass


def search(queries):
    """The pages that the search names for each query, the best first."""
    worker = next((SITE / "assets" / "javascripts" / "workers").glob("search.*.js"))
    Site.page = PAGE % (worker.relative_to(SITE), json.dumps(queries))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Site, directory=str(SITE)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        url = f"http://127.0.0.1:{server.server_port}/check.html"
        browser = subprocess.Popen(CHROMIUM + [f"--user-data-dir={profile}", url], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            if not Site.done.wait(180):
                print("The search gave no results within three minutes.", file=sys.stderr)
                sys.exit(NO_BROWSER)
        finally:
            browser.terminate()
            browser.wait()
            server.shutdown()
    return Site.results


def pages(locations):
    names = dict.fromkeys(pathlib.PurePosixPath(location.split("#")[0]).stem for location in locations)
    return list(names)[:FIRST_SCREEN]


def main():
    lines = [line for line in SYMPTOMS.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    wanted = {phrase: names.split(", ") for phrase, names in (line.split(" => ") for line in lines)}
    missed = 0
    for phrase, locations in search(list(wanted)).items():
        if not set(wanted[phrase]) & set(pages(locations)):
            missed += 1
            print(f"missed: {phrase}\n  wanted one of {wanted[phrase]}\n  found {pages(locations)}")
    print(f"{len(wanted) - missed} of {len(wanted)} symptoms found")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
