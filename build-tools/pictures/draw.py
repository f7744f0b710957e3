#!/usr/bin/env python3
"""Draws the diagrams of the docs into docs/images, as SVG that is readable on light and dark pages. Needs Python alone."""
import pathlib

IMAGES = pathlib.Path(__file__).parents[2] / "docs" / "images"
STYLE = """<style>
  text { font: 14px system-ui, sans-serif; fill: #1f2933 }
  .small { font-size: 12px; fill: #52606d }
  .strong { font-weight: 600 }
  .box { fill: #e6f2f4; stroke: #0f6c7a }
  .plain { fill: #f5f7fa; stroke: #7b8794 }
  .end { fill: #fbeaea; stroke: #b44d4d }
  .line { fill: none; stroke: #52606d; stroke-width: 1.5 }
  .head { fill: #52606d }
  @media (prefers-color-scheme: dark) {
    text { fill: #e4e7eb }
    .small { fill: #9aa5b1 }
    .box { fill: #143b43; stroke: #4fb3bf }
    .plain { fill: #2b3440; stroke: #7b8794 }
    .end { fill: #482526; stroke: #d98080 }
    .line { stroke: #9aa5b1 }
    .head { fill: #9aa5b1 }
  }
</style>
<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse">
<path class="head" d="M0 0 8 4 0 8z"/></marker></defs>
"""


class Picture:
    def __init__(self, name, title, width, height):
        self.name, self.title, self.width, self.height, self.marks = name, title, width, height, []

    def text(self, x, y, text, kind="", anchor="start"):
        self.marks.append(f'<text class="{kind}" x="{x}" y="{y}" text-anchor="{anchor}">{text}</text>')

    def box(self, x, y, width, height, label, note="", kind="box"):
        self.marks.append(f'<rect class="{kind}" x="{x}" y="{y}" width="{width}" height="{height}" rx="5"/>')
        middle = y + height / 2
        self.text(x + width / 2, middle + (5 if not note else -3), label, "strong", "middle")
        if note:
            self.text(x + width / 2, middle + 15, note, "small", "middle")

    def arrow(self, path, label="", x=0, y=0, anchor="start"):
        self.marks.append(f'<path class="line" d="{path}" marker-end="url(#arrow)"/>')
        if label:
            self.text(x, y, label, "small", anchor)

    def save(self):
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" role="img">\n'
        body = head + f"<title>{self.title}</title>\n" + STYLE + "\n".join(self.marks) + "\n</svg>\n"
        (IMAGES / f"{self.name}.svg").write_text(body, encoding="utf-8")


def request():
    p = Picture("request", "The way of a request through a pool", 800, 350)
    p.box(10, 20, 130, 50, "Caller", "client().execute", "plain")
    p.arrow("M140 45H178")
    p.box(180, 20, 150, 50, "Call", "timeouts.total begins")
    p.arrow("M330 45H368")
    p.box(370, 20, 170, 50, "Idle connection?", "of this route")
    p.arrow("M540 45H638", "yes", 580, 38)
    p.box(640, 20, 140, 50, "Exchange", "timeouts.read")
    p.arrow("M455 70V118", "no", 462, 98)
    p.box(370, 120, 170, 50, "May it dial?", "limits, governor of dials")
    p.arrow("M540 145H660V72")
    p.text(546, 163, "yes: timeouts.connect", "small")
    p.arrow("M455 170V218", "no", 462, 198)
    p.box(370, 220, 170, 50, "Queue of the route", "timeouts.poolWait")
    p.arrow("M540 245H740V72")
    p.text(546, 263, "a connection became free", "small")
    p.arrow("M370 245H302")
    p.box(100, 220, 200, 50, "PoolExhaustedException", "verdict, figures, holders", "end")
    p.text(100, 290, "the time is over, maxPending callers wait, or it could not be served in time", "small")
    p.arrow("M780 45H790V334H60V72")
    p.text(72, 328, "the body was read, or the response closed: the connection goes back, and is idle if it can be used again", "small")
    p.save()


def connection():
    p = Picture("connection", "The life of a connection", 800, 350)
    p.box(10, 40, 140, 56, "Dialing", "DNS, TCP, TLS")
    p.box(280, 40, 150, 56, "Leased", "carries an exchange")
    p.box(620, 40, 140, 56, "Idle", "can be leased")
    p.arrow("M150 68H278", "established", 180, 60)
    p.arrow("M430 56H618", "released, reusable", 468, 48)
    p.arrow("M620 82H432", "leased again", 484, 100)
    p.box(280, 230, 150, 56, "Closed", "with one cause", "end")
    p.arrow("M80 96V258H278", "the dial failed", 100, 250)
    p.arrow("M355 96V228")
    for y, causes in ((118, "SERVER_CLOSE_HEADER, MAX_REQUESTS,"), (134, "RESET, ERROR, CANCELLED, LEAKED,"),
                      (150, "BODY_NOT_CONSUMED, PRIVATE,"), (166, "PROTOCOL_ERROR, TOTAL_TIMEOUT")):
        p.text(363, y, causes, "small")
    p.arrow("M690 96V258H432")
    for y, causes in ((204, "IDLE, KEEP_ALIVE_EXPIRED,"), (220, "SERVER_CLOSED_IDLE, STALE,"), (236, "SURPLUS_IDLE,"),
                      (252, "EVICTED_FOR_ROUTE")):
        p.text(682, y, causes, "small", "end")
    p.text(10, 320, "Idle, or after its exchange: MAX_LIFETIME, UNSOLICITED_BYTES, DNS_CHANGED, DRAINED,", "small")
    p.text(10, 336, "RECONFIGURED, TLS_CHANGED, SHUTDOWN", "small")
    p.save()


def timeouts():
    p = Picture("timeouts", "Which timeout bounds which part of a call", 800, 220)
    steps = [(90, 90, "Queue"), (180, 60, "DNS"), (240, 60, "TCP"), (300, 70, "TLS"), (370, 70, "Send"), (440, 110, "Server works"),
             (550, 240, "Body, piece by piece")]
    p.text(10, 34, "The call", "strong")
    for x, width, label in steps:
        p.box(x, 12, width, 34, label, "", "plain")
    bars = [(66, "poolWait", 90, 90, "1 s"), (102, "connect", 180, 190, "2 s: lookup, all addresses and TLS together"),
            (174, "total", 90, 700, "10 s: all of it, with retries and redirects")]
    for y, name, x, width, note in bars:
        p.text(10, y + 18, name, "strong")
        p.box(x, y, width, 26, "", "", "box")
        p.text(x + 8 if width > 300 else x + width + 8, y + 18, note, "small")
    p.text(10, 156, "read", "strong")
    p.text(362, 156, "5 s of silence, from the start after each piece", "small", "end")
    for x, width in ((370, 176), (550, 76), (630, 76), (710, 80)):
        p.box(x, 138, width, 26, "", "", "box")
    p.save()


def dns():
    p = Picture("dns-window", "How long traffic can reach an address that DNS has dropped", 800, 220)
    p.text(10, 20, "dns.drainOnChange on, the default: 60 s", "strong")
    parts = [(10, 300, "JVM cache", "30 s"), (310, 200, "two lookups", "2 × dns.ttl = 20 s"), (510, 100, "exchange", "total = 10 s")]
    for x, width, label, note in parts:
        p.box(x, 32, width, 46, label, note)
    p.text(620, 60, "then no more traffic", "small")
    p.text(10, 118, "dns.drainOnChange off: 340 s", "strong")
    p.box(10, 130, 150, 46, "JVM cache", "30 s")
    p.box(160, 130, 80, 46, "lookup", "10 s")
    p.box(240, 130, 540, 46, "the connection lives on", "eviction.maxLifetime = 5 min")
    p.text(10, 206, "Not to scale. pool.config().staleWindow() adds up the values of your pool.", "small")
    p.save()


if __name__ == "__main__":
    for draw in (request, connection, timeouts, dns):
        draw()
