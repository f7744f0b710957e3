package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.LeaseTerms;
import org.junit.jupiter.api.Test;

class LeaseWishTest {

    @Test
    void aPlainStateIsAskedOnAnyTerms() {
        assertThat(LeaseWish.stateOf("ann")).isEqualTo("ann");
        assertThat(LeaseWish.stateOf(null)).isNull();
        assertThat(LeaseWish.termsOf("ann")).isEqualTo(LeaseTerms.ANY);
    }

    @Test
    void termsComeBesideTheState() {
        LeaseWish wish = LeaseWish.of("ann", LeaseTerms.PROVEN);

        assertThat(LeaseWish.stateOf(wish)).isEqualTo("ann");
        assertThat(LeaseWish.termsOf(wish)).isEqualTo(LeaseTerms.PROVEN);
    }

    @Test
    void theStrictestOfSeveralTermsHold() {
        LeaseWish inner = LeaseWish.of("ann", LeaseTerms.PROVEN);

        assertThat(LeaseWish.of(inner, LeaseTerms.FRESH)).isEqualTo(new LeaseWish("ann", LeaseTerms.FRESH));
        assertThat(LeaseWish.of(inner, LeaseTerms.ANY)).isEqualTo(inner);
    }
}
