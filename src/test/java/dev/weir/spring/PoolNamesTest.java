package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PoolNamesTest {

    private static final List<String> NAMES = List.of("payments", "search", "x");

    @Test
    void findsWhatWasProbablyMeant() {
        assertThat(PoolNames.nearest("paymnts", NAMES)).contains("payments");
        assertThat(PoolNames.nearest("serach", NAMES)).contains("search");
        assertThat(PoolNames.nearest("orders", NAMES)).isEmpty();
        assertThat(PoolNames.nearest("y", NAMES)).isEmpty();
    }

    @Test
    void forgetsDashesUnderscoresAndCase() {
        assertThat(PoolNames.canonical("Payment-API_2")).isEqualTo("paymentapi2");
    }
}
