package dev.weir.internal.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import dev.weir.event.DialOutcome;
import dev.weir.event.LeaseOutcome;
import dev.weir.event.RouteSnapshot;
import dev.weir.failure.Verdict;
import dev.weir.internal.event.RouteFixture;
import dev.weir.internal.traffic.Times;
import dev.weir.internal.traffic.Traffic;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExhaustionTest {

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final int limit = 10;
    private int open = 10;
    private int leased = 10;
    private int sharing = 1;
    private int dialing;
    private int byCaller;
    private int suspected;
    private int allOpen = 10;
    private Duration age = Duration.ofMillis(50);
    private @Nullable DialOutcome dialFailure;
    private Times held = Times.NONE;
    private Map<LeaseOutcome, Long> leases = Map.of();
    private int maxInFlight;

    private Exhaustion.Reasoned decide() {
        PoolConfig config = PoolConfig.builder("shop")
                .maxTotal(100)
                .route("http://a:80", route -> route.maxInFlight(maxInFlight))
                .build();
        RouteSnapshot now = RouteFixture.of("http://a:80")
                .limit(limit)
                .now(sharing > 1 ? leased : open, 0, 3, dialing)
                .soFar(open, 0)
                .inFlight(maxInFlight, maxInFlight)
                .snapshot();
        Traffic traffic = new Traffic(
                Duration.ofSeconds(10), leases, Map.of(), 0, 0, Map.of(), held, Times.NONE, Times.NONE, 0, 0, 0);
        RouteFigures route = new RouteFigures(
                now,
                config.effective("http://a:80"),
                Optional.empty(),
                traffic,
                sharing,
                RouteFigures.Leaks.NONE,
                null,
                SettingNames.PLAIN);
        return new Exhaustion(
                        route,
                        allOpen == 100 && route.hasRoom() ? "http://b:80 has " + (100 - open) + " of the 100" : null,
                        new Exhaustion.Held(byCaller, suspected, age),
                        dialFailure,
                        PATIENCE)
                .verdict();
    }

    private static Times times(int count, Duration each) {
        return Times.of(IntStream.range(0, count).mapToObj(i -> each).toArray(Duration[]::new));
    }

    @Test
    void undersizedWhereCallersAreFasterThanConnections() {
        open = 3;

        Exhaustion.Reasoned verdict = decide();

        assertThat(verdict.verdict()).isEqualTo(Verdict.UNDERSIZED);
        assertThat(verdict.explanation())
                .isEqualTo(
                        "callers came faster than connections, of which 3 are established and 0 on the way, while the"
                                + " route may have 10; warm the pool up, or raise maxPending or dialing.maxConcurrent");
    }

    @Test
    void undersizedWithTheNumberThatWouldDo() {
        held = times(1_000, Duration.ofMillis(100));

        Exhaustion.Reasoned verdict = decide();

        assertThat(verdict.verdict()).isEqualTo(Verdict.UNDERSIZED);
        assertThat(verdict.explanation())
                .isEqualTo("all 10 are in use: 100/s requests, each holding a connection for 100 ms on average; raise"
                        + " maxPerRoute, or route[http://a:80].maxConnections to 19");
    }

    @Test
    void undersizedInConnectionsWhereTheyCarrySeveralExchanges() {
        sharing = 4;
        leased = 40;
        held = times(1_000, Duration.ofMillis(600));

        assertThat(decide().explanation())
                .isEqualTo("each of the 10 connections carries 4 exchanges, and takes no more: 100/s requests, each"
                        + " taking 600 ms on average; raise maxPerRoute, or route[http://a:80].maxConnections to 20");
    }

    @Test
    void namesTheLimitOfExchangesThatIsReached() {
        maxInFlight = 10;

        Exhaustion.Reasoned verdict = decide();

        assertThat(verdict.verdict()).isEqualTo(Verdict.IN_FLIGHT_LIMIT).hasToString("too many in flight");
        assertThat(verdict.explanation())
                .isEqualTo("all 10 exchanges are under way that route[http://a:80].maxInFlight allows; raise it if the"
                        + " server can take more at a time, or send it fewer");
    }

    @Test
    void slowWhereConnectionsAreHeldForMuchLongerThanUsual() {
        held = times(1_000, Duration.ofMillis(10));
        age = Duration.ofMillis(50);

        assertThat(decide().verdict()).isEqualTo(Verdict.SLOW_UPSTREAM);
    }

    @Test
    void notSlowWhereItIsAlwaysLikeThis() {
        held = times(1_000, Duration.ofSeconds(3));
        age = Duration.ofMillis(2_500);

        assertThat(decide().verdict()).isEqualTo(Verdict.UNDERSIZED);
    }

    @Test
    void unclearWhereNothingIsUsualYet() {
        age = Duration.ofMillis(700);
        leases = Map.of(LeaseOutcome.DIALED, 10L, LeaseOutcome.TIMED_OUT, 7L);

        Exhaustion.Reasoned verdict = decide();

        assertThat(verdict.verdict()).isEqualTo(Verdict.UNCLEAR);
        assertThat(verdict.explanation())
                .isEqualTo("all 10 are in use (maxPerRoute, or route[http://a:80].maxConnections), half of them for 700"
                        + " ms or longer, and 17 callers came in 10 s: too few have come back to tell a slow"
                        + " server from a small limit; if the server usually answers sooner, look there, else"
                        + " raise the limit");
    }

    @Test
    void leakBeforeSlow() {
        age = PATIENCE;
        suspected = 1;

        assertThat(decide().verdict()).isEqualTo(Verdict.LEAK_SUSPECTED);
    }

    @Test
    void totalTakenOnlyWhileTheRouteHasRoom() {
        open = 9;
        allOpen = 100;

        assertThat(decide().verdict()).isEqualTo(Verdict.TOTAL_TAKEN);

        open = 10;
        assertThat(decide().verdict()).isEqualTo(Verdict.UNCLEAR);
    }

    @Test
    void dialsFailingWhileTheRouteHasRoom() {
        open = 9;
        dialFailure = DialOutcome.REFUSED;

        assertThat(decide().explanation()).startsWith("the last attempt to connect ended with REFUSED");

        open = 10;
        assertThat(decide().verdict()).isEqualTo(Verdict.UNCLEAR);
    }

    @Test
    void unclearWhileTheFirstDialsAreMerelySlow() {
        open = 0;
        dialing = 1;

        Exhaustion.Reasoned verdict = decide();

        assertThat(verdict.verdict()).isEqualTo(Verdict.UNCLEAR);
        assertThat(verdict.explanation())
                .isEqualTo("no connection is established yet and 1 dial is under way; if they usually succeed, warm the"
                        + " pool up, else find out whether http://a:80 can be reached");
    }

    @Test
    void nestedWhereTheCallerHoldsSome() {
        byCaller = 1;
        suspected = 1;

        assertThat(decide().verdict()).isEqualTo(Verdict.NESTED_LEASE);
    }

    @Test
    void leakWhereTheCallerHoldsAll() {
        byCaller = 10;

        assertThat(decide().verdict()).isEqualTo(Verdict.LEAK_SUSPECTED);
    }
}
