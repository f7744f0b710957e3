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
}
