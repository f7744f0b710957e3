package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RebalanceTest {

    private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(100);

    private final Rebalance rebalance = new Rebalance();
    private final Map<InetSocketAddress, List<Integer>> open = new LinkedHashMap<>();
    private final Set<InetSocketAddress> refusing = new HashSet<>();
    private final Set<Integer> idle = new HashSet<>();
    private int leaving;
    private long nowNanos = Long.MAX_VALUE - 10;

    @ParameterizedTest
    @CsvSource({"40, 3", "12, 3", "2, 2", "41, 8", "7, 2"})
    void isEvenAfterThreeSeconds(int connections, int addresses) {
        has(connections, addresses);

        moveAll(next(true, 8));
        for (long spent = 0; spent <= TimeUnit.MILLISECONDS.toNanos(3_200); spent += LOOK) {
            nowNanos += LOOK;
            moveAll(next(false, 8));
        }

        assertThat(mostAndFewest().get(0) - mostAndFewest().get(1)).isLessThanOrEqualTo(1);
        assertThat(total()).isEqualTo(connections);
        assertThat(rebalance.isUnderWay()).isFalse();
    }

    @Test
    void theFirstGoesAlone() {
        has(40, 3);

        List<Integer> first = next(true, 8);
        leave(first);
        nowNanos += LOOK;

        assertThat(first).hasSize(1);
        assertThat(next(false, 8)).isEmpty();
    }

    @Test
    void theIdleGoFirst() {
        has(40, 3);
        idle.addAll(List.of(37, 39));

        List<Integer> first = next(true, 8);
        moveAll(first);
        nowNanos += LOOK;

        assertThat(first).containsExactly(37);
        assertThat(next(false, 8)).hasSize(3).startsWith(39);
    }

    @Test
    void anAddressThatTakesNoneCostsOne() {
        has(40, 2);
        refusing.add(AddressSharesTest.address(1));

        int moved = 0;
        for (int look = 0; look < 50; look++) {
            List<Integer> next = next(look == 0, 8);
            moveAll(next);
            moved += next.size();
            nowNanos += LOOK;
        }

        assertThat(moved).isEqualTo(1);
        assertThat(rebalance.isUnderWay()).isFalse();
        assertThat(next(true, 8)).hasSize(1);
    }

    @Test
    void whileTheFirstIsInUseAnotherOneIsTried() {
        has(40, 2);
        leave(next(true, 8));
        nowNanos += Rebalance.PATIENCE_NANOS - 1;
        assertThat(next(false, 8)).isEmpty();
        nowNanos += 1;

        assertThat(next(false, 8)).hasSize(1);
        assertThat(rebalance.isUnderWay()).isTrue();
    }

    @Test
    void theyMoveToAnAddressThatIsBackAndHasOneAlready() {
        has(12, 2);
        open.put(AddressSharesTest.address(1), new ArrayList<>(List.of(99)));
        assertThat(next(true, 8)).isEmpty();

        rebalance.sharesChanged();
        for (int look = 0; look < 50; look++) {
            moveAll(next(look == 0, 8));
            nowNanos += LOOK;
        }

        assertThat(mostAndFewest()).containsExactly(7, 6);
        assertThat(rebalance.isUnderWay()).isFalse();
    }

    @Test
    void neverAreMoreLeavingThanAllowed() {
        has(40, 2);
        moveAll(next(true, 3));
        nowNanos += TimeUnit.SECONDS.toNanos(10);
        leave(next(false, 3));
        nowNanos += TimeUnit.SECONDS.toNanos(10);

        assertThat(leaving).isEqualTo(2);
        List<Integer> next = next(false, 3);
        leave(next);
        assertThat(next).hasSize(1);
        nowNanos += TimeUnit.SECONDS.toNanos(10);
        assertThat(next(false, 3)).isEmpty();
    }

    @Test
    void thoseThatCouldNotLeaveAreAskedAgain() {
        has(4, 2);

        int asked = 0;
        for (int look = 0; look < 100; look++) {
            List<Integer> next = next(true, 8);
            asked += next.size();
            rebalance.stayed(next.size());
            nowNanos += Rebalance.PATIENCE_NANOS;
        }

        assertThat(asked).isGreaterThanOrEqualTo(50);
    }

    @Test
    void withoutANewAnswerNothingBegins() {
        has(40, 2);

        assertThat(next(false, 8)).isEmpty();
    }

    @Test
    void asLongAsEachAddressHasOneNothingBegins() {
        has(40, 2);
        open.put(AddressSharesTest.address(1), List.of(100));

        assertThat(next(true, 8)).isEmpty();
    }

    @Test
    void aSingleConnectionStays() {
        has(1, 3);

        assertThat(next(true, 8)).isEmpty();
        assertThat(rebalance.isUnderWay()).isFalse();
    }

    private void has(int connections, int addresses) {
        IntStream.range(0, addresses).forEach(i -> open.put(AddressSharesTest.address(i), new ArrayList<>()));
        open.put(
                AddressSharesTest.address(0),
                new ArrayList<>(IntStream.range(0, connections).boxed().toList()));
    }

    private List<Integer> next(boolean isNews, int most) {
        AddressShares<Integer> shares = new AddressShares<>(open.keySet());
        open.forEach((address, connections) -> connections.forEach(each -> shares.add(address, each)));
        for (int i = 0; i < leaving; i++) {
            shares.addPending();
        }
        return rebalance.next(shares, isNews, idle::contains, most, nowNanos);
    }

    /** They are on their way. */
    private void leave(List<Integer> connections) {
        open.values().forEach(present -> present.removeAll(connections));
        leaving += connections.size();
    }

    /** They are gone, and others are there, each at the address with the fewest. */
    private void moveAll(List<Integer> connections) {
        for (Integer each : connections) {
            open.values().forEach(present -> present.remove(each));
            open.entrySet().stream()
                    .filter(entry -> !refusing.contains(entry.getKey()))
                    .map(Map.Entry::getValue)
                    .min(Comparator.comparing(List::size))
                    .orElseThrow()
                    .add(each + 1_000);
        }
    }

    private List<Integer> mostAndFewest() {
        List<Integer> sizes = open.values().stream().map(List::size).sorted().toList();
        return List.of(sizes.get(sizes.size() - 1), sizes.get(0));
    }

    private int total() {
        return open.values().stream().mapToInt(List::size).sum();
    }
}
