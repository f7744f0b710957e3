#!/usr/bin/env python3
"""Draws docs/images/benchmarks.svg from target/jmh/results.json, which `mvn jmh:run` writes. Needs Python alone."""
import json
import pathlib
import statistics

ROOT = pathlib.Path(__file__).parents[2]
STYLE = """<style>
  text { font: 14px system-ui, sans-serif; fill: #1f2933 }
  .title { font-weight: 600 }
  .note { fill: #52606d }
  .weir { fill: #0f6c7a }
  .other { fill: #9aa5b1 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e4e7eb }
    .note { fill: #9aa5b1 }
    .weir { fill: #4fb3bf }
    .other { fill: #616e7c }
  }
</style>"""

# Title, unit, what a bar is divided by, and the bars: label, benchmark, values of its parameters, figure, which iterations.
CHARTS = [
    ("Fifty requests over TLS", "milliseconds, median; the server takes 1 ms", 1e6, [
        ("new client for each", "FiftyBenchmark", "a new client for each", "p50", "median"),
        ("one after the other", "FiftyBenchmark", "one after the other", "p50", "median"),
        ("pool of 20", "FiftyBenchmark", "a pool of 20", "p50", "median"),
        ("one HTTP/2 connection", "FiftyBenchmark", "one HTTP/2 connection", "p50", "median")]),
    ("A request on a warm JVM", "µs of CPU time; 8 callers, the server takes 5 ms", 1e3, [
        ("HttpClient 5, tuned", "WarmUpBenchmark", "plain HttpClient 5, 8-callers-5-ms", "cpu", "last"),
        ("Weir", "WarmUpBenchmark", "Weir, 8-callers-5-ms", "cpu", "last")]),
    ("The first response of a JVM", "milliseconds of CPU time, median", 1e6, [
        ("HttpClient 5, tuned", "ColdStartBenchmark", "https", "firstCpuOfPlain", "median"),
        ("Weir", "ColdStartBenchmark", "https", "firstCpuOfWeir", "median")]),
]


def values(metric):
    return [value for fork in metric["rawData"] for value in fork if isinstance(value, (int, float))]


def figure(results, benchmark, params, name, which):
    for run in results:
        if run["benchmark"].split(".")[-2] == benchmark and ", ".join(run.get("params", {}).values()) == params:
            measured = values(run["secondaryMetrics"][name])
            return measured[-1] if which == "last" else statistics.median(measured)
    raise SystemExit(f"{benchmark} with {params} was not measured: run mvn jmh:run without arguments")


def draw(results):
    marks, y = [], 26
    for title, unit, scale, bars in CHARTS:
        marks.append(f'<text class="title" x="0" y="{y}">{title}</text>')
        marks.append(f'<text class="note" x="250" y="{y}">{unit}</text>')
        measured = [(label, figure(results, *where) / scale) for label, *where in bars]
        longest = max(value for _, value in measured)
        for label, value in measured:
            y += 26
            width = max(2, round(450 * value / longest))
            kind = "other" if "client" in label.lower() else "weir"
            marks.append(f'<text x="0" y="{y + 8}">{label}</text>')
            marks.append(f'<rect class="{kind}" x="250" y="{y - 6}" width="{width}" height="18" rx="2"/>')
            marks.append(f'<text x="{258 + width}" y="{y + 8}">{value:.1f}</text>')
        y += 42
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 {y - 22}" role="img">\n'
            "<title>What reuse buys, and what a request and a start cost beside plain HttpClient 5</title>\n"
            + STYLE + "\n" + "\n".join(marks) + "\n</svg>\n")


results = json.loads((ROOT / "target" / "jmh" / "results.json").read_text(encoding="utf-8"))
(ROOT / "docs" / "images" / "benchmarks.svg").write_text(draw(results), encoding="utf-8")
