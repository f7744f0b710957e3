// Which routes and pools are in trouble, and by what. Nothing here touches the page.

// A sign of trouble holds for so long after it was last seen, so that rows, title and announcements do not flicker.
const HOLD = 10_000;
const LATELY = 60_000;
const ENOUGH_SECONDS = 10;
const ONE_IN = 100;

// The worst first; the word and the icon say what the color says.
const STATES = [
  { key: "dials", word: "dials failing", tone: "bad", applies: (one) => fails(one, "DIAL_FAILED") },
  { key: "exhausted", word: "exhausted", tone: "bad", applies: (one) => fails(one, "EXHAUSTED") },
  { key: "leaking", word: "leaking", tone: "leak", applies: ({ route }) => route.recent.leaked + route.recent.takenBack > 0 },
  { key: "errors", word: "errors", tone: "bad", applies: (one) => fails(one, "EXCHANGE_FAILED") },
  { key: "waiting", word: "waiting", tone: "wait", applies: ({ route }) => route.level.pending > 0 },
  { key: "warning", word: "warning", tone: "wait", applies: ({ warnings }) => warnings > 0 },
];
const DRAINING = { key: "draining", word: "draining", tone: "off" };
const HEALTHY = { key: "healthy", word: "healthy", tone: "ok" };

// At least one in a hundred callers, and within the last minute; what happened before the page was opened counts at first.
function fails({ route, history }, kind) {
  const lately = route.recent.failures[kind];
  if (!lately || lately.lastMillis > LATELY) return false;
  const isKnown = history.seconds >= ENOUGH_SECONDS;
  const failed = isKnown ? history.change(kind).by : lately.count;
  const callers = isKnown ? history.change("callers").by : route.recent.callers;
  return failed > 0 && failed * ONE_IN >= callers;
}

function failuresOf(route) {
  return Object.values(route.recent.failures).reduce((sum, each) => sum + each.count, 0);
}

// Remembers when it last saw each sign of trouble.
class Judge {
  constructor() {
    this.seen = new Map();
  }

  look(one, now) {
    STATES.filter((state) => state.applies(one)).forEach((state) => this.seen.set(state, now));
    const states = STATES.filter((state) => this.seen.has(state) && now - this.seen.get(state) < HOLD);
    // A finding about what is marked already says nothing more.
    return states.length > 1 ? states.filter((state) => state.key !== "warning") : states;
  }
}

function rankOf(states) {
  return states.length ? STATES.indexOf(states[0]) : STATES.length;
}

function worstFirst(one, other) {
  return one.rank - other.rank || (one.name < other.name ? -1 : 1);
}

// What a pool is in by its own findings and the states of its routes.
function stateOfPool(pool, states) {
  if (!pool.open) return DRAINING;
  const worst = Math.min(STATES.length, ...states.map(rankOf));
  if (worst < STATES.length) return STATES[worst];
  return pool.findings.some((finding) => finding.severity === "WARN") ? STATES.at(-1) : HEALTHY;
}

// A sentence for a screen reader; it changes only when the situation does.
function situation(judged) {
  if (!judged.length) return "No pool yet.";
  const troubled = judged.flatMap(({ name, state, troubled: routes }) =>
    routes.length ? routes : state === HEALTHY ? [] : [{ name: `pool ${name}`, states: [state] }]);
  const pools = amount(judged.length, "pool");
  if (!troubled.length) return `${pools}. No trouble.`;
  const named = troubled.slice(0, 3).map((one) => `${one.name}: ${one.states[0].word}`).join(", ");
  const more = troubled.length > 3 ? ` and ${troubled.length - 3} more` : "";
  return `${pools}. In trouble: ${named}${more}.`;
}
