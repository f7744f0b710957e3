#!/usr/bin/env python3
"""Lays the pages of the repository out for the site: README.md becomes its first page, and links are made to fit."""
import pathlib
import posixpath
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).parents[2]
TOP = {"README.md": "index.md", "CHANGELOG.md": "CHANGELOG.md", "CONTRIBUTING.md": "CONTRIBUTING.md", "SECURITY.md": "SECURITY.md"}
BOOST = {f"docs/{name}.md": boost for name, boost in (("errors-and-troubleshooting", 6), ("configuration", 2), ("keep-alive-and-reuse", 2),
                                                          ("getting-started", 2), ("http2", 2), ("dns", 2))}
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
IMAGE = re.compile(r'(<img src=")([^"]+)(?=")')
# Headings that take less room, and names that are not broken within a cell.
CSS = """.md-typeset h1 { margin-bottom: .5em } .md-typeset h2 { margin: .9em 0 .3em } .md-typeset ul li { margin-bottom: .2em }
@media (min-width: 60em) { .md-typeset td code { word-break: normal } }
.md-typeset table:not([class]) td { padding: .5em 1em }
"""
BLOCK = re.compile(r"(?ms)^```.*?^```")


def staged(path):
    """The place in the site of a file of the repository; None if it is not on the site."""
    if path in TOP:
        return TOP[path]
    return path[len("docs/"):] if path.startswith("docs/") and (ROOT / path).is_file() else None


def fit(source):
    here = posixpath.dirname(staged(source) or "")

    def link(found):
        picture, text, target = found.groups()
        text = LINK.sub(link, text)
        if "://" in target or target.startswith("#"):
            return f"{picture}[{text}]({target})"
        name, _, anchor = target.partition("#")
        place = staged(posixpath.normpath(posixpath.join(posixpath.dirname(source), name)))
        if place is None:
            return text
        place = posixpath.relpath(place, here or ".")
        return f"{picture}[{text}]({place}{'#' + anchor if anchor else ''})"

    return link


def image(source):
    def fitted(found):
        start, name = found.groups()
        return start + posixpath.relpath(staged(posixpath.normpath(posixpath.join(posixpath.dirname(source), name))),
                                         posixpath.dirname(staged(source)) or ".")

    return fitted


def page(source):
    text = IMAGE.sub(image(source), (ROOT / source).read_text(encoding="utf-8"))
    parts, last = [], 0
    for block in BLOCK.finditer(text):
        parts += [LINK.sub(fit(source), text[last:block.start()]), block.group()]
        last = block.end()
    return "".join(parts) + LINK.sub(fit(source), text[last:])


def rank(source):
    """Pages for people in trouble come first in the search, reasons of old decisions last; the first page has the full width."""
    boost = 0.2 if source.startswith(("docs/decisions/", "CHANGELOG")) else BOOST.get(source, 1)
    wide = "hide: [toc]\n" if source == "README.md" else ""
    return f"---\n{wide}search:\n  boost: {boost}\n---\n\n"


def main(out):
    shutil.rmtree(out, ignore_errors=True)
    files = list(TOP) + [str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*") if path.is_file()]
    for source in files:
        target = out / staged(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.endswith(".md"):
            target.write_text(rank(source) + page(source), encoding="utf-8")
        else:
            shutil.copy(ROOT / source, target)
    (out / "site.css").write_text(CSS, encoding="utf-8")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
