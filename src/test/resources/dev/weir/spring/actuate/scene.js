// A minute in the life of a shop, shown at once: the page believes that a second has passed with each step.
function playMinute(pools, name) {
  isPaused = true;
  for (let second = 0; second <= 60; second++) {
    performance.now = () => second * 1000;
    show({ pools: pools(second) });
  }
  state("live", "live 14:03:22");
}

const scene = (() => {
  const wave = (second, length, shift) => Math.sin((second / length + shift) * 2 * Math.PI);
  const sum = (all, valueOf) => all.reduce((total, one) => total + valueOf(one), 0);
  const add = (all) => all.reduce((sums, counts) => {
    Object.entries(counts).forEach(([name, count]) => { sums[name] = (sums[name] || 0) + count; });
    return sums;
  }, {});

  function route(plan, second) {
    const { limit = 20, rate = 100, failures = {}, held = 12, p99 = 0, closedBy = {} } = plan;
    const leased = Math.max(0, Math.min(limit, Math.round(plan.use(second))));
    const served = rate * (second + 600);
    const idle = plan.down ? 0 : Math.min(limit - leased, 3);
    const lost = Object.fromEntries(Object.entries(failures).map(([kind, perSecond]) => [kind, Math.round(perSecond * (second + 300))]));
    const dialed = (plan.churns ? Math.round(served * 0.28) : limit) + sum(Object.values(closedBy), (each) => each);
    const open = plan.down ? 0 : leased + idle;
    const leases = { REUSED: served - dialed, DIALED: dialed };
    if (lost.DIAL_FAILED) leases.DIAL_FAILED = lost.DIAL_FAILED;
    if (lost.EXHAUSTED) leases.TIMED_OUT = lost.EXHAUSTED;
    return {
      target: plan.target,
      level: { limit, leased, idle, dialing: plan.dialing || 0, pending: Math.round(plan.queue ? plan.queue(second) : 0) },
      counts: { opened: dialed, closed: dialed - open, closedBy: { ...(plan.churns ? { SERVER_CLOSE_HEADER: dialed - open } : { IDLE: dialed - open }),
        ...(lost.EXCHANGE_FAILED ? { RESET: lost.EXCHANGE_FAILED } : {}) }, leases },
      recent: { spanMillis: 420000, callers: rate * 420, failures: Object.fromEntries(Object.entries(lost).map(([kind, count]) =>
        [kind, { count, lastMillis: 900 }])), queueP99Millis: p99, heldMeanMillis: held, mostInUse: plan.most || leased + 1,
        leaked: plan.leaked || 0, takenBack: 0 },
    };
  }

  function pool(name, plans, limit, findings, second) {
    const routes = plans.map((plan) => route(plan, second));
    const counts = routes.map((one) => one.counts);
    const level = (key) => sum(routes, (one) => one.level[key]);
    return { name, protocol: "HTTP_1_1", open: true,
      level: { limit, leased: level("leased"), idle: level("idle"), dialing: level("dialing"), pending: level("pending") },
      counts: { opened: sum(counts, (one) => one.opened), closed: sum(counts, (one) => one.closed),
        closedBy: add(counts.map((one) => one.closedBy)), leases: add(counts.map((one) => one.leases)) },
      routes, moreRoutes: 0, findings: findings.filter((one) => !one.route || plans.some((plan) => plan.target === one.route)) };
  }

  const recommendations = { target: "https://recommendations:8443", limit: 6, most: 6, rate: 34, held: 198, p99: 832,
    use: (s) => (s < 18 ? 3 + 2 * wave(s, 9, 0) : 6), queue: (s) => (s < 20 ? 0 : 3.5 + 2.5 * wave(s, 17, 0) + wave(s, 4, 0)) };
  const archive = { target: "https://archive:8443", limit: 20, rate: 3, held: 41, leaked: 4, use: () => 5, most: 6 };
  const mail = { target: "http://mail-relay:8025", limit: 20, rate: 9, held: 0, p99: 1000, failures: { DIAL_FAILED: 2.4 }, down: true, dialing: 1,
    use: () => 0, queue: (s) => 2 + wave(s, 7, 0), most: 3 };
  const stock = { target: "https://stock:8443", churns: true, rate: 96, held: 8.2, use: (s) => 4 + 2 * wave(s, 13, 0.5) + wave(s, 3, 0), most: 11 };
  const prices = { target: "https://prices:8443", rate: 310, held: 34, use: (s) => 11 + 4 * wave(s, 21, 0) + 2 * wave(s, 5, 0.3), most: 18 };
  const names = ["accounts", "addresses", "audit", "baskets", "billing", "campaigns", "catalog", "checkout", "consent", "coupons", "currency",
    "customers", "delivery", "discounts", "fraud", "geo", "gifts", "images", "inventory", "invoices", "labels", "ledger", "loyalty", "media",
    "newsletter", "orders", "packing", "partners", "payments", "points", "profiles", "promotions", "returns", "reviews", "search"];
  const healthy = names.map((name, index) => ({ target: `https://${name}.shop.internal:8443`, rate: 3 + (index * 37) % 90, held: 4 + (index * 13) % 80,
    use: (s) => 2 + (index % 5) + wave(s, 7 + index, index / 9), most: 5 + (index % 6) }));
  const findings = [
    { severity: "WARN", route: mail.target, what: "Connections to this host cannot be established.",
      evidence: "1008 of 1016 dials failed in the last 7 minutes, most of them (1008) with REFUSED.", advice: "Check that the server runs and listens on this port." },
    { severity: "WARN", route: archive.target, what: "Connections are leaked: responses are not closed.",
      evidence: "4 connections were not given back; leased at shop.Archive.load(Archive.java:41) (4).",
      advice: "Use client.execute(request, handler), which closes responses, or try-with-resources around each." },
    { severity: "WARN", route: recommendations.target, what: "The pool is too small for this route, so that callers wait for connections.",
      evidence: "30/s requests, each holding a connection for 198 ms on average (half up to 190 ms, 99 % up to 251 ms), limit 6; 1204 of 1262 callers waited.",
      advice: "If the server can take it, raise route[https://recommendations:8443].maxConnections to 13. If it has become slower than it was, look there first." },
    { severity: "WARN", route: stock.target, what: "28 % of the closed connections were used once: the server sends Connection: close after 3 requests.",
      evidence: "", advice: "" },
    { severity: "INFO", what: "timeouts.read is off.", evidence: "", advice: "" },
  ];

  return {
    three: (second) => [pool("default", [prices, recommendations, stock], 60, findings, second)],
    forty: (second) => [
      pool("default", [...healthy, recommendations, archive, mail, stock, prices], 200, findings, second),
      pool("payments", [{ target: "https://psp.example:443", rate: 40, held: 210, use: (s) => 8 + 2 * wave(s, 11, 0), most: 13 }], 20, [], second),
      pool("search", [{ target: "https://search:9200", rate: 220, held: 18, use: (s) => 4 + wave(s, 11, 0), most: 9 }], 20, [], second),
    ],
  };
})();
