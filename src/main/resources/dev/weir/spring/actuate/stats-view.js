// Builds and updates the page. Text goes in as text, never as markup: names come from configuration and hosts.

const SVG = "http://www.w3.org/2000/svg";
const MOST_FINDINGS = 5;

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

// Has one view per key, and none for what is gone.
function match(views, items, keyOf, create) {
  const wanted = new Set(items.map(keyOf));
  for (const [key, view] of views) {
    if (!wanted.has(key)) {
      view.nodes.forEach((node) => node.remove());
      views.delete(key);
    }
  }
  for (const item of items) {
    if (!views.has(keyOf(item))) views.set(keyOf(item), create(item));
  }
}

// Puts nodes in order without touching what has not moved; what has the focus keeps it.
function arrange(parent, nodes) {
  const focused = document.activeElement;
  let previous = null;
  for (const node of nodes) {
    const next = previous ? previous.nextSibling : parent.firstChild;
    if (node !== next) parent.insertBefore(node, next);
    previous = node;
  }
  if (focused !== document.activeElement && focused.isConnected) focused.focus({ preventScroll: true });
}

function keep(parent, views, items, keyOf, create) {
  match(views, items, keyOf, create);
  arrange(parent, items.flatMap((item) => views.get(keyOf(item)).nodes));
}

// Each tone has a shape, for readers who do not tell colors apart.
const SHAPES = {
  bad: "M6 0a6 6 0 1 0 0 12A6 6 0 0 0 6 0M3.4 4.5l1.1-1.1L6 4.9l1.5-1.5 1.1 1.1L7.1 6l1.5 1.5-1.1 1.1L6 7.1 4.5 8.6 3.4 7.5 4.9 6z",
  leak: "M6 0C3.800 3 2 5.400 2 7.800a4 4 0 0 0 8 0C10 5.400 8.200 3 6 0",
  wait: "M1.500 0h9v1.500L7.300 6l3.200 4.500V12h-9v-1.500L4.700 6 1.500 1.500z",
  off: "M1 1h10v10H1z",
  ok: "M4.600 10.400.600 6.400l1.500-1.500 2.500 2.500 5.300-5.300 1.500 1.500z",
};
const COLORS = { bad: "#b42318", leak: "#6d3fb0", wait: "#b3480c", off: "#586669", ok: "#0d6b75" };

function shape(tone) {
  return draw("svg", { class: "shape", viewBox: "0 0 12 12", "aria-hidden": "true" },
    draw("path", { d: SHAPES[tone], "fill-rule": "evenodd" }));
}

function badge(state) {
  return make(`span.badge.${state.tone}`, {}, shape(state.tone), make("span", {}, state.word));
}

function icon(tone) {
  const svg = `<svg xmlns="${SVG}" viewBox="-1 -1 14 14"><path fill="${COLORS[tone]}" fill-rule="evenodd" d="${SHAPES[tone]}"/></svg>`;
  return "data:image/svg+xml," + encodeURIComponent(svg);
}

// The scheme takes room in each row and differs in few: it stands back, and rows show it where it is not the usual one.
function target(text) {
  const end = text.indexOf("://") + 3;
  const kind = text.startsWith("https:") ? "span.scheme.usual" : "span.scheme";
  return end < 3 ? [text] : [make(kind, {}, text.slice(0, end)), text.slice(end)];
}

class Bar {
  constructor(tag) {
    this.parts = ["use", "dial", "idle", "free"].map((name) => make("span." + name));
    this.spill = make("span.queue");
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

// Closed it is one line; opened, it stays open while its figures change. Its route is a link to the row.
class FindingView {
  constructor(finding, reveal) {
    const warns = finding.severity === "WARN";
    this.what = make("span");
    this.evidence = make("p.quiet");
    this.advice = make("p");
    const details = make("details", {}, make("summary", {},
      make("span.severity", {}, warns ? "Warning" : "Note"), " ", this.what), this.evidence, this.advice);
    const node = make(warns ? "li.warn" : "li", {}, details);
    if (finding.route && reveal) node.prepend(FindingView.link(finding.route, reveal));
    this.nodes = [node];
  }

  static link(route, reveal) {
    const link = make("a.target", { href: "#", "aria-label": route, title: route }, ...target(route));
    link.addEventListener("click", (event) => {
      event.preventDefault();
      reveal(route);
    });
    return link;
  }

  update(finding) {
    write(this.what, finding.what);
    write(this.evidence, finding.evidence);
    write(this.advice, finding.advice);
  }
}

class FindingList {
  constructor(label, reveal) {
    this.views = new Map();
    this.reveal = reveal;
    this.isWhole = false;
    this.list = make("ul.findings", { "aria-label": label });
    this.more = make("button.more", { type: "button" });
    this.more.addEventListener("click", () => this.showAll());
    this.node = make("div", {}, this.list, this.more);
  }

  // The same finding a second later differs by its figures.
  static keyOf(finding) {
    return [finding.severity, finding.route, finding.what.replace(/[\d.,]+/g, "")].join(" ");
  }

  showAll() {
    this.isWhole = true;
    const [next] = [...this.list.children].filter((node) => node.hidden);
    this.fold();
    next?.querySelector("a, summary").focus();
  }

  update(findings) {
    this.node.hidden = !findings.length;
    keep(this.list, this.views, findings, FindingList.keyOf, (finding) => new FindingView(finding, this.reveal));
    findings.forEach((finding) => this.views.get(FindingList.keyOf(finding)).update(finding));
    this.fold();
  }

  fold() {
    const nodes = [...this.list.children];
    nodes.forEach((node, index) => { node.hidden = !this.isWhole && index >= MOST_FINDINGS; });
    this.more.hidden = this.isWhole || nodes.length <= MOST_FINDINGS;
    write(this.more, `Show ${nodes.length - MOST_FINDINGS} more`);
  }
}
