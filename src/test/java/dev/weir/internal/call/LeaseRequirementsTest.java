package dev.weir.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.LeaseTerms;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
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
                .isEqualTo(new LeaseRequirements("ann", LeaseTerms.FRESH, List.of()));
        assertThat(LeaseRequirements.of(inner, LeaseTerms.ANY)).isEqualTo(inner);
    }

    @Test
    void addressesComeBesideTheRest() {
        InetSocketAddress tried = new InetSocketAddress(InetAddress.getLoopbackAddress(), 80);
        LeaseRequirements wish =
                LeaseRequirements.elsewhere(LeaseRequirements.of("ann", LeaseTerms.PROVEN), List.of(tried));

        assertThat(LeaseRequirements.triedBy("ann")).isEmpty();
        assertThat(LeaseRequirements.of(wish, LeaseTerms.FRESH))
                .isEqualTo(new LeaseRequirements("ann", LeaseTerms.FRESH, List.of(tried)));
    }
}
