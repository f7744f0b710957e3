package dev.weir.internal.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.diagnosis.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForBlockingPoolsTest {

    @Test
    void findsNothingWhereNothingIsSet() {
        assertThat(ForBlockingPools.find(List.of())).isEmpty();
    }

    @Test
    void namesWhatIsNotUsed() {
        assertThat(ForBlockingPools.find(List.of("connectionFactory", "tlsStrategy"))
                        .map(Finding::toString))
                .hasValue(
                        "WARN: Settings are set that have an effect on blocking pools only, but this one is asynchronous."
                                + " Evidence: Set: connectionFactory, tlsStrategy."
                                + " Advice: Do not rely on them here: leave them out, or build the pool with build().");
    }
}
