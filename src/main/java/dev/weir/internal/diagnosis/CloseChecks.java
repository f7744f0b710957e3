package dev.weir.internal.diagnosis;

import dev.weir.event.CloseCause;
import dev.weir.internal.traffic.Traffic;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks at why the connections of a route close, and so are not used again. Pure. */
final class CloseChecks {

    private static final long ENOUGH = 5;
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

    private CloseChecks() {}

    static void of(PoolFigures pool, RouteFigures route, Findings findings) {
        boundToUsers(pool, route, findings);
        keptTooLong(route, findings);
        bodiesNotConsumed(route, findings);
        sendsTooMuch(route, findings);
        loggedIn(route, findings);
        churn(route, findings);
    }

    private static void boundToUsers(PoolFigures pool, RouteFigures route, Findings findings) {
        Traffic traffic = route.traffic();
        long evicted = traffic.closed(CloseCause.EVICTED_FOR_ROUTE);
        if (!pool.config().connectionState() || evicted < ENOUGH || traffic.totalDials() * 5 <= traffic.totalLeases()) {
            return;
        }
        String knob = route.names().of("connectionState");
        findings.warn(
                route,
                "Connections are bound to users (" + knob + "), so that they are seldom shared.",
                evicted + " idle connections made room for those of others " + Wording.lately(traffic.span()) + "; "
                        + traffic.totalDials() + " dials for " + traffic.totalLeases() + " requests.",
                "Switch " + knob + " off, unless users authenticate by connection (NTLM, client certificates per"
                        + " user); then raise " + route.limitKnob() + ".");
    }

    private static void keptTooLong(RouteFigures route, Findings findings) {
        Traffic traffic = route.traffic();
        Duration max = route.config().keepAlive().max();
        long first = traffic.closed(CloseCause.SERVER_CLOSED_IDLE) + traffic.closed(CloseCause.STALE);
        String evidence = first + " of " + traffic.totalClosed() + " connections closed "
                + Wording.lately(traffic.span()) + " were closed by the server";
        if (closesAtOnce(route)) {
            findings.warn(
                    route,
                    "The server closes connections right after a response, without announcing it by Connection: close.",
                    evidence + "; the pool has learned it and keeps none for a second request.",
                    "Let the server keep its connections open, or announce their end. Until the pool has learned it, a"
                            + " request that cannot be repeated may fail: "
                            + route.names().of("reuse(ReusePolicy.SAFE)")
                            + " sends those on new connections only.");
            return;
        }
        String maxKnob = route.knob("keepAlive.max");
        String serverIdle = route.knob("keepAlive.serverIdle");
        if (first >= ENOUGH && first * 20 >= traffic.totalClosed()) {
            findings.warn(
                    route,
                    "The server closes idle connections before the pool does, so that requests may meet a closed one.",
                    evidence + " while idle; " + maxKnob + " is " + Wording.time(max) + ".",
                    "Set " + serverIdle + " to the idle timeout of the server, or lower " + maxKnob + ".");
        }
        route.now()
                .learnedKeepAlive()
                .filter(learned -> learned.compareTo(max) < 0)
                .ifPresent(learned -> findings.info(
                        route,
                        "The server closes idle connections earlier than " + maxKnob + "; the pool has learned when.",
                        "Connections idle for at most " + Wording.time(learned) + "; " + maxKnob + " is "
                                + Wording.time(max) + ".",
                        "Set " + serverIdle
                                + " to the idle timeout of the server, so that a new process need not learn it."));
    }

    /** Tells whether the server closes each connection after its response, so that no time to idle would be short enough. */
    private static boolean closesAtOnce(RouteFigures route) {
        return route.now().learnedKeepAlive().filter(Duration::isZero).isPresent();
    }

    private static void bodiesNotConsumed(RouteFigures route, Findings findings) {
        Traffic traffic = route.traffic();
        long unread = traffic.closed(CloseCause.BODY_NOT_CONSUMED);
        if (unread >= ENOUGH && unread * 10 >= traffic.totalClosed()) {
            findings.warn(
                    route,
                    "Callers close responses before they have read them to the end, which costs the connection each"
                            + " time.",
                    unread + " of " + traffic.totalClosed() + " connections closed " + Wording.lately(traffic.span())
                            + " had an unread body.",
                    "Read bodies to the end, those of errors too: "
                            + route.names()
                                    .of("client.execute(request, handler) with"
                                            + " EntityUtils.consume(response.getEntity())")
                            + ".");
        }
    }

    // One is enough: the server has mixed up its responses, or a peer in between invents some.
    private static void sendsTooMuch(RouteFigures route, Findings findings) {
        Traffic traffic = route.traffic();
        long unsolicited = traffic.closed(CloseCause.UNSOLICITED_BYTES);
        if (unsolicited > 0) {
            findings.warn(
                    route,
                    "The server sends more than it announced: bytes that no request asked for.",
                    unsolicited + " of " + traffic.totalClosed() + " connections closed "
                            + Wording.lately(traffic.span())
                            + " had such bytes after a response, or while they were idle.",
                    "Check the server, or the proxy in front of it, for a body after HEAD, 204 or 304, a wrong"
                            + " Content-Length, a response sent twice. The pool closes each such connection, because"
                            + " the next caller could take the bytes for its response.");
        }
    }

    private static void loggedIn(RouteFigures route, Findings findings) {
        Traffic traffic = route.traffic();
        long closed = traffic.closed(CloseCause.PRIVATE);
        if (closed >= ENOUGH && closed * 5 >= traffic.totalLeases()) {
            findings.warn(
                    route,
                    "Connection-bound authentication (NTLM, Negotiate) keeps connections from being reused.",
                    closed + " connections closed " + Wording.lately(traffic.span())
                            + ", because a user had logged in and no user token named that user; "
                            + traffic.totalDials() + " dials for " + traffic.totalLeases() + " requests.",
                    "Call setUserToken on the HttpClientContext of each user, and keep using that context; or use a"
                            + " scheme that authenticates each request.");
        }
    }

    // Closed after few requests, so that most requests pay for a new one.
    private static void churn(RouteFigures route, Findings findings) {
        Traffic traffic = route.traffic();
        CloseCause cause = mostFrequent(traffic.closed());
        long dials = traffic.totalDials();
        boolean hurts = dials >= ENOUGH_FOR_CHURN && dials > traffic.totalLeases() * DIALS_THAT_HURT;
        if (cause == null || isExplained(cause, route) || !hurts || traffic.totalClosed() < ENOUGH_FOR_CHURN) {
            return;
        }
        findings.warn(
                route,
                Wording.percent(traffic.usedOnce(), traffic.totalClosed())
                        + " of the closed connections were used once: " + reason(cause, traffic) + ".",
                traffic.totalClosed() + " connections closed " + Wording.lately(traffic.span()) + ", "
                        + Wording.percent(traffic.closed(cause), traffic.totalClosed()) + " of them with cause " + cause
                        + "; " + dials + " dials for " + traffic.totalLeases() + " requests, each taking "
                        + Wording.time(traffic.dialed().mean()) + ".",
                advice(cause, route));
    }

    private static @Nullable CloseCause mostFrequent(Map<CloseCause, Long> closed) {
        return closed.entrySet().stream()
                .max(Comparator.comparingLong(Map.Entry::getValue))
                .map(Map.Entry::getKey)
                .orElse(null);
    }

    // Idle connections that the pool itself opens reach their maximum age where no request needs them.
    private static boolean isExplained(CloseCause cause, RouteFigures route) {
        return NO_CHURN.contains(cause)
                || (closesAtOnce(route) && CUT_BY_THE_SERVER.contains(cause))
                || (OF_AGE.contains(cause) && route.config().minIdle() > 0);
    }

    private static String reason(CloseCause cause, Traffic traffic) {
        long uses = Math.max(1, Math.round((double) traffic.usesOfClosed() / traffic.totalClosed()));
        String after = uses == 1 ? "every request" : uses + " requests";
        return switch (cause) {
            case SERVER_CLOSE_HEADER -> "the server sends Connection: close after " + after;
            case MAX_REQUESTS -> "they had served as many requests as they may, " + uses + " on average";
            case SURPLUS_IDLE -> "more are released at once than may stay idle";
            case IDLE, KEEP_ALIVE_EXPIRED -> "requests come too rarely for connections to stay open";
            case MAX_LIFETIME -> "they reach their maximum age";
            case SERVER_CLOSED_IDLE, STALE -> "the server closes them while they are idle";
            default -> "exchanges end with errors";
        };
    }

    private static String advice(CloseCause cause, RouteFigures route) {
        return switch (cause) {
            case SERVER_CLOSE_HEADER ->
                "Configure the server, or the proxy in front of it, to keep connections open; no setting of this pool"
                        + " can.";
            case MAX_REQUESTS ->
                "Raise " + route.knob("eviction.maxRequests") + ", unless the server asks for it by Keep-Alive: max.";
            case SURPLUS_IDLE -> "Raise " + route.idleKnobs() + ".";
            case IDLE, KEEP_ALIVE_EXPIRED ->
                "If the server allows it, raise " + route.knob("keepAlive.serverIdle") + ", "
                        + route.knob("keepAlive.max") + " and " + route.knob("eviction.idle") + ".";
            case MAX_LIFETIME ->
                "Raise " + route.knob("eviction.maxLifetime") + ", if addresses change less often than that.";
            case SERVER_CLOSED_IDLE, STALE ->
                "Set " + route.knob("keepAlive.serverIdle") + " to the idle timeout of the server.";
            default -> "Look at the errors that callers get.";
        };
    }
}
