// Asks for the figures each second, and puts them on the page.

const EVERY = 1_000;
const OLD = 5_000;
const source = document.body.dataset.source;
const find = (id) => document.getElementById(id);
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

// One of the pools in the strip that stays on the screen.
class Chip {
  constructor(view) {
    this.view = view;
    this.bar = new Bar("span.bar");
    this.bar.node.setAttribute("aria-hidden", "true");
    this.mark = make("span.state");
    this.link = make("a.chip", { href: `#${view.id}` }, make("span.name", {}, view.name), this.mark, this.bar.node);
    this.nodes = [make("li", {}, this.link)];
  }

  update(pool) {
    const { state, table } = this.view;
    this.bar.update(levelOf(pool, pool.protocol !== "HTTP_1_1"));
    this.link.dataset.tone = state.tone;
    const more = table.troubles.length - 1;
    replaceIfChanged(this.mark, [state.key, more], () => [shape(state.tone),
      make("span.word", {}, more > 0 ? `${state.word} +${more}` : state.word)]);
  }
}

const chips = new Map();

function showStrip(pools) {
  const strip = find("strip");
  strip.hidden = !pools.length;
  keep(find("chips"), chips, pools, (pool) => pool.name, (pool) => new Chip(views.get(pool.name)));
  pools.forEach((pool) => chips.get(pool.name).update(pool));
  // What the keyboard goes to is not hidden behind the strip.
  document.documentElement.style.scrollPaddingTop = `${strip.offsetHeight + 12}px`;
}

// A tab in the background says by its title and its icon that something is wrong.
const title = document.title;
function signal(tone, troubles) {
  const text = troubles ? `(${troubles}!) ${title}` : title;
  if (document.title !== text) document.title = text;
  const href = icon(tone);
  if (find("icon").getAttribute("href") !== href) find("icon").setAttribute("href", href);
}

function filter() {
  const words = find("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  const all = [...views.values()];
  const found = all.map((view) => {
    const count = view.table.filter(words);
    view.nodes[0].classList.toggle("away", words.length > 0 && count === 0);
    return count;
  }).reduce((sum, each) => sum + each, 0);
  const routes = all.reduce((sum, view) => sum + view.table.views.size, 0);
  write(find("found"), words.length ? `${count(found)} of ${amount(routes, "route")}` : "");
}

function show({ pools, unused, bypasses }) {
  const now = performance.now();
  const main = find("pools");
  match(views, pools, (pool) => pool.name, (pool) => new PoolView(pool));
  pools.forEach((pool) => views.get(pool.name).update(pool, now));
  const sorted = [...views.values()].sort(worstFirst);
  arrange(main, sorted.flatMap((view) => view.nodes));
  showStrip(sorted.map((view) => pools.find((pool) => pool.name === view.name)));
  filter();
  main.classList.toggle("empty", !pools.length);
  showOthers(unused || [], bypasses || []);
  const judged = sorted.map((view) => ({ name: view.name, state: view.state, troubled: view.table.troubles }));
  signal(sorted.length ? sorted[0].state.tone : "ok", judged.reduce((sum, one) =>
    sum + (one.troubled.length || Number(one.state !== HEALTHY)), 0));
  const text = situation(judged);
  if (text !== announced) write(find("announcement"), text);
  announced = text;
}

// What is known of the application besides its pools.
function showOthers(unused, bypasses) {
  const texts = [...unused.map((name) => `Pool ${name} is configured, and not used yet.`), ...bypasses];
  find("others").hidden = !texts.length;
  replaceIfChanged(find("others-list"), texts, () => texts.map((text) => make("li", {}, text)));
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
  state("failing", lastAnswer ? `no response since ${clock(lastAnswer)}` : "no response");
  const old = lastAnswer ? ` What you see is from ${clock(lastAnswer)}.` : "";
  signal("off", 0);
  trouble(`No figures from the endpoint httppools: ${reasonOf(error)}.${old} Trying again.`);
}

async function look() {
  try {
    const answer = await ask(source);
    if (isPaused) return;
    lastAnswer = new Date();
    trouble("");
    state("live", `live ${clock(lastAnswer)}`);
    show(answer);
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

find("filter").addEventListener("input", filter);

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
