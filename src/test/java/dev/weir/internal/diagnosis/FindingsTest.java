package dev.weir.internal.diagnosis;

import static dev.weir.internal.diagnosis.FiguresFixture.healthy;
import static dev.weir.internal.diagnosis.FiguresFixture.times;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.weir.diagnosis.Diagnosis;
import dev.weir.diagnosis.Finding;
import dev.weir.event.CloseCause;
import dev.weir.event.DialOutcome;
import dev.weir.event.LeaseOutcome;
import dev.weir.failure.Verdict;
import dev.weir.internal.traffic.Times;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each finding: what provokes it, and a case close by that does not. */
class FindingsTest {

    private static List<Finding> of(FiguresFixture route) {
        return route.pool().findings(List.of());
    }

    private static Finding only(FiguresFixture route) {
        List<Finding> findings = of(route);
        assertThat(findings).hasSize(1);
        return findings.get(0);
    }

    @Test
    void aHealthyPoolSaysSo() {
        List<Finding> findings = of(healthy());

        assertThat(new Diagnosis(findings)).hasToString("No findings: nothing stands out.");
    }

    static Stream<FiguresFixture> unremarkable() {
        return Stream.of(
                healthy()
                        .settings(c -> c.maxInFlight(10))
                        .waited(times(1_000, Duration.ofMillis(40)))
                        .peak(9),
                healthy().waited(times(1_000, Duration.ofMillis(40))).peak(19),
                healthy().waited(times(100, Duration.ofMillis(4))).peak(20),
                healthy().peak(1),
                healthy()
                        .span(Duration.ofMinutes(4))
                        .settings(c -> c.maxTotal(400).maxPerRoute(400)),
                healthy().closed(CloseCause.SERVER_CLOSE_HEADER, 20).dials(DialOutcome.CONNECTED, 20),
                healthy().closed(CloseCause.SERVER_CLOSED_IDLE, 4),
                healthy().learned(Duration.ofSeconds(30)),
                healthy().closed(CloseCause.BODY_NOT_CONSUMED, 6).closed(CloseCause.MAX_LIFETIME, 60),
                healthy().closed(CloseCause.TOTAL_TIMEOUT, 10),
                healthy().held(times(99, Duration.ofMillis(1))).settings(c -> c.timeouts(t -> t.read(Duration.ZERO))),
                healthy().dials(DialOutcome.CANCELLED, 60),
                healthy().dials(DialOutcome.REFUSED, 4),
                healthy().closed(CloseCause.PRIVATE, 4),
                healthy().settings(c -> c.connectionState(true)),
                healthy().leaks(0),
                healthy().leases(LeaseOutcome.TIMED_OUT, 1).peak(1_000));
    }

    @ParameterizedTest
    @MethodSource("unremarkable")
    void findsNothingJustBelowEachLimit(FiguresFixture route) {
        assertThat(of(route)).isEmpty();
    }

    // What is wrong, and what of the finding says so.
    static Stream<Arguments> wrong() {
        return Stream.of(
                arguments(
                        busy().leases(LeaseOutcome.TIMED_OUT, 7).peak(20),
                        List.of("WARN http://recs:80: The pool is too small for this route, so that callers wait for"
                                + " connections. Evidence: 201/s requests, each holding a connection for 100 ms on"
                                + " average (half up to 92 ms, 99 % up to 92 ms), most in use at once 20, limit 20;"
                                + " 1000 of 2007 callers waited (99 % of them up to 38 ms), 7 without getting one."
                                + " Advice: If the server can take it, raise maxPerRoute to 32, and maxTotal with it."
                                + " If it has become slower than it was, look there first.")),
                arguments(
                        busy().settings(c -> c.maxInFlight(9)).peak(9),
                        List.of(
                                "The limit of exchanges under way keeps callers of this route waiting.",
                                "most in use at once 9, limit maxInFlight = 9; 1000 of 2000 callers waited (99 % of"
                                        + " them up to 38 ms), 0 without getting one.",
                                "If the server can take more at a time, raise maxInFlight to 32.")),
                arguments(
                        healthy().settings(c -> c.maxTotal(400).maxPerRoute(400)),
                        List.of("INFO", "most in use at once 5, limit 400.", "maxPerRoute of 10 would do")),
                arguments(
                        healthy()
                                .closed(CloseCause.SERVER_CLOSE_HEADER, 500)
                                .closed(CloseCause.MAX_LIFETIME, 0)
                                .dials(DialOutcome.CONNECTED, 500)
                                .uses(500, 500),
                        List.of(
                                "100 % of the closed connections were used once: the server sends Connection: close"
                                        + " after every request.",
                                "500 connections closed in 10 min, 100 % of them with cause SERVER_CLOSE_HEADER; 500"
                                        + " dials")),
                arguments(
                        healthy().closed(CloseCause.SERVER_CLOSED_IDLE, 4).closed(CloseCause.STALE, 3),
                        List.of(
                                "The server closes idle connections before the pool does",
                                "7 of 11 connections closed in 10 min were closed by the server while idle;"
                                        + " keepAlive.max is 30.0 s.")),
                arguments(
                        healthy().learned(Duration.ofMillis(4_500)),
                        List.of("INFO", "Connections idle for at most 4.5 s; keepAlive.max is 30.0 s.")),
                arguments(
                        healthy().closed(CloseCause.BODY_NOT_CONSUMED, 6),
                        List.of("Callers close responses before they have read them")),
                arguments(
                        healthy().closed(CloseCause.UNSOLICITED_BYTES, 1),
                        List.of(
                                "http://recs:80: The server sends more than it announced",
                                "1 of 5 connections closed in 10 min had such bytes")),
                arguments(
                        healthy().closed(CloseCause.TOTAL_TIMEOUT, 30),
                        List.of("30 of 2000 calls in 10 min; timeouts.total is 10.0 s")),
                arguments(
                        healthy().settings(c -> c.timeouts(t -> t.read(Duration.ZERO))),
                        List.of("INFO", "timeouts.read of 100ms would leave three times that.")),
                arguments(
                        healthy().dials(DialOutcome.REFUSED, 6).dials(DialOutcome.TIMED_OUT, 2),
                        List.of(
                                "8 of 18 dials failed in 10 min, most of them (6) with REFUSED.",
                                "Check that the server runs and listens on this port.")),
                arguments(
                        healthy()
                                .settings(c -> c.proxy("http://127.0.0.1:9999"))
                                .names(setting -> "weir.pools.shop." + setting)
                                .dials(DialOutcome.REFUSED, 8),
                        List.of(
                                "Connections to this host cannot be established: they lead through the proxy"
                                        + " http://127.0.0.1:9999 (weir.pools.shop.proxy).",
                                "Check that the proxy http://127.0.0.1:9999 (weir.pools.shop.proxy) runs and listens"
                                        + " on this port.")),
                arguments(
                        dialing(CloseCause.EVICTED_FOR_ROUTE, 500).settings(c -> c.connectionState(true)),
                        List.of("Connections are bound to users (connectionState)")),
                arguments(
                        dialing(CloseCause.PRIVATE, 600),
                        List.of("Connection-bound authentication (NTLM, Negotiate)", "setUserToken")),
                arguments(
                        healthy().leaks(2),
                        List.of("2 connections were not given back; the latest was leased at"
                                + " shop.Orders.load(Orders.java:42).")),
                arguments(
                        new FiguresFixture("http://recs:80")
                                .leases(LeaseOutcome.TIMED_OUT, 198)
                                .held(Times.NONE)
                                .refused(Verdict.UNCLEAR, "all 20 are in use", "raise the limit")
                                .peak(1_000),
                        List.of(
                                "Callers get no connection: unclear.",
                                "198 of 2198 callers got none in 10 min, the last one because all 20 are in use.",
                                "Raise the limit.")),
                arguments(
                        full().peak(20).refused(Verdict.SLOW_UPSTREAM, "half of them are slow", "find out why"),
                        List.of("Callers get no connection: slow upstream.", "Find out why.")),
                arguments(
                        new FiguresFixture("http://recs:80").readTimeouts(500),
                        List.of("The server does not answer within timeouts.read.")));
    }

    private static FiguresFixture busy() {
        return healthy()
                .span(Duration.ofSeconds(10))
                .held(times(2_000, Duration.ofMillis(100)))
                .waited(times(1_000, Duration.ofMillis(40)));
    }

    private static FiguresFixture dialing(CloseCause cause, long closed) {
        return healthy().closed(cause, closed).dials(DialOutcome.CONNECTED, 600).leases(LeaseOutcome.DIALED, 600);
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void findsWhatIsWrong(FiguresFixture route, List<String> said) {
        assertThat(only(route).toString()).contains(said);
    }

    @Test
    void findsNoSmallPoolWhereASharedConnectionHasRoom() {
        assertThat(of(full().exchangesPerConnection(5).peak(99))).isEmpty();
        assertThat(of(full().exchangesPerConnection(100).peak(200))).isEmpty();
    }

    private static FiguresFixture full() {
        return healthy()
                .span(Duration.ofSeconds(10))
                .held(times(2_000, Duration.ofSeconds(1)))
                .leases(LeaseOutcome.TIMED_OUT, 7);
    }

    @ParameterizedTest
    @EnumSource(
            value = CloseCause.class,
            names = {"IDLE", "KEEP_ALIVE_EXPIRED", "MAX_LIFETIME"})
    void findsNoChurnWhereIdleConnectionsThatARouteIsToHaveEndOfAge(CloseCause cause) {
        FiguresFixture quiet = healthy().closed(cause, 500).dials(DialOutcome.CONNECTED, 500);
        assertThat(of(quiet)).isNotEmpty();

        assertThat(of(quiet.settings(b -> b.route("http://recs:80", r -> r.minIdle(2)))))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        0 | Raise maxIdlePerRoute to the limit of the route.
        9 | Raise maxIdle (all routes) or maxIdlePerRoute, whichever is reached.
        """)
    void namesTheLimitWhereTooFewIdleConnectionsMakeChurn(int maxIdle, String advice) {
        Finding finding = only(healthy()
                .settings(b -> b.maxIdle(maxIdle))
                .closed(CloseCause.SURPLUS_IDLE, 500)
                .closed(CloseCause.MAX_LIFETIME, 0)
                .dials(DialOutcome.CONNECTED, 500)
                .uses(500, 500));

        assertThat(finding.advice()).isEqualTo(advice);
    }

    @ParameterizedTest
    @EnumSource(
            value = CloseCause.class, // but for those that others count, or whoever asked for them knows
            names = {"EVICTED_FOR_ROUTE", "DNS_CHANGED", "TLS_CHANGED", "RECONFIGURED", "DRAINED", "LEAKED", "SHUTDOWN"
            },
            mode = EnumSource.Mode.EXCLUDE)
    void hasWordsForEachCauseOfChurn(CloseCause cause) {
        List<Finding> findings = of(healthy()
                .closed(cause, 600)
                .dials(DialOutcome.CONNECTED, 600)
                .uses(300, 700)
                .leases(LeaseOutcome.DIALED, 600));

        assertThat(findings)
                .isNotEmpty()
                .allSatisfy(finding ->
                        assertThat(finding.toString()).doesNotContain("null").contains("Evidence: ", "Advice: "));
    }

    @ParameterizedTest
    @EnumSource(
            value = DialOutcome.class,
            names = {"CONNECTED", "CANCELLED"},
            mode = EnumSource.Mode.EXCLUDE)
    void hasAdviceForEachFailureOfADial(DialOutcome failure) {
        assertThat(only(healthy().dials(failure, 8)).toString()).contains("with " + failure + ".", "Advice: ");
    }

    @Test
    void findsRoutesThatTakeConnectionsFromEachOther() {
        PoolFigures pool = healthy()
                .peak(60)
                .closed(CloseCause.EVICTED_FOR_ROUTE, 9)
                .settings(c -> c.maxTotal(100).maxPerRoute(80))
                .pool(new FiguresFixture("http://b:80")
                        .peak(50)
                        .settings(c -> c.maxTotal(100).maxPerRoute(80)));

        assertThat(pool.findings(List.of())).singleElement().satisfies(finding -> {
            assertThat(finding.route()).isEmpty();
            assertThat(finding.evidence())
                    .isEqualTo("9 idle connections gave their place to another route; the limits of 2 routes add up to"
                            + " 160, maxTotal is 100, and their peaks to 110.");
            assertThat(finding.advice()).startsWith("Raise maxTotal to 160");
        });
    }

    @Test
    void findsARouteThatHoldsTheTotal() {
        PoolFigures pool = healthy()
                .peak(20)
                .settings(c -> c.maxTotal(20).maxPerRoute(20))
                .pool(new FiguresFixture("http://b:80")
                        .peak(1)
                        .leases(LeaseOutcome.TIMED_OUT, 12)
                        .settings(c -> c.maxTotal(20).maxPerRoute(20)));

        assertThat(pool.findings(List.of())).singleElement().satisfies(finding -> {
            assertThat(finding.route()).hasValue("http://recs:80");
            assertThat(finding.evidence())
                    .isEqualTo("It had up to 20 of 20 connections in use; 12 callers of routes below their limits got"
                            + " none.");
        });
    }

    @Test
    void putsTheMostSevereFirst() {
        List<Finding> findings = of(
                healthy().closed(CloseCause.TOTAL_TIMEOUT, 30).settings(c -> c.timeouts(t -> t.read(Duration.ZERO))));

        assertThat(findings)
                .extracting(Finding::severity)
                .containsExactly(Finding.Severity.WARN, Finding.Severity.INFO);
    }
}
