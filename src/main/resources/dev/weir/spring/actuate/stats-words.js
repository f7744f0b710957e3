"use strict";
// What figures are called, and how they are written. Nothing here touches the page.

const OUTCOMES = {
  REUSED: "reused at once",
  REUSED_AFTER_WAIT: "reused after a wait",
  DIALED: "dialled",
  DIALED_AFTER_WAIT: "dialled after a wait",
  TIMED_OUT: "gave up waiting",
  REJECTED: "refused at once",
  CANCELLED: "cancelled",
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
  UNSOLICITED_BYTES: "sent what nobody asked for",
  PRIVATE: "belonged to one user",
  TOTAL_TIMEOUT: "call ran out of time",
  CANCELLED: "call cancelled",
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

const PROTOCOLS = { HTTP_1_1: "HTTP/1.1", HTTP_2: "HTTP/2", NEGOTIATE: "HTTP/2 or HTTP/1.1" };

const REUSES = ["REUSED", "REUSED_AFTER_WAIT"];
const SERVED = [...REUSES, "DIALED", "DIALED_AFTER_WAIT"];
const FAILED = ["TIMED_OUT", "REJECTED", "DIAL_FAILED"];

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

// Never 100 % while something was dialled: the difference between all and nearly all matters.
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

function clock(date) {
  return date.toLocaleTimeString("en-GB");
}

// Streams share connections, so that what counts against the limit is what is open and not idle.
function levelOf(view, shares) {
  const { limit, idle, dialing, pending, leased } = view.level;
  const open = view.counts.opened - view.counts.closed;
  return { limit, idle, dialing, pending, inUse: shares ? Math.max(0, open - idle) : leased, streams: leased };
}

function levelText(level) {
  const waiting = level.pending ? `; ${amount(level.pending, "caller")} waiting` : "";
  return `${level.inUse} in use, ${level.idle} idle, ${level.dialing} dialling of ${level.limit}${waiting}`;
}

// One sentence for who does not see the bars; it changes only when the situation does.
function situation(pools) {
  if (!pools.length) return "No pool yet.";
  const waiting = pools.filter((pool) => pool.level.pending > 0).map((pool) => pool.name);
  const warnings = pools.flatMap((pool) => pool.findings).filter((finding) => finding.severity === "WARN").length;
  const queue = waiting.length ? `Callers are waiting in ${waiting.join(", ")}.` : "Nobody is waiting.";
  return `${amount(pools.length, "pool")}. ${queue} ${warnings ? amount(warnings, "warning") : "No warnings"}.`;
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
      failed: total(leases, FAILED),
      opened: view.counts.opened,
    };
    const last = this.samples.at(-1);
    if (last && (sample.served < last.served || sample.opened < last.opened)) this.samples = [];
    this.samples.push(sample);
    while (this.samples.length > 2 && now - this.samples[0].at > 60_000) this.samples.shift();
  }

  change(name, since = 60_000) {
    const last = this.samples.at(-1);
    const first = this.samples.find((sample) => last.at - sample.at <= since);
    return { by: last[name] - first[name], seconds: (last.at - first.at) / 1000 };
  }

  rate(name) {
    const { by, seconds } = this.change(name, 5_500);
    return seconds ? by / seconds : undefined;
  }

  reuse() {
    const recent = { part: this.change("reused").by, of: this.change("served").by };
    const last = this.samples.at(-1);
    return recent.of ? recent : { part: last.reused, of: last.served };
  }
}
