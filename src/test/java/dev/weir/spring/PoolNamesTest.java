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
    void takesNamesThatDifferInDigitsForWhatTheyAre() {
        assertThat(PoolNames.misspelled("orders-v2", List.of("orders-v1"))).isEmpty();
        assertThat(PoolNames.misspelled("orders2", List.of("orders"))).isEmpty();
        assertThat(PoolNames.misspelled("oders-v2", List.of("orders-v1"))).contains("orders-v1");
    }

    @Test
    void takesAConfiguredNameAndTheDefaultForRight() {
        assertThat(PoolNames.misspelled("cart", List.of("card", "cart"))).isEmpty();
        assertThat(PoolNames.misspelled("cart", List.of("card"))).contains("card");
        assertThat(PoolNames.misspelled("default", List.of("defaults"))).isEmpty();
    }

    @Test
    void makesANameThatAPoolMayHave() {
        assertThat(PoolNames.valid("git.hub_2", "")).isEqualTo("git.hub_2");
        assertThat(PoolNames.valid("my shop/<b>", "-async")).isEqualTo("my-shop-b--async");
        assertThat(PoolNames.valid("..", "")).isEqualTo("-");
        assertThat(PoolNames.valid("x".repeat(90), "-2")).isEqualTo("x".repeat(62) + "-2");
    }

    @Test
    void forgetsDashesUnderscoresAndCase() {
        assertThat(PoolNames.canonical("Payment-API_2")).isEqualTo("paymentapi2");
    }
}
