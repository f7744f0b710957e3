package dev.weir.internal.ejection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.EjectionReason;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OutliersTest {

    private static final EjectionTerms TERMS = new EjectionTerms(3, seconds(10), seconds(35), Set.of(503));
    private static final EjectionTerms OFF = new EjectionTerms(0, seconds(10), seconds(35), Set.of());

    // Near the end of the range, so that a wrong comparison of times fails.
    private long nowNanos = Long.MAX_VALUE - seconds(5);

    private final Outliers outliers = new Outliers();

    @Test
    void ejectsAnAddressThatFailsSoOftenInARowWhileAnotherWorks() {
        answers(2);
        succeed(1);
        assertThat(fail(0)).isNull();
        succeed(1);
        assertThat(fail(0)).isNull();

        Outliers.Ejected ejected = fail(0);

        assertThat(ejected).isEqualTo(new Outliers.Ejected(address(0), seconds(10), 3));
        assertThat(outliers.isBlocked(address(0), nowNanos)).isTrue();
        assertThat(order(2)).containsExactly(address(1), address(0));
    }

    @Test
    void aLookupThatNamesTheEjectedAddressAloneTwiceIsOneAddress() {
        answers(2);
        succeed(1);
        eject(0, 1);

        assertThat(outliers.order(List.of(address(0), address(0)), TERMS, nowNanos))
                .containsExactly(address(0), address(0));
    }

    @Test
    void aSuccessEndsTheRow() {
        answers(2);
        succeed(1);
        fail(0);
        succeed(1);
        fail(0);
        succeed(0);

        assertThat(fail(0)).isNull();
        succeed(1);
        assertThat(fail(0)).isNull();
        assertThat(fail(0)).isNotNull();
    }

    @Test
    void aSuccessBeforeTheRowBeganDoesNotCount() {
        answers(2);
        succeed(1);
        fail(0);

        fail(0);
        assertThat(fail(0)).isNull();
        succeed(1);
        assertThat(fail(0)).isNotNull();
    }

    @Test
    void aSingleFailureIsEnoughIfThatIsSoAndAnotherHasWorked() {
        answers(2);
        EjectionTerms one = new EjectionTerms(1, seconds(10), seconds(35), Set.of());
        assertThat(outliers.failed(health(0), EjectionReason.CONNECT, one, nowNanos))
                .isNull();
        succeed(1);

        assertThat(outliers.failed(health(0), EjectionReason.CONNECT, one, nowNanos))
                .isNotNull();
    }

    @Test
    void leavesASingleAddressAlone() {
        answers(1);
        succeed(1); // once of the name, and no longer
        fail(0);
        succeed(1);

        fail(0);
        assertThat(fail(0)).isNull();
    }

    @Test
    void leavesHalfOfTheAddresses() {
        answers(5);
        eject(0, 4);
        eject(1, 4);

        fail(2);
        succeed(4);
        fail(2);
        assertThat(fail(2)).isNull();
        assertThat(outliers.isBlocked(address(2), nowNanos)).isFalse();
    }

    @Test
    void takesBackWhatALookupWithFewerAddressesLeavesTooMany() {
        answers(4);
        eject(0, 3);
        pass(seconds(1));
        eject(1, 3);

        List<InetSocketAddress> order = outliers.order(List.of(address(0), address(1)), TERMS, nowNanos);

        assertThat(order).containsExactly(address(0), address(1));
        assertThat(outliers.isBlocked(address(0), nowNanos)).isFalse();
        assertThat(outliers.isBlocked(address(1), nowNanos)).isTrue();
    }

    @Test
    void oneConnectionTriesItWhenItsTimeIsOver() {
        answers(3);
        eject(0, 1);
        pass(seconds(10) - 1);
        assertThat(outliers.isDue(address(0), nowNanos)).isFalse();
        pass(1);
        assertThat(outliers.isDue(address(0), nowNanos)).isTrue();

        assertThat(order(3)).startsWith(address(0));
        assertThat(outliers.isDue(address(0), nowNanos)).isFalse();
        assertThat(order(3)).endsWith(address(0));
    }

    @Test
    void anotherConnectionTriesItIfTheFirstOneIsLost() {
        answers(3);
        eject(0, 1);
        pass(seconds(10));
        order(3);

        pass(seconds(10));

        assertThat(order(3)).startsWith(address(0));
    }

    @Test
    void oneSuccessBringsItBack() {
        answers(2);
        eject(0, 1);
        pass(seconds(10));

        assertThat(outliers.succeeded(health(0), nowNanos)).isTrue();

        assertThat(outliers.states(nowNanos)).hasSize(1).allMatch(state -> !state.isOut());
        assertThat(order(2)).containsExactly(address(0), address(1));
        assertThat(outliers.succeeded(health(0), nowNanos)).isFalse();
    }

    @Test
    void oneFailureEjectsItForTwiceAsLongUpToTheLongestTime() {
        answers(2);
        eject(0, 1);
        pass(seconds(10));
        order(2);

        assertThat(fail(0)).isEqualTo(new Outliers.Ejected(address(0), seconds(20), 1));
        pass(seconds(20));
        assertThat(fail(0)).isEqualTo(new Outliers.Ejected(address(0), seconds(35), 1));
    }

    @Test
    void aFailureBeforeItsTimeIsOverChangesNothing() {
        answers(2);
        eject(0, 1);
        pass(seconds(4));

        assertThat(fail(0)).isNull();
        assertThat(outliers.states(nowNanos).get(0).leftNanos()).isEqualTo(seconds(6));
    }

    @Test
    void oneThatFailsSoonAfterItsReturnIsEjectedForLonger() {
        answers(2);
        eject(0, 1);
        pass(seconds(10));
        succeed(0);
        pass(seconds(9));

        assertThat(eject(0, 1).outNanos()).isEqualTo(seconds(20));
    }

    @Test
    void oneThatHasWorkedForAsLongAsItWasOutBeginsAgain() {
        answers(2);
        eject(0, 1);
        pass(seconds(10));
        succeed(0);
        pass(seconds(10));

        assertThat(eject(0, 1).outNanos()).isEqualTo(seconds(10));
    }

    @Test
    void ejectsNothingAndTakesAllBackIfItIsOff() {
        answers(2);
        eject(0, 1);

        assertThat(outliers.order(addresses(2), OFF, nowNanos)).containsExactly(address(0), address(1));
        assertThat(outliers.isBlocked(address(0), nowNanos)).isFalse();
        IntStream.range(0, 9)
                .forEach(i -> assertThat(outliers.failed(health(0), EjectionReason.RESET, OFF, nowNanos))
                        .isNull());
    }

    @Test
    void keepsTheOrderOfAnEmptyAnswer() {
        answers(2);
        eject(0, 1);

        assertThat(outliers.order(List.of(), TERMS, nowNanos)).isEmpty();
    }

    @Test
    void countsAnAddressThatIsThereTwiceOnce() {
        outliers.order(List.of(address(0), address(0)), TERMS, nowNanos);
        fail(0);
        fail(0);

        assertThat(fail(0)).isNull();
        assertThat(outliers.order(List.of(address(0), address(0)), TERMS, nowNanos))
                .containsExactly(address(0), address(0));
    }

    @Test
    void remembersNoMoreThanSoManyAddressesOfASetThatRotates() {
        AddressHealth first = health(0);
        for (int i = 1; i <= Outliers.MOST_KNOWN + 1; i++) {
            outliers.order(List.of(address(i)), TERMS, nowNanos);
        }

        assertThat(health(0)).isNotSameAs(first);
        assertThat(health(Outliers.MOST_KNOWN)).isSameAs(health(Outliers.MOST_KNOWN));
    }

    private Outliers.Ejected eject(int address, int working) {
        fail(address);
        succeed(working);
        fail(address);
        Outliers.Ejected ejected = fail(address);
        return Objects.requireNonNull(ejected);
    }

    private void answers(int count) {
        order(count);
    }

    private List<InetSocketAddress> order(int count) {
        return outliers.order(addresses(count), TERMS, nowNanos);
    }

    private Outliers.@Nullable Ejected fail(int address) {
        return outliers.failed(health(address), EjectionReason.RESET, TERMS, nowNanos);
    }

    private void succeed(int address) {
        outliers.succeeded(health(address), nowNanos);
    }

    private void pass(long nanos) {
        nowNanos += nanos;
    }

    private AddressHealth health(int address) {
        return outliers.of(address(address));
    }

    private static List<InetSocketAddress> addresses(int count) {
        return IntStream.range(0, count).mapToObj(OutliersTest::address).toList();
    }

    private static InetSocketAddress address(int number) {
        return new InetSocketAddress("10.0." + number / 200 + "." + (number % 200 + 1), 80);
    }

    private static long seconds(int count) {
        return TimeUnit.SECONDS.toNanos(count);
    }
}
