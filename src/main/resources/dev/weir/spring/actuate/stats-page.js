// Asks for the figures each second, and puts them on the page.

const EVERY = 1_000;
const OLD = 5_000;
const source = document.body.dataset.source;
const find = (id) => document.getElementById(id);
let ids = 0;

class RouteView {
  constructor(route, changed) {
    const id = `route-${++ids}`;
    this.history = new History();
    this.bar = new Bar("div.bar");
    this.chart = new Chart("div.chart");
    this.toggle = make("button.target", { type: "button", "aria-expanded": "false", "aria-controls": id }, route.target);
    this.toggle.addEventListener("click", () => this.open(!this.isOpen, changed));
    this.figures = ["In use", "Idle", "Dialling", "Waiting", "Limit", "Requests/s", "Reused"]
      .map((label) => make("td.number", { "data-label": label, role: "cell" }));
    const row = make("tr.route", { role: "row" }, make("th", { scope: "row", role: "rowheader" }, this.toggle),
      make("td.level", { role: "cell" }, this.bar.node), ...this.figures,
      make("td.minute", { role: "cell" }, this.chart.node));
    this.content = make("div.detail", {}, make("p.quiet", {}, "one moment"));
    this.detail = make("tr.details", { id, role: "row" }, make("td", { colspan: "10", role: "cell" }, this.content));
    this.detail.hidden = true;
    this.nodes = [row, this.detail];
  }

  get isOpen() {
    return !this.detail.hidden;
  }

  open(isOpen, changed) {
    this.detail.hidden = !isOpen;
    this.toggle.setAttribute("aria-expanded", String(isOpen));
    changed();
  }

  update(route, now, shares) {
    const level = levelOf(route, shares);
    this.history.add(now, route, level.inUse);
    this.bar.update(level);
    this.chart.update(this.history, level.limit);
    const { part, of } = this.history.reuse();
    const texts = [count(level.inUse), count(level.idle), count(level.dialing), count(level.pending),
      count(level.limit), rate(this.history.rate("served")), percent(part, of)];
    this.figures.forEach((figure, index) => write(figure, texts[index]));
    this.figures[0].classList.toggle("full", level.inUse + level.idle + level.dialing >= level.limit);
    this.figures[3].classList.toggle("high", level.pending > 0);
    [1, 2, 3].forEach((index) => this.figures[index].classList.toggle("zero", texts[index] === "0"));
  }

  explain(route) {
    if (this.isOpen) replaceIfChanged(this.content, route, routeDetail);
  }
}

class PoolView {
  constructor(pool) {
    this.routes = new Map();
    this.history = new History();
    this.bar = new Bar("div.bar.large");
    this.chart = new Chart("div.chart.large");
    this.facts = make("ul.facts");
    this.warnings = new FindingList(`Warnings about ${pool.name}`);
    this.notes = new FindingList(`Notes about ${pool.name}`);
    this.noted = make("details.notes", {}, make("summary"), this.notes.node);
    this.rows = make("tbody", { role: "rowgroup" });
    this.more = make("p.quiet");
    this.settings = make("div.scroll", { tabindex: "0", role: "region", "aria-label": `Settings of ${pool.name}` });
    this.sheet = make("details", {}, make("summary", {}, "Settings, and where each comes from"), this.settings);
    this.sheet.addEventListener("toggle", () => this.fetchDetail());
    const heads = [["Route"], ["Level"], ["In use", "number"], ["Idle", "number"], ["Dialling", "number"],
      ["Waiting", "number"], ["Limit", "number"], ["Requests/s", "number"], ["Reused", "number"], ["Last minute"]]
      .map(([text, kind]) => make(kind ? "th." + kind : "th", { scope: "col", role: "columnheader" }, text));
    const id = `pool-${++ids}`;
    this.nodes = [make("section.pool", { "aria-labelledby": id },
      make("div.title", {}, make("h2", { id }, pool.name), make("span.protocol", {}, word(PROTOCOLS, pool.protocol))),
      make("div.overview", {}, make("div", {}, this.bar.node, this.facts), this.chart.node),
      this.warnings.node,
      make("table.routes", { role: "table", "aria-label": `Routes of ${pool.name}` },
        make("thead", { role: "rowgroup" }, make("tr", { role: "row" }, ...heads)), this.rows),
      this.more, this.noted, this.sheet)];
  }

  update(pool, now) {
    this.name = pool.name;
    const shares = pool.protocol !== "HTTP_1_1";
    const level = levelOf(pool, shares);
    this.history.add(now, pool, level.inUse);
    this.bar.update(level);
    this.chart.update(this.history, level.limit);
    replaceIfChanged(this.facts, this.factsOf(level, shares), (facts) =>
      facts.map(([figure, label, kind]) => make(kind ? "li." + kind : "li", {}, make("b", {}, figure), " " + label)));
    this.warnings.update(pool.findings.filter((finding) => finding.severity === "WARN"));
    const notes = pool.findings.filter((finding) => finding.severity !== "WARN");
    this.notes.update(notes);
    this.noted.hidden = !notes.length;
    write(this.noted.firstChild, amount(notes.length, "note"));
    keep(this.rows, this.routes, pool.routes, (route) => route.target,
      (route) => new RouteView(route, () => this.fetchDetail()));
    pool.routes.forEach((route) => this.routes.get(route.target).update(route, now, shares));
    write(this.more, pool.moreRoutes ? `and ${amount(pool.moreRoutes, "route")} with less to do` : "");
  }

  factsOf(level, shares) {
    const { part, of } = this.history.reuse();
    const failed = this.history.change("failed").by;
    return [
      [count(level.inUse), "in use", ""],
      ...(shares ? [[count(level.streams), "exchanges", ""]] : []),
      [count(level.idle), "idle", ""],
      [count(level.dialing), "dialling", ""],
      [count(level.pending), "waiting", level.pending ? "high" : ""],
      [count(level.limit), "at most", ""],
      [rate(this.history.rate("served")), "requests/s", ""],
      [percent(part, of), "reused", ""],
      [rate(this.history.rate("opened")), "dials/s", ""],
      ...(failed ? [[count(failed), "without a connection, last minute", "high"]] : []),
    ];
  }

  get wantsDetail() {
    return this.sheet.open || [...this.routes.values()].some((route) => route.isOpen);
  }

  async fetchDetail() {
    if (!this.wantsDetail) return;
    const pool = await ask(`${source}/${encodeURIComponent(this.name)}`).catch(() => null);
    if (!pool) return;
    pool.routes.forEach((route) => this.routes.get(route.target)?.explain(route));
    if (this.sheet.open) replaceIfChanged(this.settings, pool.settings, (settings) => [settingsTable(settings)]);
  }
}

// What has not changed stays, with its selection and its focus.
const shown = new WeakMap();
function replaceIfChanged(node, data, build) {
  const text = JSON.stringify(data);
  if (shown.get(node) === text) return;
  shown.set(node, text);
  const scroll = node.querySelector(".scroll");
  const focused = Boolean(scroll) && scroll === document.activeElement;
  const left = scroll ? scroll.scrollLeft : 0;
  node.replaceChildren(...build(data));
  const next = node.querySelector(".scroll");
  if (next) next.scrollLeft = left;
  if (next && focused) next.focus({ preventScroll: true });
}

async function ask(path) {
  const response = await fetch(path, { headers: { Accept: "application/json" }, cache: "no-store",
    signal: AbortSignal.timeout(OLD) });
  if (!response.ok) throw new Error(`it answered ${response.status}`);
  return response.json();
}

const views = new Map();
let lastAnswer = null;
let isPaused = false;
let announced = "";

function show(pools) {
  const now = performance.now();
  const main = find("pools");
  keep(main, views, pools, (pool) => pool.name, (pool) => new PoolView(pool));
  pools.forEach((pool) => views.get(pool.name).update(pool, now));
  main.classList.toggle("empty", !pools.length);
  const text = situation(pools);
  if (text !== announced) write(find("announcement"), text);
  announced = text;
}

function state(kind, text) {
  find("state").className = `state ${kind}`;
  write(find("state-text"), text);
}

function trouble(text) {
  find("trouble").hidden = !text;
  write(find("trouble"), text);
  find("pools").classList.toggle("old", Boolean(text));
}

function reasonOf(error) {
  if (error.name === "TimeoutError") return "it did not answer in time";
  return error instanceof TypeError ? "it cannot be reached" : error.message;
}

function tell(error) {
  state("failing", lastAnswer ? `no answer since ${clock(lastAnswer)}` : "no answer");
  const old = lastAnswer ? ` What you see is from ${clock(lastAnswer)}.` : "";
  trouble(`No figures from the endpoint httppools: ${reasonOf(error)}.${old} Trying again.`);
}

async function look() {
  try {
    const { pools } = await ask(source);
    if (isPaused) return;
    lastAnswer = new Date();
    trouble("");
    state("live", `live ${clock(lastAnswer)}`);
    show(pools);
    await Promise.all([...views.values()].map((view) => view.fetchDetail()));
  } catch (error) {
    if (!isPaused) tell(error);
  } finally {
    find("pools").setAttribute("aria-busy", "false");
  }
}

async function watch() {
  if (!isPaused) await look();
  setTimeout(watch, EVERY);
}

find("pause").addEventListener("click", (event) => {
  isPaused = !isPaused;
  event.currentTarget.setAttribute("aria-pressed", String(isPaused));
  if (isPaused) state("paused", lastAnswer ? `paused at ${clock(lastAnswer)}` : "paused");
});

if (source) {
  watch();
} else {
  state("failing", "no endpoint");
  trouble("The endpoint httppools is not exposed: add it to management.endpoints.web.exposure.include.");
}
