package dev.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ThreadSwitchesTest {

    @Test
    void tellsAskedForSwitchesFromOthers() {
        var switches = ThreadSwitches.parse(List.of(
                "Name:\tcaller", "Threads:\t112", "voluntary_ctxt_switches:\t1234", "nonvoluntary_ctxt_switches:\t56"));

        assertThat(switches).isEqualTo(new ThreadSwitches(1_234, 56));
    }

    @Test
    void countsNothingWhereTheSystemTellsNothing() {
        assertThat(ThreadSwitches.parse(List.of("Name:\tcaller"))).isEqualTo(ThreadSwitches.none());
    }

    @Test
    void addsUpThreadsAndTakesOffWhatWasBefore() {
        var before = new ThreadSwitches(10, 1);

        var after = new ThreadSwitches(100, 20).plus(new ThreadSwitches(5, 2));

        assertThat(after.minus(before)).isEqualTo(new ThreadSwitches(95, 21));
    }
}
