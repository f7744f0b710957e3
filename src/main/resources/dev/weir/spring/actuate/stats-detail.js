// What a route shows when it is opened, and the settings of a pool.

let ids = 0;

// A heading, and a table that is called by it.
function titled(kind, heading, ...content) {
  const id = `title-${++ids}`;
  content.forEach((node) => {
    const table = node.matches("table") ? node : node.querySelector("table");
    table?.setAttribute("aria-labelledby", id);
  });
  return make(kind, {}, make("h3", { id }, heading), ...content);
}

function table(kind, heads, rows) {
  const head = make("tr", {}, ...heads.map(([text, type]) => make(type ? "th." + type : "th", { scope: "col" }, text)));
  return make(kind, {}, make("thead", {}, head), make("tbody", {}, ...rows));
}

function scrolling(label, content) {
  return make("div.scroll", { tabindex: "0", role: "region", "aria-label": label }, content);
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
  return titled("section", heading,
    rows.length ? make("table", {}, make("tbody", {}, ...rows)) : make("p.quiet", {}, "none so far"));
}

function holderTable(route) {
  const rows = (route.holders || []).map((one) => make(one.suspected ? "tr.suspected" : "tr", {},
    make("td.number.held", {}, time(one.heldMillis)),
    make("th", { scope: "row" }, one.request || "nothing sent"),
    make("td", {}, one.suspected ? badge({ word: "leak suspected", tone: "leak" }) : ""),
    make("td", {}, one.thread), make("td", {}, one.connection), make("td", {}, one.place || "not recorded")));
  const heads = [["Held for", "number"], ["Request"], ["Mark"], ["Thread"], ["Connection"], ["Leased at"]];
  return titled("section.wide", "Holders of connections", rows.length
    ? scrolling("Holders of " + route.target, table("table.holders", heads, rows))
    : make("p.quiet", {}, "No caller at this moment."));
}

function connectionTable(route) {
  const heads = [["Connection"], ["Address"], ["State"], ["Age", "number"], ["Idle", "number"], ["Requests", "number"],
    ["Protocol"]];
  const rows = route.connections.map((one) => make("tr", {},
    make("th", { scope: "row" }, one.id), make("td", {}, one.remoteAddress || "closed"),
    make("td", {}, make("span.key." + (one.state === "IDLE" ? "idle" : "use")), one.state === "IDLE" ? "idle" : "in use"),
    make("td.number", {}, time(one.ageMillis)), make("td.number", {}, one.state === "IDLE" ? time(one.idleMillis) : ""),
    make("td.number", {}, count(one.uses)),
    make("td", {}, one.protocol + (one.tls ? ", " + one.tls : ""))));
  const more = route.moreConnections ? [make("p.quiet", {}, `and ${count(route.moreConnections)} more`)] : [];
  return titled("section.wide", "Open connections", rows.length
    ? scrolling("Connections of " + route.target, table("table.connections", heads, rows))
    : make("p.quiet", {}, "none open"), ...more);
}

function leakText({ leaked, takenBack }) {
  return [leaked ? `${amount(leaked, "connection")} not given back` : "",
    takenBack ? `${amount(takenBack, "connection")} taken back after the response was garbage collected` : ""]
    .filter(Boolean).join(", ");
}

// The endpoint leaves out what is not known.
function known(value, sentence) {
  return value === undefined || value === null ? [] : [sentence(value)];
}

// What the row has no room for.
function sentences(route) {
  const { recent, counts } = route;
  const failed = Object.entries(recent.failures).map(([kind, { count: times, lastMillis }]) =>
    `${count(times)} × ${FAILURES[kind] || kind}, the last one ${time(lastMillis)} ago.`);
  return [
    `In the last ${time(recent.spanMillis)}: ${amount(recent.callers, "caller")}; at most ${recent.mostInUse} in use; held for ${
      short(recent.heldMeanMillis)} on average; 99 % ${recent.queueP99Millis ? `waited ${short(recent.queueP99Millis)} or less` : "did not wait"}.`,
    ...failed,
    ...(leakText(recent) ? [`Leaks: ${leakText(recent)}.`] : []),
    ...known(route.learnedKeepAliveMillis, (idle) => `Learned: the server closes connections that idle for ${time(idle)}.`),
    ...known(route.learnedMaxRequests, (most) => `Learned: the server ends a connection after ${count(most)} requests.`),
    `${count(counts.opened)} opened − ${count(counts.closed)} closed = ${count(counts.opened - counts.closed)} open`,
  ];
}

function findingTexts(findings) {
  return findings.map((one) => make(one.severity === "WARN" ? "li.warn" : "li", {},
    make("b", {}, one.what), make("p.quiet", {}, one.evidence), make("p", {}, one.advice)));
}

function routeDetail({ route, findings }) {
  const about = findings.length
    ? [titled("section.wide", "Findings", make("ul.findings", {}, ...findingTexts(findings)))] : [];
  return [
    make("p.target.wide", {}, route.target),
    ...about,
    holderTable(route),
    titled("section.wide", "In short", make("ul.short", {}, ...sentences(route).map((text) => make("li", {}, text)))),
    tallies("How calls got a connection", route.counts.leases, OUTCOMES),
    tallies("Why connections closed", route.counts.closedBy, CAUSES),
    connectionTable(route),
    ...(route.settings?.length ? [titled("section.wide", "Settings of this route",
      scrolling("Settings of " + route.target, settingsTable(route.settings)))] : []),
  ];
}

function settingsTable(settings) {
  const rows = settings.map((one) => make(one.origin === "default" ? "tr" : "tr.own", {},
    make("th", { scope: "row" }, one.name), make("td", {}, one.value),
    make("td", {}, one.origin, ...known(one.configured, (value) => `, configured: ${value}`),
      ...known(one.place, (place) => make("span.place", {}, ` ${place}`)))));
  return table("table.settings", [["Setting"], ["Value"], ["From"]], rows);
}
