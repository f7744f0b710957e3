package dev.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class SliceBlocksTest {

    private static final Offset<Double> EXACT = within(1e-9);

    private static Slice slice(double requests, double callerNanos, double collectorNanos) {
        return slice(requests, callerNanos, collectorNanos, 0);
    }

    private static Slice slice(double requests, double callerNanos, double collectorNanos, double otherNanos) {
        return new Slice(
                requests,
                1_000,
                requests,
                otherNanos,
                0,
                ThreadSwitches.none(),
                Map.of(
                        ThreadKind.CALLERS,
                        callerNanos,
                        ThreadKind.GC,
                        collectorNanos,
                        ThreadKind.COMPILERS,
                        1e6,
                        ThreadKind.BENCHMARK,
                        1e6));
    }

    @Test
    void comparesWhatRequestsCostWhateverTheirNumber() {
        List<Slice> client = List.of(slice(50, 100, 0), slice(50, 100, 0));
        List<Slice> first = List.of(slice(10, 10, 0), slice(90, 90, 0));

        assertThat(new SliceBlocks(client, first).cpuRatios()).containsExactly(new double[] {2}, EXACT);
    }

    @Test
    void findsNoDifferenceOnAMachineThatSlowsDownEvenly() {
        List<Slice> client = List.of(slice(1, 100, 0), slice(1, 130, 0));
        List<Slice> first = List.of(slice(1, 110, 0), slice(1, 120, 0));

        assertThat(new SliceBlocks(client, first).cpuRatios()).containsExactly(new double[] {1}, EXACT);
    }

    @Test
    void spreadsTheCollectionOfGarbageOverAllSlices() {
        List<Slice> client = List.of(slice(1, 100, 0), slice(1, 100, 0), slice(1, 100, 0), slice(1, 100, 400));
        List<Slice> first = List.of(slice(1, 100, 0), slice(1, 100, 0), slice(1, 100, 0), slice(1, 100, 0));

        assertThat(new SliceBlocks(client, first).cpuRatios()).containsExactly(new double[] {2}, EXACT);
    }

    @Test
    void addsTheServer() {
        List<Slice> client = List.of(slice(1, 3, 0), slice(1, 3, 0));
        List<Slice> first = List.of(slice(1, 1, 0), slice(1, 1, 0));

        assertThat(new SliceBlocks(client, first).thriftOfBothRatios()).containsExactly(new double[] {0.5}, EXACT);
    }

    @Test
    void leavesOutWhatSlowsTheServerDownAsMuch() {
        List<Slice> client = List.of(slice(1, 3, 0), slice(1, 3, 0));
        Slice slow = new Slice(1, 1_000, 2, 0, 0, ThreadSwitches.none(), Map.of(ThreadKind.CALLERS, 2.0));

        assertThat(new SliceBlocks(client, List.of(slow, slow)).cpuByServerRatios())
                .containsExactly(new double[] {3}, EXACT);
    }

    @Test
    void takesASliceThatIsLeftIntoTheLastBlock() {
        List<Slice> client = List.of(slice(1, 1, 0), slice(1, 1, 0), slice(1, 4, 0));
        List<Slice> first = List.of(slice(1, 1, 0), slice(1, 1, 0), slice(1, 1, 0));

        assertThat(new SliceBlocks(client, first).cpuRatios()).containsExactly(new double[] {2}, EXACT);
    }

    @Test
    void comparesASingleSliceOfEach() {
        assertThat(new SliceBlocks(List.of(slice(1, 2, 0)), List.of(slice(1, 1, 0))).cpuRatios())
                .containsExactly(new double[] {2}, EXACT);
    }

    @Test
    void countsTheHalfInWhichOtherProcessesTookLeast() {
        List<Slice> client =
                List.of(slice(1, 9, 0, 500), slice(1, 9, 0, 500), slice(1, 2, 0, 100), slice(1, 2, 0, 100));
        List<Slice> first = List.of(slice(1, 1, 0), slice(1, 1, 0), slice(1, 1, 0), slice(1, 1, 0));
        SliceBlocks blocks = new SliceBlocks(client, first);

        assertThat(blocks.cpuRatios()).containsExactly(new double[] {2}, EXACT);
        assertThat(blocks.disturbance()).isEqualTo(0.05);
    }

    @Test
    void readsWhatItHasWritten() {
        Slice slice = slice(3, 4, 5);

        assertThat(Slice.of(slice.figures()).figures()).containsAllEntriesOf(slice.figures());
    }
}
