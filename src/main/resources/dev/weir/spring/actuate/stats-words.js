"use strict";
// What figures are called, and how they are written. Nothing here touches the page.

const OUTCOMES = {
  REUSED: "reused at once",
  REUSED_AFTER_WAIT: "reused after a wait",
  DIALED: "dialed",
  DIALED_AFTER_WAIT: "dialed after a wait",
  TIMED_OUT: "gave up waiting",
  REJECTED: "refused at once",
  CANCELLED: "canceled",
  DIAL_FAILED: "dial failed",
};

const CAUSES = {
  IDLE: "idle for too long",
  KEEP_ALIVE_EXPIRED: "keep-alive time over",
  MAX_LIFETIME: "reached its lifetime",
  MAX_REQUESTS: "served its requests",
  SERVER_CLOSE_HEADER: "server said: close",
  SERVER_CLOSED_IDLE: "server closed it idle",
  STALE: "found dead before reuse",
  RESET: "reset by the server",
  BODY_NOT_CONSUMED: "body left unread",
  PROTOCOL_ERROR: "broke the protocol",
  UNSOLICITED_BYTES: "sent unsolicited bytes",
  PRIVATE: "belonged to one user",
  TOTAL_TIMEOUT: "call ran out of time",
  CANCELLED: "call canceled",
  SURPLUS_IDLE: "more idle than needed",
  EVICTED_FOR_ROUTE: "made room for a waiter",
  DNS_CHANGED: "address left DNS",
  TLS_CHANGED: "TLS settings changed",
  RECONFIGURED: "configuration changed",
  DRAINED: "drained by hand",
  LEAKED: "never given back",
  ERROR: "failed",
  SHUTDOWN: "pool closed",
};

const FAILURES = {
  DIAL_FAILED: "no connection could be established",
  EXHAUSTED: "no connection became free",
  EXCHANGE_FAILED: "the exchange ended its connection",
};

const PROTOCOLS = { HTTP_1_1: "HTTP/1.1", HTTP_2: "HTTP/2", NEGOTIATE: "HTTP/2 or HTTP/1.1" };

const REUSES = ["REUSED", "REUSED_AFTER_WAIT"];
const SERVED = [...REUSES, "DIALED", "DIALED_AFTER_WAIT"];
const UNSERVED = ["TIMED_OUT", "REJECTED", "DIAL_FAILED"];
const BROKEN = ["RESET", "ERROR", "PROTOCOL_ERROR", "TOTAL_TIMEOUT"];
const KINDS = {
  DIAL_FAILED: (view) => total(view.counts.leases, ["DIAL_FAILED"]),
  EXHAUSTED: (view) => total(view.counts.leases, ["TIMED_OUT", "REJECTED"]),
  EXCHANGE_FAILED: (view) => total(view.counts.closedBy, BROKEN),
};

const whole = new Intl.NumberFormat("en");

function word(table, name) {
  return table[name] || name.toLowerCase().replaceAll("_", " ");
}

function total(counts, names) {
  return names.reduce((sum, name) => sum + (counts[name] || 0), 0);
}

function count(number) {
  return whole.format(number);
}

function amount(number, one, many = one + "s") {
  return `${count(number)} ${number === 1 ? one : many}`;
}

function rate(perSecond) {
  if (perSecond === undefined) return "–";
  if (perSecond === 0) return "0";
  return perSecond < 10 ? perSecond.toFixed(1) : count(Math.round(perSecond));
}

// Never 100 % while something was dialed: the difference between all and nearly all matters.
function percent(part, of) {
  if (!of) return "–";
  const share = Math.floor((part / of) * 1000) / 10;
  return share === 100 || share === 0 ? `${share} %` : `${share.toFixed(1)} %`;
}

function time(millis) {
  const seconds = millis / 1000;
  if (seconds < 1) return `${Math.round(millis)} ms`;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

// Fits a narrow column: at most seven letters.
function short(millis, none = "0 ms") {
  if (millis === 0) return none;
  if (millis < 1) return millis < 0.05 ? "<0.1 ms" : `${millis.toFixed(1)} ms`;
  if (millis < 1_000) return `${Math.round(millis)} ms`;
  const seconds = millis / 1_000;
  if (seconds < 100) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  const minutes = seconds / 60;
  return minutes < 100 ? `${Math.round(minutes)} min` : `${Math.round(minutes / 60)} h`;
}

function clock(date) {
  return date.toLocaleTimeString("en-GB");
}

// Streams share connections, so that what counts against the limit is what is open and not idle.
function levelOf(view, shares) {
  const { limit, idle, dialing, pending, leased, inFlight, maxInFlight } = view.level;
  const open = view.counts.opened - view.counts.closed;
  const inUse = shares ? Math.max(0, open - idle) : leased;
  return { limit, idle, dialing, pending, inUse, streams: leased, inFlight, maxInFlight };
}

// Where nothing limits them and no connection is shared, they are the connections in use.
function exchangesOf(level, shares) {
  const { inFlight, maxInFlight, streams } = level;
  const isFull = maxInFlight && inFlight >= maxInFlight;
  if (maxInFlight) return [[`${count(inFlight)} of ${count(maxInFlight)}`, "exchanges", isFull ? "high" : ""]];
  return shares ? [[count(streams), "exchanges", ""]] : [];
}

function levelText(level) {
  const waiting = level.pending ? `; ${amount(level.pending, "caller")} waiting` : "";
  const exchanges = level.maxInFlight ? `; ${level.inFlight} of ${level.maxInFlight} exchanges under way` : "";
  return `${level.inUse} in use, ${level.idle} idle, ${level.dialing} dialing of ${level.limit}${exchanges}${waiting}`;
}

// The samples of the last minute, as figures of one time span.
class History {
  constructor() {
    this.samples = [];
  }

  add(now, view, inUse) {
    const leases = view.counts.leases;
    const sample = {
      at: now,
      inUse,
      pending: view.level.pending,
      served: total(leases, SERVED),
      reused: total(leases, REUSES),
      callers: total(leases, [...SERVED, ...UNSERVED]),
      ...Object.fromEntries(Object.entries(KINDS).map(([kind, countOf]) => [kind, countOf(view)])),
      opened: view.counts.opened,
    };
    const last = this.samples.at(-1);
    if (last && (sample.served < last.served || sample.opened < last.opened)) this.samples = [];
    this.samples.push(sample);
    while (this.samples.length > 2 && now - this.samples[0].at > 60_000) this.samples.shift();
  }

  change(name, since = 60_000) {
    const last = this.samples.at(-1);
    const lately = this.samples.filter((sample) => last.at - sample.at <= since);
    // Browsers let a tab in the background look once a minute or less.
    const first = lately.length > 1 ? lately[0] : this.samples.at(-2) || last;
    return { by: last[name] - first[name], seconds: (last.at - first.at) / 1000 };
  }

  rate(name) {
    const { by, seconds } = this.change(name, 5_500);
    return seconds ? by / seconds : undefined;
  }

  get seconds() {
    return (this.samples.at(-1).at - this.samples[0].at) / 1000;
  }

  reuse() {
    const recent = { part: this.change("reused").by, of: this.change("served").by };
    const last = this.samples.at(-1);
    return recent.of ? recent : { part: last.reused, of: last.served };
  }
}
