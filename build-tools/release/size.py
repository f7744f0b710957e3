#!/usr/bin/env python3
"""Says where the size of the jar goes, and writes the two tables of docs/release.md: what each part weighs, and what other
options of the compiler would save. Needs the jar of `mvn package` in target. Arguments are for Maven, which makes the class path
of the compiler: -o, for example."""
import io
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/release.md"
DEPENDENCIES = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1"

# What, a pattern of its entries, and for whom it is. The first pattern that fits counts.
PARTS = [
    ("Stats page", r"dev/weir/spring/actuate/.*\.(js|css|html)$", "Spring alone"),
    ("Spring Boot, endpoint and health", r"dev/weir/spring/|META-INF/spring", "Spring alone"),
    ("Micrometer", r"dev/weir/micrometer/", "programs with Micrometer"),
    ("Configuration, its rules and texts", r"dev/weir/config/", "all"),
    ("Asynchronous pools, HTTP/2", r"dev/weir/internal/async/", "asynchronous pools and `blockingClient()`"),
    ("The client, its decoders and bodies",
     r"dev/weir/internal/(client|http1|call|retry|identity|callback|traffic)/", "all"),
    ("Pools and their engine, connections, DNS, deadlines", r"dev/weir/(engine|internal)/", "all"),
    ("Public API: builders, events, failures, snapshots", r"dev/weir/", "all"),
    ("License, POM, module, manifest", r"", "all"),
]

# What, the options of the compiler instead of the usual ones, the level of compression, and why it is left.
USUAL = ["-g", "-parameters"]
CHANGES = [
    ("No tables of local variables (`-g:lines,source`)", ["-g:lines,source", "-parameters"], 6,
     "a debugger shows no variables inside Weir, and a `NullPointerException` says `<local4>` instead of a name"),
    ("No names of parameters", ["-g"], 6, "operations of actuator endpoints are called by them"),
    ("No debug information at all", ["-g:none", "-parameters"], 6, "stack traces have no line numbers"),
    ("Strings joined in place (`-XDstringConcat=inline`)", USUAL + ["-XDstringConcat=inline"], 6,
     "an option of the compiler that is not documented"),
    ("Highest level of compression", USUAL, 9, "the jar plugin has no setting for it"),
]


def parts(jar):
    """Bytes in the file and number of classes of each part. The directory of a zip counts with its entries."""
    weights = {name: [0, 0] for name, _, _ in PARTS}
    infos = sorted(jar.infolist(), key=lambda info: info.header_offset)
    ends = [info.header_offset for info in infos[1:]] + [jar.start_dir]
    for info, end in zip(infos, ends):
        weight = weights[next(name for name, pattern, _ in PARTS if re.match(pattern, info.filename))]
        weight[0] += end - info.header_offset + 46 + len(info.filename) + len(info.extra)
        weight[1] += info.filename.endswith(".class")
    return weights


def packed(jar, classes, level):
    """The size of the jar with the classes of a directory instead of its own."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=level) as to:
        for name in jar.namelist():
            other = classes / name
            to.writestr(name, other.read_bytes() if other.is_file() else jar.read(name))
    return file.tell()


def compiled(work, options, class_path):
    classes = work / re.sub(r"\W", "_", " ".join(options))
    if not classes.exists():
        sources = [str(file) for file in sorted((ROOT / "src/main/java").rglob("*.java"))]
        (work / "sources").write_text("\n".join(sources))
        subprocess.run(["javac", "-nowarn", "-proc:none", "--release", "17", "-cp", class_path, "-d", str(classes), *options,
                        f"@{work / 'sources'}"], check=True, stderr=subprocess.DEVNULL)
    return classes


def megabytes(size):
    return f"{size / 1e6:.2f} MB"


def table_of_parts(jar):
    weights = parts(jar)
    lines = ["| Part | In the jar | Classes | For whom |", "|---|---|---|---|"]
    for name, _, whom in sorted(PARTS, key=lambda part: -weights[part[0]][0]):
        size, classes = weights[name]
        lines.append(f"| {name} | {megabytes(size)} | {classes:,} | {whom} |")
    total = [sum(weight[i] for weight in weights.values()) for i in (0, 1)]
    return "\n".join(lines + [f"| **All** | **{megabytes(total[0])}** | **{total[1]:,}** | |"])


def table_of_changes(jar, work, class_path):
    usual = packed(jar, compiled(work, USUAL, class_path), 6)
    lines = ["| Change | Saves | Why not |", "|---|---|---|"]
    for name, options, level, reason in CHANGES:
        saved = usual - packed(jar, compiled(work, options, class_path), level)
        lines.append(f"| {name} | {megabytes(saved)} | {reason} |")
    return "\n".join(lines)


def put(name, table):
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    before, rest = PAGE.read_text().split(begin)
    PAGE.write_text(before + begin + "\n\n" + table + "\n\n" + end + rest.split(end)[1])


def main():
    [file] = [file for file in (ROOT / "target").glob("weir-*.jar") if not re.search("sources|javadoc", file.name)]
    work = pathlib.Path(tempfile.mkdtemp())
    try:
        subprocess.run(["mvn", "-B", "-ntp", "-q", *sys.argv[1:], f"{DEPENDENCIES}:build-classpath",
                        f"-Dmdep.outputFile={work / 'class-path'}"], cwd=ROOT, check=True)
        with zipfile.ZipFile(file) as jar:
            put("parts", table_of_parts(jar))
            put("changes", table_of_changes(jar, work, (work / "class-path").read_text()))
    finally:
        shutil.rmtree(work)


main()
