package dev.weir.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.LeaseTerms;
import org.junit.jupiter.api.Test;

class LeaseRequirementsTest {

    @Test
    void aPlainStateIsAskedOnAnyTerms() {
        assertThat(LeaseRequirements.stateOf("ann")).isEqualTo("ann");
        assertThat(LeaseRequirements.stateOf(null)).isNull();
        assertThat(LeaseRequirements.termsOf("ann")).isEqualTo(LeaseTerms.ANY);
    }

    @Test
    void termsComeBesideTheState() {
        LeaseRequirements wish = LeaseRequirements.of("ann", LeaseTerms.PROVEN);

        assertThat(LeaseRequirements.stateOf(wish)).isEqualTo("ann");
        assertThat(LeaseRequirements.termsOf(wish)).isEqualTo(LeaseTerms.PROVEN);
    }

    @Test
    void theStrictestOfSeveralTermsHold() {
        LeaseRequirements inner = LeaseRequirements.of("ann", LeaseTerms.PROVEN);

        assertThat(LeaseRequirements.of(inner, LeaseTerms.FRESH))
                .isEqualTo(new LeaseRequirements("ann", LeaseTerms.FRESH));
        assertThat(LeaseRequirements.of(inner, LeaseTerms.ANY)).isEqualTo(inner);
    }
}
