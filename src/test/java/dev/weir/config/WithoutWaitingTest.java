package dev.weir.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.PriorityQueue;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the advice with simulated queues. */
class WithoutWaitingTest {

    private static final double MAY_WAIT = 0.01;
    private static final int CALLERS = 200_000;

    /** How long one request holds its connection. */
    private interface Hold {
        double next(Random random);
    }

    private static double exponential(Random random, double mean) {
        return -mean * Math.log(1 - random.nextDouble());
    }

    /** Returns the share of callers that wait where they come at random and find this many connections. */
    private static double shareThatWaits(int connections, double rate, Hold hold) {
        Random random = new Random(42);
        PriorityQueue<Double> free = new PriorityQueue<>();
        for (int i = 0; i < connections; i++) {
            free.add(0.0);
        }
        double now = 0;
        int waited = 0;
        for (int i = 0; i < CALLERS; i++) {
            now += exponential(random, 1 / rate);
            double earliest = free.remove();
            if (earliest > now) {
                waited++;
            }
            free.add(Math.max(now, earliest) + hold.next(random));
        }
        return (double) waited / CALLERS;
    }

    /** Returns the smallest number of connections with which few enough wait. */
    private static int smallest(double rate, Hold hold, double meanSeconds) {
        int connections = (int) (rate * meanSeconds) + 1;
        while (shareThatWaits(connections, rate, hold) > MAY_WAIT) {
            connections++;
        }
        return connections;
    }

    @ParameterizedTest
    @CsvSource({"100, 100", "200, 100", "500, 100", "1000, 200"})
    void agreesWithARandomTimeOfService(double rate, long millis) {
        double mean = millis / 1e3;

        int advised = PoolSizing.connectionsWithoutWaiting(rate, Duration.ofMillis(millis), MAY_WAIT);

        assertThat(advised)
                .isCloseTo(smallest(rate, random -> exponential(random, mean), mean), Percentage.withPercentage(10));
    }

    @ParameterizedTest
    @CsvSource({"100, 100", "200, 100", "500, 100", "1000, 200"})
    void agreesWithAFixedTimeOfService(double rate, long millis) {
        double mean = millis / 1e3;

        int advised = PoolSizing.connectionsWithoutWaiting(rate, Duration.ofMillis(millis), MAY_WAIT);

        assertThat(advised).isCloseTo(smallest(rate, random -> mean, mean), Percentage.withPercentage(10));
    }

    @Test
    void isWhatTheFormulaSays() {
        // Erlang C with a load of 10: 18 connections let 1.6 % wait, 19 let 0.8 % wait
        assertThat(PoolSizing.connectionsWithoutWaiting(100, Duration.ofMillis(100), 0.01))
                .isEqualTo(19);
    }

    @Test
    void needsOneConnectionForNextToNothing() {
        assertThat(PoolSizing.connectionsWithoutWaiting(0.001, Duration.ofMillis(1), 0.01))
                .isEqualTo(1);
        assertThat(PoolSizing.connectionsWithoutWaiting(0, Duration.ofMillis(1), 0.01))
                .isZero();
    }

    @Test
    void takesLargeLoads() {
        assertThat(PoolSizing.connectionsWithoutWaiting(1_000_000, Duration.ofSeconds(10), 0.01))
                .isCloseTo(10_000_000, Offset.offset(20_000));
    }

    @Test
    void refusesAShareThatIsNone() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PoolSizing.connectionsWithoutWaiting(1, Duration.ofSeconds(1), 0))
                .withMessage("shareThatMayWait must be above 0 and below 1, such as 0.01, but was 0.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PoolSizing.connectionsWithoutWaiting(1, Duration.ofSeconds(1), 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PoolSizing.connectionsWithoutWaiting(1, Duration.ofSeconds(1), Double.NaN));
    }
}
