package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RequestCountTest {

    private final RequestCount uses = new RequestCount();

    private void use(int times) {
        for (int i = 0; i < times; i++) {
            uses.incrementAndGet();
        }
    }

    @Test
    void endWithTheLastRequestThatTheServerAnnounced() {
        use(1);
        uses.allowMore(2);
        use(1);
        assertThat(uses.hasReached(100)).isFalse();

        use(1);

        assertThat(uses.allowed()).isEqualTo(3);
        assertThat(uses.hasReached(100)).isTrue();
    }

    @Test
    void growNoMoreOnceTheServerHasLimitedThem() {
        use(1);
        uses.allowMore(1);

        uses.allowMore(50);

        assertThat(uses.allowed()).isEqualTo(2);
    }

    @Test
    void doNotOverflowHoweverMuchAServerAnnounces() {
        use(5);

        uses.allowMore(Long.MAX_VALUE);

        assertThat(uses.allowed()).isEqualTo(Long.MAX_VALUE);
    }
}
