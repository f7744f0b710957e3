package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ElsewhereTest {

    private static final String A = "10.0.0.1";
    private static final String B = "10.0.0.2";
    private static final String C = "10.0.0.3";

    private static InetSocketAddress address(String literal) {
        return new InetSocketAddress(literal, 80);
    }

    private static @Nullable Elsewhere after(List<String> tried, String... answer) {
        Set<InetSocketAddress> known =
                Arrays.stream(answer).map(ElsewhereTest::address).collect(Collectors.toCollection(LinkedHashSet::new));
        return Elsewhere.of(tried.stream().map(ElsewhereTest::address).toList(), known);
    }

    private static List<String> avoided(@Nullable Elsewhere elsewhere) {
        return elsewhere == null
                ? List.of()
                : List.of(A, B, C).stream()
                        .filter(each -> elsewhere.avoids(address(each)))
                        .toList();
    }

    @Test
    void isNowhereBeforeTheFirstTry() {
        assertThat(after(List.of(), A, B)).isNull();
    }

    @Test
    void isAwayFromWhatWasTried() {
        assertThat(avoided(after(List.of(A), A, B, C))).containsExactly(A);
        assertThat(avoided(after(List.of(A, B), A, B, C))).containsExactly(A, B);
    }

    @Test
    void isAwayFromTheLastWhereAllWereTried() {
        assertThat(avoided(after(List.of(A, B), A, B))).containsExactly(B);
    }

    @Test
    void isNowhereWhereThereIsOneAddress() {
        assertThat(after(List.of(A), A)).isNull();
        assertThat(after(List.of(A, A), A)).isNull();
    }

    @Test
    void isNoServerOfAnotherFamilyOrScope() {
        assertThat(after(List.of(A), A, "2001:db8::1", "192.0.2.1")).isNull();
    }

    @Test
    void mayBeAnywhereWhereNothingIsKnown() {
        assertThat(avoided(after(List.of(A)))).containsExactly(A);
    }

    @Test
    void isNowhereWhereNamesAreNotLookedUp() {
        assertThat(Elsewhere.of(List.of(InetSocketAddress.createUnresolved("host", 80)), Set.of(address(A))))
                .isNull();
    }
}
