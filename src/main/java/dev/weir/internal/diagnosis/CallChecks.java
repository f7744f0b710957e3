package dev.weir.internal.diagnosis;

import dev.weir.event.CloseCause;
import dev.weir.event.DialOutcome;
import dev.weir.internal.traffic.Traffic;
import java.net.URI;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Looks for calls that fail: dials, timeouts, responses that are not closed. Pure. */
final class CallChecks {

    private static final long ENOUGH = 5;

    // What a read timeout leaves above the slowest calls.
    private static final int ROOM = 3;
    private static final Duration LEAST = Duration.ofMillis(100);

    private CallChecks() {}

    static void of(PoolFigures pool, RouteFigures route, Findings findings) {
        leaks(pool, route, findings);
        dialsFail(route, findings);
        totalEndsCalls(route, findings);
        readsTimeOut(route, findings);
        readIsOff(route, findings);
    }

    private static void leaks(PoolFigures pool, RouteFigures route, Findings findings) {
        LeakFigures leaks = route.leaks();
        if (!leaks.areAny()) {
            return;
        }
        String evidence = Stream.of(
                        counted(leaks.held(), " was not given back", " were not given back"),
                        counted(leaks.takenBack(), " was taken back recently", " were taken back recently"))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
        findings.warn(
                route,
                "Connections are leaked: responses are not closed.",
                evidence + (leaks.takenBack() > 0 ? ", after the response was garbage collected" : "")
                        + "; the latest was leased at "
                        + (leaks.callSite().equals("unknown") ? "an unknown place" : leaks.callSite()) + ".",
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

    private static void dialsFail(RouteFigures route, Findings findings) {
        Traffic traffic = route.traffic();
        long failed =
                traffic.totalDials() - traffic.dials(DialOutcome.CONNECTED) - traffic.dials(DialOutcome.CANCELLED);
        if (failed < ENOUGH || failed * 20 < traffic.totalDials()) {
            return;
        }
        DialOutcome why = traffic.dials().entrySet().stream()
                .filter(entry -> entry.getKey() != DialOutcome.CONNECTED && entry.getKey() != DialOutcome.CANCELLED)
                .max(Comparator.comparingLong(Map.Entry::getValue))
                .map(Map.Entry::getKey)
                .orElse(DialOutcome.FAILED);
        findings.warn(
                route,
                "Connections to this host cannot be established"
                        + route.proxy()
                                .map(proxy -> ": they lead through " + named(proxy, route))
                                .orElse("")
                        + ".",
                failed + " of " + traffic.totalDials() + " dials failed " + Wording.lately(traffic.span())
                        + ", most of them (" + traffic.dials(why) + ") with " + why + ".",
                onFailedDials(why, route));
    }

    private static String onFailedDials(DialOutcome why, RouteFigures route) {
        return switch (why) {
            case NAME_NOT_FOUND ->
                "Check the host name"
                        + route.proxy()
                                .map(proxy -> " of " + named(proxy, route))
                                .orElse("") + " and the name server.";
            case REFUSED ->
                "Check that " + route.proxy().map(proxy -> named(proxy, route)).orElse("the server")
                        + " runs and listens on this port.";
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

    private static String named(URI proxy, RouteFigures route) {
        return "the proxy " + proxy + " (" + route.knob("proxy") + ")";
    }

    private static void totalEndsCalls(RouteFigures route, Findings findings) {
        Traffic traffic = route.traffic();
        long ended = traffic.closed(CloseCause.TOTAL_TIMEOUT);
        String total = route.knob("timeouts.total");
        if (ended >= ENOUGH && ended * 100 >= traffic.totalLeases()) {
            findings.warn(
                    route,
                    "Calls are ended by " + total + " before they are done.",
                    ended + " of " + traffic.totalLeases() + " calls " + Wording.lately(traffic.span()) + "; " + total
                            + " is " + Wording.time(route.config().timeouts().total())
                            + ", connections are held for up to "
                            + Wording.time(traffic.held().percentile(0.99)) + " in 99 % of the cases.",
                    "Find out why the server takes so long; if it may, raise " + total + ".");
        }
    }

    private static void readsTimeOut(RouteFigures route, Findings findings) {
        Traffic traffic = route.traffic();
        long silent = traffic.readTimeouts();
        String read = route.knob("timeouts.read");
        if (silent >= ENOUGH && silent * 100 >= traffic.totalLeases()) {
            findings.warn(
                    route,
                    "The server does not answer within " + read + ".",
                    silent + " of " + traffic.totalLeases() + " calls " + Wording.lately(traffic.span())
                            + " got no response; " + read + " is "
                            + Wording.time(route.config().timeouts().read()) + ".",
                    "Find out why the server takes so long; if it may, raise " + read + ".");
        }
    }

    private static void readIsOff(RouteFigures route, Findings findings) {
        Traffic traffic = route.traffic();
        if (!route.config().timeouts().read().isZero() || !Sizes.isKnown(traffic)) {
            return;
        }
        String read = route.knob("timeouts.read");
        Duration slow = traffic.held().percentile(0.99);
        Duration recommended = slow.multipliedBy(ROOM).compareTo(LEAST) < 0 ? LEAST : slow.multipliedBy(ROOM);
        findings.info(
                route,
                read + " is off, so that a silent server holds its callers forever.",
                "99 % of " + traffic.held().count() + " calls " + Wording.lately(traffic.span())
                        + " took no longer than " + Wording.time(slow) + ".",
                read + " of " + Wording.knob(recommended) + " would leave three times that.");
    }
}
