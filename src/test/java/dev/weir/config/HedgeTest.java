package dev.weir.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HedgeTest {

    @Test
    void isSwitchedOnByEitherOfItsKnobs() {
        assertThat(PoolConfig.builder("shop").build().hedge().isOn()).isFalse();
        assertThat(PoolConfig.builder("shop")
                        .hedge(h -> h.max(0.01))
                        .build()
                        .hedge()
                        .isOn())
                .isTrue();

        Hedge hedge =
                PoolConfig.builder("shop").hedge(h -> h.after(0.99)).build().hedge();
        assertThat(hedge.isOn()).isTrue();
        assertThat(hedge.max()).isEqualTo(Hedge.DEFAULT_MAX_WHERE_ON).isEqualTo(0.05);
    }

    @Test
    void isOffWhereItsShareIsZero() {
        assertThat(PoolConfig.builder("shop")
                        .hedge(h -> h.after(0.99).max(0))
                        .build()
                        .hedge()
                        .isOn())
                .isFalse();
    }

    @Test
    void mayTakeAStreamOfTheOnlyConnection() {
        assertThat(Violations.rulesOfAsync(b -> b.hedge(h -> h.max(0.05)).maxPerRoute(1)))
                .isEmpty();
        assertThat(Violations.rulesOfAsync(
                        b -> b.hedge(h -> h.max(0.05)).maxPerRoute(1).protocol(Protocol.HTTP_1_1)))
                .containsExactly("hedge-needs-second-connection");
    }

    @Test
    void mayTakeAStreamOfTheOnlyConnectionOfARouteThatSpeaksHttp2() {
        assertThat(Violations.rulesOfAsync(b -> b.hedge(h -> h.max(0.05))
                        .maxPerRoute(1)
                        .protocol(Protocol.HTTP_1_1)
                        .route("https://recs", r -> r.protocol(Protocol.NEGOTIATE))))
                .isEmpty();
    }

    @Test
    void mayBeForTheAsynchronousOnesOfPoolsOfBothKinds() {
        assertThat(Violations.rules(
                        b -> b.hedge(h -> h.max(0.05)).maxPerRoute(1).companion(Companions.FRAMEWORK, new Object())))
                .isEmpty();
    }

    @Test
    void isForRoutesWithALimitOfTheirOwn() {
        assertThat(Violations.rules(
                        b -> b.hedge(h -> h.max(0.05)).maxPerRoute(1).route("https://recs", r -> r.maxConnections(5))))
                .isEmpty();
        assertThat(Violations.rules(b -> b.hedge(h -> h.max(0.05)).route("https://recs", r -> r.maxConnections(1))))
                .isEmpty();
    }

    @Test
    void isSwitchedOffWhereNeitherOfTwoLimitsCanGrowAlone() {
        assertThat(Violations.of(b -> b.hedge(h -> h.max(0.05)).maxTotal(1).maxPerRoute(1)))
                .extracting(Violation::suggestion)
                .containsExactly("maxTotal(2)", "hedge.max(0.0)");
    }
}
