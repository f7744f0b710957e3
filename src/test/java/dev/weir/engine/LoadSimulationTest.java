package dev.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The governor spares the server dials in a spike, and does not keep a load that lasts from its connections. */
class LoadSimulationTest {

    private static final int FEW = 2;
    private static final int SPIKE = LoadSimulation.LIMIT - FEW;

    private static LoadSimulation known(boolean governed, long dialMillis, long holdMillis) {
        LoadSimulation load =
                new LoadSimulation(governed, Duration.ofMillis(dialMillis), Duration.ofMillis(holdMillis));
        load.come(FEW, true);
        load.pass(1_000);
        return load;
    }

    private static int servedWhenItHasLasted(boolean governed, long dialMillis, long holdMillis) {
        LoadSimulation load = known(governed, dialMillis, holdMillis);
        load.come(SPIKE, true);
        load.pass(3_000);
        int before = load.served();
        load.pass(500);
        return load.served() - before;
    }

    private static int dialsInASpike(boolean governed, long dialMillis, long holdMillis) {
        LoadSimulation load = known(governed, dialMillis, holdMillis);
        int before = load.dials();
        load.come(SPIKE, false);
        load.pass(1_000);
        return load.dials() - before;
    }

    @ParameterizedTest
    @CsvSource({"30, 1", "30, 5", "30, 50", "2, 10", "100, 50"})
    void aLoadThatLastsGetsItsConnections(long dialMillis, long holdMillis) {
        int ungoverned = servedWhenItHasLasted(false, dialMillis, holdMillis);

        int governed = servedWhenItHasLasted(true, dialMillis, holdMillis);

        assertThat(governed).isGreaterThanOrEqualTo(ungoverned * 9 / 10);
    }

    @ParameterizedTest
    @CsvSource({"30, 1", "30, 5", "30, 50", "100, 5", "100, 50"})
    void aSpikeIsServedWithHalfOfTheDials(long dialMillis, long holdMillis) {
        int ungoverned = dialsInASpike(false, dialMillis, holdMillis);

        int governed = dialsInASpike(true, dialMillis, holdMillis);

        assertThat(governed).isLessThanOrEqualTo(ungoverned / 2);
    }

    @ParameterizedTest
    @CsvSource({"100, 2500, 5", "300, 2500, 5", "3000, 300, 3", "3000, 10000, 50", "30000, 2000, 20"})
    void callersThatStayHaveAConnectionEachWithinASecond(long dialMicros, long holdMicros, long pauseMicros) {
        LoadSimulation load = new LoadSimulation(
                true, micros(dialMicros), micros(holdMicros), micros(holdMicros / 4), micros(pauseMicros));

        load.come(LoadSimulation.LIMIT, true);
        load.pass(1_000);

        assertThat(load.open()).isEqualTo(LoadSimulation.LIMIT);
        assertThat(load.pending()).isZero();
    }

    private static Duration micros(long count) {
        return Duration.ofNanos(1_000 * count);
    }
}
