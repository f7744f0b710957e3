package dev.weir.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The clock of the machine is set by an hour while calls are under way. */
@Timeout(300)
@Tag("faults")
class MovedClockIT {

    @ParameterizedTest
    @CsvSource({"blocking, 1", "blocking, -1", "async, 1", "async, -1"})
    void changesNoWaitAndNoDeadline(String kind, int hours) throws Exception {
        Callable<?> calls = (Callable<?>) new MovedClockClasses()
                .loadClass(MovedClockCalls.class.getName())
                .getConstructor(String.class, Duration.class)
                .newInstance(kind, Duration.ofHours(hours));

        assertThat(calls.call())
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .containsExactly(
                        "the one that waits: PoolExhaustedException",
                        "the one that holds: 200",
                        "the next: 200",
                        "connections: 1",
                        "the one with a deadline: TotalTimeoutException");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, -1})
    void changesNothingAboutPings(int hours) throws Exception {
        Callable<?> pings = (Callable<?>) new MovedClockClasses()
                .loadClass(MovedClockPings.class.getName())
                .getConstructor(Duration.class)
                .newInstance(Duration.ofHours(hours));

        assertThat(pings.call())
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .containsExactly("first: 200", "pings: true", "next: 200", "connections: 1");
    }
}
