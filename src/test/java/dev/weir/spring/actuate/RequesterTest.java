package dev.weir.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RequesterTest {

    @Test
    void isTheUserWhereThereIsOne() {
        assertThat(Requester.overHttp(() -> "ops")).isEqualTo("endpoint httppools for ops");
        assertThat(Requester.overHttp(() -> " ")).isEqualTo("endpoint httppools");
        assertThat(Requester.overHttp(null)).isEqualTo("endpoint httppools");
    }

    @Test
    void isOneShortLine() {
        assertThat(Requester.overHttp(() -> "o\nps")).isEqualTo("endpoint httppools for o?ps");
        assertThat(Requester.overHttp(() -> "o".repeat(65))).endsWith(" for " + "o".repeat(64) + "…");
    }
}
