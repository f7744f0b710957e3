package dev.weir.ways;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A request that goes straight, and one that goes through HttpClient's chain, are the same to all observers. */
@Tag("slow")
class StraightWayIT {

    static Stream<WayCase> cases() {
        return WayCases.all();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void doesWhatTheChainDoes(WayCase each) throws Exception {
        List<String> throughChain = Transcript.of(each, Way.CHAIN);

        List<String> asChosen = Transcript.of(each, Way.CHOSEN);

        assertThat(String.join("\n", asChosen)).isEqualTo(String.join("\n", throughChain));
    }
}
