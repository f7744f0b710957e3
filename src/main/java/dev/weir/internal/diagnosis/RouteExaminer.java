package dev.weir.internal.diagnosis;

import dev.weir.diagnosis.Finding;
import dev.weir.diagnosis.Finding.Severity;
import dev.weir.event.CloseCause;
import dev.weir.event.DialOutcome;
import dev.weir.failure.Verdict;
import dev.weir.internal.traffic.Traffic;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks for what is wrong on a route: limits that do not fit its traffic, calls that fail, connections that close. What
 * callers were told that got no connection, a finding repeats. For one look.
 */
final class RouteExaminer {

    /** One case is no reason to change a pool. */
    static final long ENOUGH = 5;

    private static final long ENOUGH_FOR_CHURN = 20;
    private static final double DIALS_THAT_HURT = 0.2;

    // The caller that asked for it knows; the other causes have their own findings.
    private static final Set<CloseCause> NO_CHURN = EnumSet.of(
            CloseCause.SHUTDOWN,
            CloseCause.RECONFIGURED,
            CloseCause.TLS_CHANGED,
            CloseCause.DRAINED,
            CloseCause.DNS_CHANGED,
            CloseCause.EVICTED_FOR_ROUTE,
            CloseCause.BODY_NOT_CONSUMED,
            CloseCause.UNSOLICITED_BYTES,
            CloseCause.PRIVATE,
            CloseCause.TOTAL_TIMEOUT,
            CloseCause.LEAKED);
    private static final Set<CloseCause> OF_AGE =
            EnumSet.of(CloseCause.IDLE, CloseCause.KEEP_ALIVE_EXPIRED, CloseCause.MAX_LIFETIME);
    private static final Set<CloseCause> CUT_BY_THE_SERVER =
            EnumSet.of(CloseCause.SERVER_CLOSED_IDLE, CloseCause.STALE, CloseCause.KEEP_ALIVE_EXPIRED);

    // A limit is too large if the traffic of some time would do with a quarter of it.
    private static final int LARGE_FACTOR = 4;
    private static final int SMALL = 40;
    private static final long ENOUGH_LEASES = 1_000;
    private static final Duration ENOUGH_TIME = Duration.ofMinutes(5);

    // What a read timeout leaves above the slowest calls.
    private static final int ROOM = 3;
    private static final Duration LEAST_READ = Duration.ofMillis(100);

    private final PoolFigures pool;
    private final RouteFigures route;
    private final List<Finding> found;
    private final Traffic traffic;
    private final String lately;
    private final long leases;
    private final long dials;
    // The server closes each connection after its response, so that no time to idle would be short enough.
    private final boolean isClosedAtOnce;

    RouteExaminer(PoolFigures pool, RouteFigures route, List<Finding> found) {
        this.pool = pool;
        this.route = route;
        this.found = found;
        this.traffic = route.traffic();
        this.lately = Wording.lately(traffic.span());
        this.leases = traffic.totalLeases();
        this.dials = traffic.totalDials();
        this.isClosedAtOnce =
                route.now().learnedKeepAlive().filter(Duration::isZero).isPresent();
    }

    private void warn(String what, String evidence, String advice) {
        found.add(new Finding(Severity.WARN, Optional.of(route.target()), what, evidence, advice));
    }

    private void inform(String what, String evidence, String advice) {
        found.add(new Finding(Severity.INFO, Optional.of(route.target()), what, evidence, advice));
    }

    private long closed(CloseCause cause) {
        return traffic.closed(cause);
    }

    private String ofClosed(long some) {
        return some + " of " + traffic.totalClosed() + " connections closed " + lately;
    }

    private String ofCalls(long some) {
        return some + " of " + leases + " calls " + lately;
    }

    void examine() {
        callersWait();
        limitTooLarge();
        leaks();
        dialsFail();
        totalEndsCalls();
        readsTimeOut();
        readIsOff();
        boundToUsers();
        keptTooLong();
        bodiesNotConsumed();
        sendsTooMuch();
        loggedIn();
        churn();
    }

    private void callersWait() {
        Exhaustion.Reasoned refusal = route.refusal();
        Verdict told = refusal == null ? null : refusal.verdict();
        boolean isOfSize = told == null || told == Verdict.UNDERSIZED || told == Verdict.IN_FLIGHT_LIMIT;
        boolean isTold = isOfSize && limitTooSmall();
        boolean isFoundOtherwise = told == Verdict.DIALS_FAILING
                || told == Verdict.TOTAL_TAKEN
                || (told == Verdict.LEAK_SUSPECTED && route.leaks().areAny());
        if (refusal != null && !isTold && route.refused() >= ENOUGH && !isFoundOtherwise) {
            warn(
                    "Callers get no connection: " + told + ".",
                    route.refused() + " of " + leases + " callers got none " + lately + ", the last one because "
                            + refusal.why() + ".",
                    Wording.sentence(refusal.advice()));
        }
    }

    private boolean limitTooSmall() {
        long waited = traffic.waited().count();
        int maxInFlight = route.config().maxInFlight();
        boolean isHeldBack = maxInFlight > 0 && traffic.peakInUse() >= maxInFlight;
        boolean hurts = route.refused() >= ENOUGH || waited > leases / 10;
        if (!hurts || !route.isNeedKnown() || !(isHeldBack || route.wasFull())) {
            return false;
        }
        String inVain = "; " + waited + " of " + leases + " callers waited (99 % of them up to "
                + Wording.time(traffic.waited().percentile(0.99)) + "), " + route.refused() + " without getting one.";
        String otherwise = ". If it has become slower than it was, look there first.";
        if (isHeldBack) {
            String knob = route.knob("maxInFlight");
            warn(
                    "The limit of exchanges under way keeps callers of this route waiting.",
                    route.inExchanges() + ", limit " + knob + " = " + maxInFlight + inVain,
                    "If the server can take more at a time, raise " + knob + " to " + route.advisedExchanges()
                            + otherwise);
        } else {
            warn(
                    "The pool is too small for this route, so that callers wait for connections.",
                    route.inConnections() + ", limit " + route.now().limit() + inVain,
                    "If the server can take it, raise " + route.limitKnob() + " to " + route.advisedConnections()
                            + ", and " + route.names().of("maxTotal") + " with it" + otherwise);
        }
        return true;
    }

    // Only for an explicit limit: the user did not choose the default for this load.
    private void limitTooLarge() {
        int limit = route.now().limit();
        boolean isKnown =
                traffic.held().count() >= ENOUGH_LEASES && traffic.span().compareTo(ENOUGH_TIME) >= 0;
        int enough = Math.max(route.neededConnections(), route.peakConnections() * 2);
        if (isKnown && route.isLimitExplicit() && limit >= SMALL && enough * LARGE_FACTOR <= limit) {
            inform(
                    "The limit of this route is far above its traffic; it would not protect the server from a burst.",
                    route.inConnections() + ", limit " + limit + ".",
                    route.limitKnob() + " of " + enough + " would do, with room for twice the peak.");
        }
    }

    private void leaks() {
        RouteFigures.Leaks leaks = route.leaks();
        if (!leaks.areAny()) {
            return;
        }
        String evidence = Stream.of(
                        counted(leaks.held(), " was not given back", " were not given back"),
                        counted(leaks.takenBack(), " was taken back recently", " were taken back recently"))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
        warn(
                "Connections are leaked: responses are not closed.",
                evidence + (leaks.takenBack() > 0 ? ", after the response was garbage collected" : "")
                        + "; the latest was leased at "
                        + (leaks.callSite().equals(CallSite.UNKNOWN) ? "an unknown place" : leaks.callSite()) + ".",
                "Use " + pool.names().of("client.execute(request, handler)")
                        + ", which closes responses, or try-with-resources around each"
                        + (pool.config().leakDetection().isZero()
                                ? "; " + pool.names().of("leakDetection")
                                        + " of 30s reports connections that were not released."
                                : "."));
    }

    private static String counted(long connections, String one, String many) {
        return connections == 0 ? "" : connections == 1 ? "1 connection" + one : connections + " connections" + many;
    }

    private void dialsFail() {
        long failed = dials - traffic.dials(DialOutcome.CONNECTED) - traffic.dials(DialOutcome.CANCELLED);
        if (failed < ENOUGH || failed * 20 < dials) {
            return;
        }
        Map<DialOutcome, Long> failures = new HashMap<>(traffic.dials());
        failures.keySet().removeAll(Set.of(DialOutcome.CONNECTED, DialOutcome.CANCELLED));
        DialOutcome why = mostFrequent(failures);
        String proxy = route.proxy()
                .map(uri -> "the proxy " + uri + " (" + route.knob("proxy") + ")")
                .orElse("");
        warn(
                "Connections to this host cannot be established"
                        + (proxy.isEmpty() ? "" : ": they lead through " + proxy) + ".",
                failed + " of " + dials + " dials failed " + lately + ", most of them (" + failures.get(why) + ") with "
                        + why + ".",
                onFailedDials(why == null ? DialOutcome.FAILED : why, proxy));
    }

    private String onFailedDials(DialOutcome why, String proxy) {
        return switch (why) {
            case NAME_NOT_FOUND ->
                "Check the host name" + (proxy.isEmpty() ? "" : " of " + proxy) + " and the name server.";
            case REFUSED ->
                "Check that " + (proxy.isEmpty() ? "the server" : proxy) + " runs and listens on this port.";
            case TIMED_OUT ->
                "Look for a firewall that drops packets, or a " + (proxy.isEmpty() ? "server" : "proxy")
                        + " too busy to accept; raise " + route.knob("timeouts.connect")
                        + " only for hosts that are far away.";
            case TLS_FAILED ->
                "Check certificate, host name and protocol versions: "
                        + route.names().of("sslContext(...) and tls(...)") + ".";
            case NO_LOCAL_PORT -> "Keep connections open: each that is closed keeps a local port for a minute.";
            default -> "Look at the errors that callers get.";
        };
    }

    private void totalEndsCalls() {
        long ended = traffic.cutCalls();
        String total = route.knob("timeouts.total");
        if (ended >= ENOUGH && ended * 100 >= leases) {
            warn(
                    "Calls are ended by " + total + " before they are done.",
                    ofCalls(ended) + "; " + total + " is "
                            + Wording.time(route.config().timeouts().total())
                            + ", connections are held for up to "
                            + Wording.time(traffic.held().percentile(0.99)) + " in 99 % of the cases.",
                    "Find out why the server takes so long; if it may, raise " + total + ".");
        }
    }

    private void readsTimeOut() {
        long silent = traffic.readTimeouts();
        String read = route.knob("timeouts.read");
        if (silent >= ENOUGH && silent * 100 >= leases) {
            warn(
                    "The server does not answer within " + read + ".",
                    ofCalls(silent) + " got no response; " + read + " is "
                            + Wording.time(route.config().timeouts().read()) + ".",
                    "Find out why the server takes so long; if it may, raise " + read + ".");
        }
    }

    private void readIsOff() {
        if (!route.config().timeouts().read().isZero() || !route.isNeedKnown()) {
            return;
        }
        String read = route.knob("timeouts.read");
        Duration slow = traffic.held().percentile(0.99);
        Duration recommended = slow.multipliedBy(ROOM);
        inform(
                read + " is off, so that a silent server holds its callers forever.",
                "99 % of " + traffic.held().count() + " calls " + lately + " took no longer than " + Wording.time(slow)
                        + ".",
                read + " of " + Wording.knob(recommended.compareTo(LEAST_READ) < 0 ? LEAST_READ : recommended)
                        + " would leave three times that.");
    }

    private void boundToUsers() {
        long evicted = closed(CloseCause.EVICTED_FOR_ROUTE);
        if (pool.config().connectionState() && evicted >= ENOUGH && dials * 5 > leases) {
            String knob = route.names().of("connectionState");
            warn(
                    "Connections are bound to users (" + knob + "), so that they are seldom shared.",
                    evicted + " idle connections made room for those of others " + lately + "; " + dials + " dials for "
                            + leases + " requests.",
                    "Switch " + knob + " off, unless users authenticate by connection (NTLM, client certificates per"
                            + " user); then raise " + route.limitKnob() + ".");
        }
    }

    private void keptTooLong() {
        Duration max = route.config().keepAlive().max();
        long first = closed(CloseCause.SERVER_CLOSED_IDLE) + closed(CloseCause.STALE);
        String evidence = ofClosed(first) + " were closed by the server";
        if (isClosedAtOnce) {
            warn(
                    "The server closes connections right after a response, without announcing it by Connection: close.",
                    evidence + "; the pool has learned it and keeps none for a second request.",
                    "Let the server keep its connections open, or announce their end. Until the pool has learned it, a"
                            + " request that cannot be repeated may fail: "
                            + route.names().of("reuse(ReusePolicy.SAFE)")
                            + " sends those on new connections only.");
            return;
        }
        String maxKnob = route.knob("keepAlive.max");
        String timeout = "Set " + route.knob("keepAlive.serverIdle") + " to the idle timeout of the server, ";
        if (first >= ENOUGH && first * 20 >= traffic.totalClosed()) {
            warn(
                    "The server closes idle connections before the pool does, so that requests may meet a closed one.",
                    evidence + " while idle; " + maxKnob + " is " + Wording.time(max) + ".",
                    timeout + "or lower " + maxKnob + ".");
        }
        route.now()
                .learnedKeepAlive()
                .filter(learned -> learned.compareTo(max) < 0)
                .ifPresent(learned -> inform(
                        "The server closes idle connections earlier than " + maxKnob + "; the pool has learned when.",
                        "Connections idle for at most " + Wording.time(learned) + "; " + maxKnob + " is "
                                + Wording.time(max) + ".",
                        timeout + "so that a new process need not learn it."));
    }

    private void bodiesNotConsumed() {
        long unread = closed(CloseCause.BODY_NOT_CONSUMED);
        if (unread >= ENOUGH && unread * 10 >= traffic.totalClosed()) {
            String handler = "client.execute(request, handler) with EntityUtils.consume(response.getEntity())";
            warn(
                    "Callers close responses before they have read them to the end, which costs the connection each"
                            + " time.",
                    ofClosed(unread) + " had an unread body.",
                    "Read bodies to the end, those of errors too: "
                            + route.names().of(handler) + ".");
        }
    }

    // One is enough: the server has mixed up its responses, or a peer in between invents some.
    private void sendsTooMuch() {
        long unsolicited = closed(CloseCause.UNSOLICITED_BYTES);
        if (unsolicited > 0) {
            warn(
                    "The server sends more than it announced: bytes that no request asked for.",
                    ofClosed(unsolicited) + " had such bytes after a response, or while they were idle.",
                    "Check the server, or the proxy in front of it, for a body after HEAD, 204 or 304, a wrong"
                            + " Content-Length, a response sent twice. The pool closes each such connection, because"
                            + " the next caller could take the bytes for its response.");
        }
    }

    private void loggedIn() {
        long closed = closed(CloseCause.PRIVATE);
        if (closed >= ENOUGH && closed * 5 >= leases) {
            warn(
                    "Connection-bound authentication (NTLM, Negotiate) keeps connections from being reused.",
                    closed + " connections closed " + lately
                            + ", because a user had logged in and no user token named that user; " + dials
                            + " dials for " + leases + " requests.",
                    "Call setUserToken on the HttpClientContext of each user, and keep using that context; or use a"
                            + " scheme that authenticates each request.");
        }
    }

    // Closed after few requests, so that most requests pay for a new one.
    private void churn() {
        CloseCause cause = mostFrequent(traffic.closed());
        long closed = traffic.totalClosed();
        boolean hurts = dials >= ENOUGH_FOR_CHURN && dials > leases * DIALS_THAT_HURT;
        if (cause == null || isExplained(cause) || !hurts || closed < ENOUGH_FOR_CHURN) {
            return;
        }
        long uses = Math.max(1, Math.round((double) traffic.usesOfClosed() / closed));
        String[] words = reasonAndAdvice(cause, uses);
        warn(
                Wording.percent(traffic.usedOnce(), closed) + " of the closed connections were used once: " + words[0]
                        + ".",
                closed + " connections closed " + lately + ", " + Wording.percent(closed(cause), closed)
                        + " of them with cause " + cause + "; " + dials + " dials for " + leases
                        + " requests, each taking "
                        + Wording.time(traffic.dialed().mean()) + ".",
                words[1]);
    }

    private static <E> @Nullable E mostFrequent(Map<E, Long> counts) {
        return counts.entrySet().stream()
                .max(Comparator.comparingLong(Map.Entry::getValue))
                .map(Map.Entry::getKey)
                .orElse(null);
    }

    // Idle connections that the pool itself opens reach their maximum age where no request needs them.
    private boolean isExplained(CloseCause cause) {
        return NO_CHURN.contains(cause)
                || (isClosedAtOnce && CUT_BY_THE_SERVER.contains(cause))
                || (OF_AGE.contains(cause) && route.config().minIdle() > 0);
    }

    private String[] reasonAndAdvice(CloseCause cause, long uses) {
        return switch (cause) {
            case SERVER_CLOSE_HEADER ->
                new String[] {
                    "the server sends Connection: close after " + (uses == 1 ? "every request" : uses + " requests"),
                    "Configure the server, or the proxy in front of it, to keep connections open; no setting of this"
                            + " pool can."
                };
            case MAX_REQUESTS ->
                new String[] {
                    "they had served as many requests as they may, " + uses + " on average",
                    "Raise " + route.knob("eviction.maxRequests") + ", unless the server asks for it by Keep-Alive:"
                            + " max."
                };
            case SURPLUS_IDLE ->
                new String[] {"more are released at once than may stay idle", "Raise " + route.idleKnobs() + "."};
            case IDLE, KEEP_ALIVE_EXPIRED ->
                new String[] {
                    "requests come too rarely for connections to stay open",
                    "If the server allows it, raise " + route.knob("keepAlive.serverIdle") + ", "
                            + route.knob("keepAlive.max") + " and " + route.knob("eviction.idle") + "."
                };
            case MAX_LIFETIME ->
                new String[] {
                    "they reach their maximum age",
                    "Raise " + route.knob("eviction.maxLifetime") + ", if addresses change less often than that."
                };
            case SERVER_CLOSED_IDLE, STALE ->
                new String[] {
                    "the server closes them while they are idle",
                    "Set " + route.knob("keepAlive.serverIdle") + " to the idle timeout of the server."
                };
            default -> new String[] {"exchanges end with errors", "Look at the errors that callers get."};
        };
    }
}
