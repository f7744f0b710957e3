package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
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
        int[] counts =
                Arrays.stream(present.split(" ")).mapToInt(Integer::parseInt).toArray();

        assertThat(shares(counts, pending).surplus()).hasSize(surplus);
    }

    @Test
    void takesThemFromTheAddressWithTheMost() {
        assertThat(shares(new int[] {1, 5, 1}, 0).surplus()).containsExactly("1-3", "1-4");
    }

    @Test
    void knowsWhereNothingLeads() {
        assertThat(shares(new int[] {1, 0}, 0).vacant()).containsExactly(address(1));
    }

    @Test
    void thoseToOtherAddressesCountForNothing() {
        AddressShares<String> shares = new AddressShares<>(Set.of(address(0)));

        shares.add(address(7), "elsewhere");

        assertThat(shares.surplus()).isEmpty();
        assertThat(shares.vacant()).containsExactly(address(0));
    }

    @Test
    void withoutAddressesNothingIsTooMuch() {
        assertThat(new AddressShares<String>(Set.of()).surplus()).isEqualTo(List.of());
    }

    private static AddressShares<String> shares(int[] counts, int pending) {
        Set<InetAddress> addresses = new LinkedHashSet<>();
        for (int i = 0; i < counts.length; i++) {
            addresses.add(address(i));
        }
        AddressShares<String> shares = new AddressShares<>(addresses);
        for (int i = 0; i < counts.length; i++) {
            for (int each = 0; each < counts[i]; each++) {
                shares.add(address(i), i + "-" + each);
            }
        }
        for (int i = 0; i < pending; i++) {
            shares.addPending();
        }
        return shares;
    }

    static InetAddress address(int number) {
        try {
            return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) (number + 1)});
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }
}
