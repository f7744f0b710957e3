package dev.weir.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SoakVerdictTest {

    private static List<SoakSample> samples(LongUnaryOperator heap, LongUnaryOperator threads) {
        return LongStream.range(0, 40)
                .mapToObj(i -> new SoakSample(i, heap.applyAsLong(i), threads.applyAsLong(i), 5, 5, 0, i, 0, i))
                .toList();
    }

    private static SoakSample sample(long sockets, long alarms) {
        return new SoakSample(7, 1_000, 4, sockets, 5, alarms, 1, 0, 1);
    }

    @Test
    void findsNothingWhereTheHeapSettlesInTheFirstHalf() {
        assertThat(SoakVerdict.of(samples(i -> i < 20 ? 1_000 * i : 20_000 + i, i -> 4)))
                .isEmpty();
    }

    @Test
    void findsAHeapThatGrowsByMoreThanTwoPercentInTheLastHalf() {
        assertThat(SoakVerdict.of(samples(i -> 10_000 + 30 * i, i -> 4)))
                .containsExactly("the heap has grown by 2.8 % in the last half");
    }

    @Test
    void findsThreadsThatBecomeMore() {
        assertThat(SoakVerdict.of(samples(i -> 10_000, i -> i < 30 ? 4 : 5)))
                .containsExactly("the least number of threads has grown by 25.0 % in the last half");
    }

    @Test
    void findsNothingWhereThreadsComeAndGo() {
        assertThat(SoakVerdict.of(samples(i -> 10_000, i -> i < 30 || i == 35 ? 4 : 7)))
                .isEmpty();
    }

    @Test
    void findsASocketThatNoPoolKnows() {
        assertThat(SoakVerdict.of(List.of(sample(6, 0))))
                .containsExactly("7 s: 6 sockets are open, but 5 connections are idle");
    }

    @Test
    void findsADeadlineOfNoCall() {
        assertThat(SoakVerdict.of(List.of(sample(5, 1))))
                .containsExactly("7 s: 1 deadlines are set, but no caller waits");
    }
}
