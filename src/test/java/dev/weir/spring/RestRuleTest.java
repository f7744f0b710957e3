package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.ConnectionSnapshot;
import dev.weir.event.ConnectionSnapshot.State;
import dev.weir.event.PoolSnapshot;
import dev.weir.event.RouteSnapshot;
import dev.weir.internal.event.RouteFixture;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RestRuleTest {

    private static final Duration LONGEST = Duration.ofSeconds(20);

    private final RestRule rule = new RestRule(LONGEST, 0);

    @Test
    void endsAtRest() {
        assertThat(rule.watch(List.of(), 0)).isFalse();
        assertThat(rule.watch(pools(0, 0, 0), 0)).isFalse();
    }

    @Test
    void waitsForAResponseThatMakesProgress() {
        for (int second = 0; second < 20; second++) {
            assertThat(rule.watch(pools(0, 0, 0, leased(second / 4, false)), nanos(second)))
                    .isTrue();
        }
    }

    @Test
    void waitsForALateResponse() {
        for (int second = 0; second < 20; second++) {
            assertThat(rule.watch(pools(0, 0, 0, leased(1, true)), nanos(second)))
                    .isTrue();
        }
    }

    @Test
    void waitsForNothingBeyondTheBound() {
        assertThat(rule.watch(pools(0, 0, 0, leased(1, true)), nanos(20))).isFalse();
    }

    @Test
    void givesUpOnWhatDoesNotMove() {
        assertThat(rule.watch(pools(0, 0, 0, leased(1, false)), 0)).isTrue();
        assertThat(rule.watch(pools(0, 0, 0, leased(1, false)), RestRule.QUIET.toNanos() - 1))
                .isTrue();
        assertThat(rule.watch(pools(0, 0, 0, leased(1, false)), RestRule.QUIET.toNanos()))
                .isFalse();
    }

    @Test
    void waitsForCallersAndDials() {
        assertThat(rule.watch(pools(1, 0, 0), 0)).isTrue();
        assertThat(rule.watch(pools(0, 1, 0), nanos(4))).isTrue();
        assertThat(rule.watch(pools(0, 0, 0, leased(1, false)), nanos(8))).isTrue();
        assertThat(rule.watch(pools(0, 0, 0), nanos(9))).isFalse();
    }

    @Test
    void looksPastIdleConnections() {
        assertThat(rule.watch(pools(0, 0, 3), 0)).isFalse();
    }

    @Test
    void namesWhatIsNotAtRest() {
        assertThat(RestRule.describe(pools(2, 1, 3, leased(1, false)))).isEqualTo("shop: 4 to http://recs:80");
        assertThat(RestRule.describe(pools(0, 0, 3))).isEmpty();
    }

    private static long nanos(int seconds) {
        return Duration.ofSeconds(seconds).toNanos();
    }

    private static ConnectionSnapshot leased(long bytes, boolean isAwaitingResponse) {
        return new ConnectionSnapshot(
                "c",
                null,
                State.LEASED,
                Duration.ZERO,
                Duration.ZERO,
                1,
                "HTTP/1.1",
                Optional.empty(),
                bytes,
                isAwaitingResponse);
    }

    private static List<PoolSnapshot> pools(int pending, int dialing, int idle, ConnectionSnapshot... leased) {
        RouteSnapshot route = RouteFixture.of("http://recs:80")
                .now(leased.length, idle, pending, dialing)
                .connections(List.of(leased))
                .snapshot();
        return List.of(new PoolSnapshot(
                "shop", 100, leased.length, idle, pending, dialing, List.of(route), true, leased.length, 0));
    }
}
