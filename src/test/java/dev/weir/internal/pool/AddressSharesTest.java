package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.Address;
import dev.weir.internal.dns.WeightedAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressSharesTest {

    @ParameterizedTest
    @CsvSource({
        "40 0 0, 0, 26",
        "14 13 13, 0, 0",
        "2 1 0, 0, 1",
        "1 0 0, 0, 0",
        "2 0 0, 0, 1",
        "3 3 3, 0, 0",
        "5 0 7, 0, 4",
        "39 0 0, 1, 25",
        "14 13 12, 1, 0",
        "9, 0, 0",
    })
    void countsThoseAboveAnEvenShare(String present, int pending, int surplus) {
        assertThat(shares(numbers(present), pending).surplus()).hasSize(surplus);
    }

    @ParameterizedTest
    @CsvSource({
        "8 0, 3 1, 2, ",
        "4 4, 3 1, 2, ",
        "6 2, 3 1, 0, ",
        "0 8, 3 1, 6, 0",
        "6 0 0 0, 6 1 1 1, 0, ",
        "8 1 0, 800 200 1, 0, ",
    })
    void countsThoseAboveAShareByWeight(String present, String weights, int surplus, @Nullable Integer vacant) {
        int[] counts = numbers(present);
        AddressShares<String> shares = shares(counts, numbers(weights));

        assertThat(shares.surplus()).hasSize(surplus);
        if (vacant != null) {
            assertThat(shares.vacant()).containsExactly(address(vacant));
        }
    }

    @Test
    void anAddressWhoseShareIsNoneIsNotVacant() {
        assertThat(shares(new int[] {4, 0}, new int[] {1_000, 1}).vacant()).isEmpty();
    }

    @Test
    void takesThemFromTheAddressWithTheMost() {
        assertThat(shares(new int[] {1, 5, 1}, 0).surplus()).containsExactly("1-3", "1-4");
    }

    @Test
    void knowsWhereNothingLeads() {
        assertThat(shares(new int[] {2, 0}, 0).vacant()).containsExactly(address(1));
    }

    @Test
    void thoseToOtherAddressesCountForNothing() {
        AddressShares<String> shares = new AddressShares<>(Set.of(address(0)));

        shares.add(address(7), "elsewhere");

        assertThat(shares.surplus()).isEmpty();
        assertThat(shares.vacant()).isEmpty();
    }

    @Test
    void withoutAddressesNothingIsTooMuch() {
        assertThat(new AddressShares<String>(Set.of()).surplus()).isEqualTo(List.of());
    }

    private static int[] numbers(String text) {
        return Arrays.stream(text.split(" ")).mapToInt(Integer::parseInt).toArray();
    }

    private static AddressShares<String> shares(int[] counts, int pending) {
        int[] weights = new int[counts.length];
        Arrays.fill(weights, 1);
        AddressShares<String> shares = shares(counts, weights);
        for (int i = 0; i < pending; i++) {
            shares.addPending();
        }
        return shares;
    }

    private static AddressShares<String> shares(int[] counts, int[] weights) {
        Set<InetSocketAddress> addresses = new LinkedHashSet<>();
        for (int i = 0; i < counts.length; i++) {
            addresses.add(new WeightedAddress(Address.of(address(i)).weight(weights[i])));
        }
        AddressShares<String> shares = new AddressShares<>(addresses);
        for (int i = 0; i < counts.length; i++) {
            for (int each = 0; each < counts[i]; each++) {
                shares.add(address(i), i + "-" + each);
            }
        }
        return shares;
    }

    static InetSocketAddress address(int number) {
        return new InetSocketAddress("10.0.0." + (number + 1), 443);
    }
}
