package dev.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TurnOrderTest {

    private static final List<String> CLIENTS = List.of("plain", "weir", "okhttp");

    @Test
    void beginsForward() {
        assertThat(TurnOrder.of(CLIENTS, 0)).containsExactly("plain", "weir", "okhttp");
    }

    @Test
    void turnsRoundEachTime() {
        assertThat(TurnOrder.of(CLIENTS, 1)).containsExactly("okhttp", "weir", "plain");
        assertThat(TurnOrder.of(CLIENTS, 2)).containsExactly("plain", "weir", "okhttp");
    }
}
