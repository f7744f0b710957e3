package dev.weir.internal.diagnosis;

import dev.weir.diagnosis.Finding;
import dev.weir.event.DialOutcome;
import dev.weir.internal.traffic.Traffic;
import java.net.URI;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/** Finds a host to which connections cannot be established. */
final class DialsFail {

    private static final long ENOUGH = 5;

    private DialsFail() {}

    static Optional<Finding> find(RouteFigures route) {
        Traffic traffic = route.traffic();
        long failed =
                traffic.totalDials() - traffic.dials(DialOutcome.CONNECTED) - traffic.dials(DialOutcome.CANCELLED);
        if (failed < ENOUGH || failed * 20 < traffic.totalDials()) {
            return Optional.empty();
        }
        DialOutcome why = mostFrequent(traffic);
        return Findings.warn(
                route,
                "Connections to this host cannot be established"
                        + route.proxy()
                                .map(proxy -> ": they lead through " + named(proxy, route))
                                .orElse("")
                        + ".",
                failed + " of " + traffic.totalDials() + " dials failed " + Wording.lately(traffic.span())
                        + ", most of them (" + traffic.dials(why) + ") with " + why + ".",
                advice(why, route));
    }

    private static DialOutcome mostFrequent(Traffic traffic) {
        return traffic.dials().entrySet().stream()
                .filter(entry -> entry.getKey() != DialOutcome.CONNECTED && entry.getKey() != DialOutcome.CANCELLED)
                .max(Comparator.comparingLong(Map.Entry::getValue))
                .map(Map.Entry::getKey)
                .orElse(DialOutcome.FAILED);
    }

    private static String advice(DialOutcome why, RouteFigures route) {
        return switch (why) {
            case NAME_NOT_FOUND -> "Check the host name" + ofProxy(route) + " and the name server.";
            case REFUSED -> "Check that " + firstHop(route) + " runs and listens on this port.";
            case TIMED_OUT ->
                "Look for a firewall that drops packets, or a " + (route.proxy().isPresent() ? "proxy" : "server")
                        + " too busy to accept; raise "
                        + route.knob("timeouts.connect") + " only for hosts that are far away.";
            case TLS_FAILED ->
                "Check certificate, host name and protocol versions: "
                        + route.names().of("sslContext(...) and tls(...)") + ".";
            case NO_LOCAL_PORT ->
                "Keep connections open, because each that is closed keeps a local port for a minute; check "
                        + route.knob("localAddress") + " if it is set.";
            default -> "Look at the errors that callers get.";
        };
    }

    private static String firstHop(RouteFigures route) {
        return route.proxy().map(proxy -> named(proxy, route)).orElse("the server");
    }

    private static String ofProxy(RouteFigures route) {
        return route.proxy().map(proxy -> " of " + named(proxy, route)).orElse("");
    }

    private static String named(URI proxy, RouteFigures route) {
        return "the proxy " + proxy + " (" + route.knob("proxy") + ")";
    }
}
