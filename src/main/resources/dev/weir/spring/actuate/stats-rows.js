// A pool with its routes: those in trouble first, the healthy ones of a large pool folded.

const FOLDS_ABOVE = 8;

// Group, label, what a narrow screen calls it, and what it means.
const COLUMNS = [
  ["Connections", "In use", "used", "Connections that callers hold now"],
  ["Connections", "Idle", "", "Connections that wait for their next use"],
  ["Connections", "Dialing", "", "Connections that are being established"],
  ["Connections", "Limit", "", "Most connections at once"],
  ["Connections", "Most in use", "", "Most in use at once, last 5 to 10 minutes"],
  ["Callers", "Waiting", "wait", "Callers without a connection now"],
  ["Callers", "Queue p99", "p99", "99 % of the callers waited no longer, last 5 to 10 minutes"],
  ["Callers", "Failures", "failed", "Calls without a connection, and exchanges that ended theirs, last 5 to 10 minutes"],
  ["Requests", "Per second", "", "Connections leased per second, last 5 seconds"],
  ["Requests", "Held average", "held", "How long a caller holds a connection, last 5 to 10 minutes"],
  ["Requests", "Reused", "", "Share of leases that got a connection used before, last minute"],
];
const WIDTH = String(COLUMNS.length + 4);

// Fixed widths, so that nothing moves when a figure grows.
function routesColumns() {
  const kinds = ["name", "mark", "level", ...COLUMNS.map(([, label]) => /p99|average/.test(label) ? "time" : "figure"), "minute"];
  return make("colgroup", {}, ...kinds.map((kind) => make("col." + kind)));
}

function routesHead() {
  const groups = ["Connections", "Callers", "Requests"].map((group) => make("th.group", { scope: "colgroup",
    role: "columnheader", colspan: String(COLUMNS.filter((column) => column[0] === group).length) }, group));
  const heads = COLUMNS.map(([, label, , meaning]) =>
    make("th.number", { scope: "col", role: "columnheader", title: meaning }, label));
  const plain = (kind, text) => make(kind, { scope: "col", role: "columnheader", rowspan: "2" }, text);
  return make("thead", { role: "rowgroup" },
    make("tr", { role: "row" }, plain("th.name", "Route"), plain("th.mark", "State"), plain("th.level", "Level"),
      ...groups, plain("th.minute", "Last minute")),
    make("tr", { role: "row" }, ...heads));
}

class RouteView {
  constructor(route, changed) {
    this.name = route.target;
    this.states = [];
    const id = `route-${++ids}`;
    this.history = new History();
    this.judge = new Judge();
    this.bar = new Bar("div.bar");
    this.chart = new Chart("div.chart");
    this.toggle = make("button.target", { type: "button", "aria-expanded": "false", "aria-controls": id,
      "aria-label": route.target, title: route.target }, ...target(route.target));
    this.toggle.addEventListener("click", () => this.open(!this.isOpen, changed));
    this.mark = make("td.mark", { role: "cell" });
    this.figures = COLUMNS.map(([, , label]) => make("td.number", { "data-label": label, role: "cell" }));
    this.row = make("tr.route", { role: "row" }, make("th", { scope: "row", role: "rowheader" }, this.toggle), this.mark,
      make("td.level", { role: "cell" }, this.bar.node), ...this.figures,
      make("td.minute", { role: "cell" }, this.chart.node));
    this.content = make("div.detail", {}, make("p.quiet", {}, "one moment"));
    this.detail = make("tr.details", { id, role: "row" }, make("td", { colspan: WIDTH, role: "cell" }, this.content));
    this.detail.hidden = true;
    this.nodes = [this.row, this.detail];
  }

  get isOpen() {
    return !this.detail.hidden;
  }

  get rank() {
    return rankOf(this.states);
  }

  open(isOpen, changed) {
    this.detail.hidden = !isOpen;
    this.toggle.setAttribute("aria-expanded", String(isOpen));
    changed();
  }

  update(route, findings, now, shares) {
    const level = levelOf(route, shares);
    this.findings = findings;
    this.history.add(now, route, level.inUse);
    this.bar.update(level);
    this.chart.update(this.history, level.limit);
    const warnings = findings.filter((finding) => finding.severity === "WARN").length;
    this.states = this.judge.look({ route, history: this.history, warnings }, now);
    this.show(route, level);
  }

  show(route, level) {
    const { part, of } = this.history.reuse();
    const { recent } = route;
    const failures = failuresOf(route);
    const texts = [count(level.inUse), count(level.idle), count(level.dialing), count(level.limit), count(recent.mostInUse),
      count(level.pending), recent.callers ? short(recent.queueP99Millis, "0") : "–", count(failures),
      rate(this.history.rate("served")), recent.heldMeanMillis ? short(recent.heldMeanMillis) : "–", percent(part, of)];
    this.figures.forEach((figure, index) => {
      write(figure, texts[index]);
      figure.classList.toggle("zero", ["0", "–"].includes(texts[index]));
    });
    this.figures[0].classList.toggle("full", level.inUse + level.idle + level.dialing >= level.limit);
    this.figures[5].classList.toggle("high", level.pending > 0);
    this.figures[7].classList.toggle("lost", failures > 0);
    this.row.dataset.tone = this.states.length ? this.states[0].tone : "ok";
    replaceIfChanged(this.mark, this.states.map((state) => state.key), () => this.badges());
  }

  badges() {
    const more = this.states.slice(1).map((state) => state.word);
    return [...this.states.slice(0, 1).map(badge),
      ...(more.length ? [make("span.also", { title: more.join(", ") }, `+${more.length}`,
        make("span.unseen", {}, ` ${more.join(", ")}`))] : [])];
  }

  explain(route) {
    if (this.isOpen) replaceIfChanged(this.content, { route, findings: this.findings }, routeDetail);
  }

  matches(words) {
    const text = `${this.name} ${this.states.map((state) => state.word).join(" ")}`.toLowerCase();
    return words.every((word) => text.includes(word));
  }
}

// The rows of a pool, in two groups: what is in trouble, and below a button what is healthy.
class RouteTable {
  constructor(name, changed) {
    this.views = new Map();
    this.changed = changed;
    this.isFolded = true;
    this.words = [];
    const id = `healthy-${++ids}`;
    this.troubled = make("tbody", { role: "rowgroup" });
    this.healthy = make("tbody", { role: "rowgroup", id });
    this.toggle = make("button.fold", { type: "button", "aria-expanded": "false", "aria-controls": id });
    this.toggle.addEventListener("click", () => this.fold(!this.isFolded));
    this.foldRow = make("tbody", { role: "rowgroup" }, make("tr", { role: "row" },
      make("td", { colspan: WIDTH, role: "cell" }, this.toggle)));
    this.node = make("table.routes", { role: "table", "aria-label": `Routes of ${name}` }, routesColumns(), routesHead(), this.troubled,
      this.foldRow, this.healthy);
  }

  update(pool, now, shares) {
    match(this.views, pool.routes, (route) => route.target, (route) => new RouteView(route, this.changed));
    pool.routes.forEach((route) => this.views.get(route.target).update(route,
      pool.findings.filter((finding) => finding.route === route.target), now, shares));
    this.arrange();
  }

  arrange() {
    const sorted = [...this.views.values()].sort(worstFirst);
    const healthy = sorted.filter((view) => !view.states.length);
    arrange(this.troubled, sorted.filter((view) => view.states.length).flatMap((view) => view.nodes));
    arrange(this.healthy, healthy.flatMap((view) => view.nodes));
    const isLarge = sorted.length > FOLDS_ABOVE && healthy.length > 0;
    this.foldRow.hidden = !isLarge || this.words.length > 0;
    this.healthy.hidden = isLarge && this.isFolded && !this.words.length;
    const all = healthy.length === sorted.length;
    write(this.toggle, all ? `All ${count(healthy.length)} routes are healthy` : amount(healthy.length, "healthy route"));
    sorted.forEach((view) => view.nodes.forEach((node) => node.classList.toggle("away", !view.matches(this.words))));
  }

  fold(isFolded) {
    this.isFolded = isFolded;
    this.toggle.setAttribute("aria-expanded", String(!isFolded));
    this.arrange();
  }

  filter(words) {
    this.words = words;
    this.arrange();
    return [...this.views.values()].filter((view) => view.matches(words)).length;
  }

  // Shows a route that a finding is about, with its details, and goes there.
  reveal(name) {
    const view = this.views.get(name);
    if (!view) return;
    if (!view.states.length) this.fold(false);
    view.open(true, this.changed);
    view.toggle.focus();
    view.toggle.scrollIntoView({ block: "center" });
  }

  get troubles() {
    return [...this.views.values()].filter((view) => view.states.length).sort(worstFirst);
  }
}

class PoolView {
  constructor(pool) {
    this.name = pool.name;
    this.history = new History();
    this.bar = new Bar("div.bar.large");
    this.chart = new Chart("div.chart.large");
    this.facts = make("ul.facts");
    this.table = new RouteTable(pool.name, () => this.fetchDetail());
    const reveal = (route) => this.table.reveal(route);
    this.warnings = new FindingList(`Warnings about ${pool.name}`, reveal);
    this.notes = new FindingList(`Notes about ${pool.name}`, reveal);
    this.noted = make("details.notes", {}, make("summary"), this.notes.node);
    this.more = make("p.quiet");
    this.settings = scrolling(`Settings of ${pool.name}`, "");
    this.sheet = make("details", {}, make("summary", {}, "Settings, and where each comes from"), this.settings);
    this.sheet.addEventListener("toggle", () => this.fetchDetail());
    this.badge = make("span.standing");
    this.id = `pool-${++ids}`;
    this.nodes = [make("section.pool", { "aria-labelledby": this.id },
      make("div.title", {}, make("h2", { id: this.id, tabindex: "-1" }, pool.name), this.badge,
        make("span.protocol", {}, word(PROTOCOLS, pool.protocol))),
      make("div.overview", {}, make("div", {}, this.bar.node, this.facts), this.chart.node),
      this.table.node, this.more, this.warnings.node, this.noted, this.sheet)];
  }

  update(pool, now) {
    const shares = pool.protocol !== "HTTP_1_1";
    const level = levelOf(pool, shares);
    this.history.add(now, pool, level.inUse);
    this.bar.update(level);
    this.chart.update(this.history, level.limit);
    replaceIfChanged(this.facts, this.factsOf(pool, level, shares), (facts) =>
      facts.map(([figure, label, kind]) => make(kind ? "li." + kind : "li", {}, make("b", {}, figure), " " + label)));
    this.table.update(pool, now, shares);
    this.state = stateOfPool(pool, this.table.troubles.map((view) => view.states));
    replaceIfChanged(this.badge, this.state.key, () => [badge(this.state)]);
    const warnings = pool.findings.filter((finding) => finding.severity === "WARN");
    const notes = pool.findings.filter((finding) => finding.severity !== "WARN");
    this.warnings.update(warnings.sort((one, other) => this.rankOf(one) - this.rankOf(other)));
    this.notes.update(notes);
    this.noted.hidden = !notes.length;
    write(this.noted.firstChild, amount(notes.length, "note"));
    write(this.more, pool.moreRoutes ? `and ${amount(pool.moreRoutes, "route")} with less to do` : "");
  }

  rankOf(finding) {
    return this.table.views.get(finding.route)?.rank ?? -1;
  }

  get rank() {
    return this.state === DRAINING ? -1 : rankOf(this.state === HEALTHY ? [] : [this.state]);
  }

  factsOf(pool, level, shares) {
    const { part, of } = this.history.reuse();
    const troubles = this.table.troubles.length;
    return [
      ...(troubles ? [[`${troubles} of ${pool.routes.length}`, "routes in trouble", "high"]] : []),
      [`${count(level.inUse)} of ${count(level.limit)}`, "in use", ""],
      ...exchangesOf(level, shares),
      [count(level.idle), "idle", ""],
      [count(level.dialing), "dialing", ""],
      [count(level.pending), "waiting", level.pending ? "high" : ""],
      [rate(this.history.rate("served")), "requests/s", ""],
      [percent(part, of), "reused", ""],
      [rate(this.history.rate("opened")), "dials/s", ""],
    ];
  }

  async fetchDetail() {
    const path = `${source}/${encodeURIComponent(this.name)}`;
    const open = [...this.table.views.values()].filter((view) => view.isOpen);
    await Promise.all([...open.map((view) => this.explain(view, path)), this.fetchSettings(path)]);
  }

  async explain(view, path) {
    const pool = await ask(`${path}?route=${encodeURIComponent(view.name)}`).catch(() => null);
    const route = pool?.routes?.find((one) => one.target === view.name);
    if (route) view.explain(route);
  }

  async fetchSettings(path) {
    const pool = this.sheet.open ? await ask(`${path}?routes=1`).catch(() => null) : null;
    if (pool?.settings) replaceIfChanged(this.settings, pool.settings, (settings) => [settingsTable(settings)]);
  }
}
