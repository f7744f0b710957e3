// A minute in the life of a shop, shown at once: the page believes that a second has passed with each step.
(() => {
  const wave = (second, length, shift) => Math.sin((second / length + shift) * 2 * Math.PI);
  const plans = [
    { target: "https://prices:8443", limit: 20, use: (s) => 11 + 4 * wave(s, 21, 0) + 2 * wave(s, 5, 0.3), queue: () => 0, rate: 310 },
    { target: "https://recommendations:8443", limit: 6, use: (s) => (s < 18 ? 3 + 2 * wave(s, 9, 0) : 6),
      queue: (s) => (s < 20 ? 0 : 3.5 + 2.5 * wave(s, 17, 0) + wave(s, 4, 0)), rate: 34 },
    { target: "https://stock:8443", limit: 20, use: (s) => 4 + 2 * wave(s, 13, 0.5) + wave(s, 3, 0), queue: () => 0, rate: 96, churns: true },
  ];
  const findings = [
    { severity: "WARN", route: plans[1].target, what: "The pool is too small for this route, so that callers wait for connections.",
      evidence: "30/s requests, each holding a connection for 198 ms on average (half up to 190 ms, 99 % up to 251 ms), limit 6; 1204 of 1262 callers waited.",
      advice: "If the server can take it, raise route[http://recs:8080].maxConnections to 13. If it has become slower than it was, look there first." },
    { severity: "WARN", route: plans[2].target, what: "29 % of the closed connections were used once: the server sends Connection: close after 3 requests.",
      evidence: "", advice: "" },
    { severity: "INFO", what: "timeouts.read is off.", evidence: "", advice: "" },
  ];
  const sum = (levels, name) => levels.reduce((all, level) => all + level[name], 0);

  function route(plan, second) {
    const leased = Math.max(0, Math.min(plan.limit, Math.round(plan.use(second))));
    const served = plan.rate * (second + 600);
    const dialled = plan.churns ? Math.round(served * 0.28) : plan.limit;
    const level = { limit: plan.limit, leased, idle: Math.min(plan.limit - leased, 3), dialing: plan.churns ? 1 : 0, pending: Math.round(plan.queue(second)) };
    const open = leased + level.idle;
    const closed = dialled - open;
    const counts = { opened: dialled, closed, closedBy: plan.churns ? { SERVER_CLOSE_HEADER: closed - 40, STALE: 40 } : {},
      leases: { REUSED: served - dialled, DIALED: dialled } };
    return { target: plan.target, level, counts };
  }

  function pool(second) {
    const routes = plans.map((plan) => route(plan, second));
    const levels = routes.map((one) => one.level);
    const counts = { opened: 0, closed: 0, closedBy: {}, leases: { REUSED: 0, DIALED: 0 } };
    for (const one of routes) {
      counts.opened += one.counts.opened;
      counts.closed += one.counts.closed;
      for (const name of ["REUSED", "DIALED"]) counts.leases[name] += one.counts.leases[name];
    }
    const level = { limit: 60, leased: sum(levels, "leased"), idle: sum(levels, "idle"), dialing: sum(levels, "dialing"), pending: sum(levels, "pending") };
    return { name: "default", protocol: "HTTP_1_1", level, counts, routes, moreRoutes: 0, findings };
  }

  isPaused = true;
  for (let second = 0; second <= 60; second++) {
    performance.now = () => second * 1000;
    show([pool(second)]);
  }
  state("live", "live 14:03:22");
  document.querySelector(".findings details").open = true;
})();
