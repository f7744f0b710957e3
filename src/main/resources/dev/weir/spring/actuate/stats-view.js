// Builds and updates the page. Text goes in as text, never as markup: names come from configuration and hosts.

const SVG = "http://www.w3.org/2000/svg";

function make(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const node = document.createElement(name);
  if (classes.length) node.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

function draw(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// Keeps one view per key, in the order of the data, without touching what has not moved.
function keep(parent, views, items, keyOf, create) {
  const wanted = new Set(items.map(keyOf));
  for (const [key, view] of views) {
    if (!wanted.has(key)) {
      view.nodes.forEach((node) => node.remove());
      views.delete(key);
    }
  }
  let previous = null;
  for (const item of items) {
    const key = keyOf(item);
    if (!views.has(key)) views.set(key, create(item));
    for (const node of views.get(key).nodes) {
      const next = previous ? previous.nextSibling : parent.firstChild;
      if (node !== next) parent.insertBefore(node, next);
      previous = node;
    }
  }
}

class Bar {
  constructor(tag) {
    this.parts = ["use", "dial", "idle", "free"].map((name) => make("span." + name));
    this.spill = make("span.wait");
    this.node = make(tag, { role: "img" },
      make("span.trough", {}, ...this.parts), make("span.crest"), make("span.spill", {}, this.spill));
  }

  update(level) {
    const taken = level.inUse + level.dialing + level.idle;
    const sizes = [level.inUse, level.dialing, level.idle, Math.max(0, level.limit - taken)];
    this.parts.forEach((part, index) => {
      part.style.flexGrow = sizes[index];
      part.classList.toggle("none", sizes[index] === 0);
    });
    // A queue of any length fits: as long as the limit, it fills half of the room.
    this.spill.style.width = `${(100 * level.pending) / (level.pending + level.limit)}%`;
    this.node.setAttribute("aria-label", levelText(level));
  }
}

class Chart {
  constructor(tag) {
    this.use = draw("path", { class: "use" });
    this.line = draw("path", { class: "line" });
    this.wait = draw("path", { class: "wait" });
    this.limit = draw("line", { class: "limit", x1: 0, x2: 60 });
    this.node = make(tag, { role: "img" }, draw("svg", { viewBox: "0 0 60 20", preserveAspectRatio: "none",
      "aria-hidden": "true" }, this.wait, this.use, this.line, this.limit));
  }

  update(history, limit) {
    const samples = history.samples;
    const now = samples.at(-1).at;
    const peak = Math.max(...samples.map((sample) => sample.inUse + sample.pending));
    const top = Math.max(peak * 1.15, Math.min(limit, peak * 2), 1);
    const across = (sample) => (60 - (now - sample.at) / 1000).toFixed(2);
    const up = (number) => (20 - (19 * number) / top).toFixed(2);
    const points = (height) => samples.map((sample) => `${across(sample)} ${up(height(sample))}`);
    const used = points((sample) => sample.inUse);
    const queued = points((sample) => sample.inUse + sample.pending);
    this.use.setAttribute("d", `M${across(samples[0])} 20L${used.join("L")}L60 20Z`);
    this.line.setAttribute("d", "M" + used.join("L"));
    this.wait.setAttribute("d", `M${used.join("L")}L${queued.reverse().join("L")}Z`);
    this.limit.setAttribute("y1", up(limit));
    this.limit.setAttribute("y2", up(limit));
    this.limit.classList.toggle("none", limit > top);
    const numbers = samples.map((sample) => sample.inUse);
    this.node.setAttribute("aria-label", `In use over the last minute: lowest ${Math.min(...numbers)}, highest ${
      Math.max(...numbers)}; most waiting ${Math.max(...samples.map((sample) => sample.pending))}`);
  }
}

function tallies(heading, counts, words) {
  const entries = Object.entries(counts).sort((one, other) => other[1] - one[1]);
  const all = entries.reduce((sum, entry) => sum + entry[1], 0);
  const rows = entries.map(([name, number]) => {
    const fill = make("span.fill");
    fill.style.width = `${(100 * number) / all}%`;
    return make("tr", {}, make("th", { scope: "row", title: name }, word(words, name)),
      make("td.number", {}, count(number)), make("td.number.share", {}, percent(number, all)),
      make("td.tally", { "aria-hidden": "true" }, fill));
  });
  const body = rows.length ? make("table", {}, make("tbody", {}, ...rows)) : make("p.quiet", {}, "none so far");
  return make("section", {}, make("h4", {}, heading), body);
}

function connectionTable(route) {
  const heads = ["Connection", "Address", "State", "Age", "Idle", "Requests", "Protocol"];
  const rows = route.connections.map((one) => make("tr", {},
    make("th", { scope: "row" }, one.id), make("td", {}, one.remoteAddress || "closed"),
    make("td", {}, make("span.key." + (one.state === "IDLE" ? "idle" : "use")), one.state === "IDLE" ? "idle" : "in use"),
    make("td.number", {}, time(one.ageMillis)), make("td.number", {}, one.state === "IDLE" ? time(one.idleMillis) : ""),
    make("td.number", {}, count(one.uses)),
    make("td", {}, one.protocol + (one.tls ? ", " + one.tls : ""))));
  const numbers = ["Age", "Idle", "Requests"];
  const head = make("tr", {}, ...heads.map((text) =>
    make(numbers.includes(text) ? "th.number" : "th", { scope: "col" }, text)));
  const more = route.moreConnections ? [make("p.quiet", {}, `and ${count(route.moreConnections)} more`)] : [];
  const table = rows.length
    ? make("div.scroll", { tabindex: "0", role: "region", "aria-label": "Connections of " + route.target },
      make("table.connections", {}, make("thead", {}, head), make("tbody", {}, ...rows)))
    : make("p.quiet", {}, "none open");
  return make("section.wide", {}, make("h4", {}, "Open connections"), table, ...more);
}

// The endpoint leaves out what is not known.
function known(value, sentence) {
  return value === undefined || value === null ? [] : [make("p.quiet.wide", {}, sentence(value))];
}

function routeDetail(route) {
  const learned = [
    known(route.learnedKeepAliveMillis, (idle) => `Learned: the server closes connections that idle for ${time(idle)}.`),
    known(route.learnedMaxRequests, (most) => `Learned: the server ends a connection after ${count(most)} requests.`),
  ].flat();
  const { opened, closed } = route.counts;
  const books = `${count(opened)} opened − ${count(closed)} closed = ${count(opened - closed)} open`;
  return [
    tallies("How calls got a connection", route.counts.leases, OUTCOMES),
    tallies("Why connections closed", route.counts.closedBy, CAUSES),
    connectionTable(route), ...learned, make("p.quiet.wide", {}, books),
  ];
}

function settingsTable(settings) {
  const rows = settings.map((one) => make(one.origin === "default" ? "tr" : "tr.own", {},
    make("th", { scope: "row" }, one.name), make("td", {}, one.value), make("td", {}, one.origin)));
  const head = make("tr", {}, ...["Setting", "Value", "From"].map((text) => make("th", { scope: "col" }, text)));
  return make("table.settings", {}, make("thead", {}, head), make("tbody", {}, ...rows));
}

// Closed it is one line; opened, it stays open while its figures change.
class FindingView {
  constructor(finding) {
    const warns = finding.severity === "WARN";
    this.what = make("span");
    this.evidence = make("p.quiet");
    this.advice = make("p");
    const route = finding.route ? [make("span.target", {}, finding.route), " "] : [];
    this.nodes = [make(warns ? "li.warn" : "li", {}, make("details", {},
      make("summary", {}, make("span.severity", {}, warns ? "Warning" : "Note"), " ", ...route, this.what),
      this.evidence, this.advice))];
  }

  update(finding) {
    write(this.what, finding.what);
    write(this.evidence, finding.evidence);
    write(this.advice, finding.advice);
  }
}

class FindingList {
  constructor(label) {
    this.views = new Map();
    this.node = make("ul.findings", { "aria-label": label });
  }

  // The same finding a second later differs by its figures.
  static keyOf(finding) {
    return [finding.severity, finding.route, finding.what.replace(/[\d.,]+/g, "")].join(" ");
  }

  update(findings) {
    this.node.hidden = !findings.length;
    keep(this.node, this.views, findings, FindingList.keyOf, (finding) => new FindingView(finding));
    findings.forEach((finding) => this.views.get(FindingList.keyOf(finding)).update(finding));
  }
}
