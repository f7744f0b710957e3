package dev.weir.internal.diagnosis;

import dev.weir.diagnosis.Finding;
import dev.weir.event.CloseCause;
import dev.weir.internal.traffic.Traffic;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds connections that are closed after few requests, so that most requests pay for a new one; says why they close. */
final class Churn {

    private static final long ENOUGH_CLOSED = 20;
    private static final double DIALS_THAT_HURT = 0.2;

    // The caller that asked for it knows; the other causes have their own findings.
    private static final Set<CloseCause> ELSEWHERE = EnumSet.of(
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

    private Churn() {}

    static Optional<Finding> find(RouteFigures route) {
        Traffic traffic = route.traffic();
        CloseCause cause = mostFrequent(traffic.closed());
        long dials = traffic.totalDials();
        boolean hurts = dials >= ENOUGH_CLOSED && dials > traffic.totalLeases() * DIALS_THAT_HURT;
        if (cause == null || isExplained(cause, route) || !hurts || traffic.totalClosed() < ENOUGH_CLOSED) {
            return Optional.empty();
        }
        return Findings.warn(
                route,
                Wording.percent(traffic.usedOnce(), traffic.totalClosed())
                        + " of the closed connections were used once: " + reason(cause, route) + ".",
                traffic.totalClosed() + " connections closed " + Wording.lately(traffic.span()) + ", "
                        + Wording.percent(traffic.closed(cause), traffic.totalClosed()) + " of them with cause " + cause
                        + "; " + dials + " dials for " + traffic.totalLeases() + " requests, each taking "
                        + Wording.time(traffic.dialed().mean()) + ".",
                advice(cause, route));
    }

    // Idle connections that the pool itself opens reach their maximum age where no request needs them.
    private static boolean isExplained(CloseCause cause, RouteFigures route) {
        return ELSEWHERE.contains(cause)
                || (LearnedKeepAlive.isZero(route) && CUT_BY_THE_SERVER.contains(cause))
                || (OF_AGE.contains(cause) && route.config().minIdle() > 0);
    }

    private static @Nullable CloseCause mostFrequent(Map<CloseCause, Long> closed) {
        return closed.entrySet().stream()
                .max(Comparator.comparingLong(Map.Entry::getValue))
                .map(Map.Entry::getKey)
                .orElse(null);
    }

    private static String reason(CloseCause cause, RouteFigures route) {
        Traffic traffic = route.traffic();
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
