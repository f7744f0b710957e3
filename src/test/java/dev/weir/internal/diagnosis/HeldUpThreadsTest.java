package dev.weir.internal.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.diagnosis.Finding;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeldUpThreadsTest {

    private static final Duration INTERVAL = Duration.ofSeconds(5);

    private static List<Finding> findings(Duration since, boolean isAlive, String... heldUp) {
        return HeldUpThreads.find(
                        new ThreadFigures(since, INTERVAL, isAlive, List.of(heldUp), List.of("nobody is called back")))
                .toList();
    }

    @Test
    void findsNothingWhileThePoolIsMaintained() {
        assertThat(findings(Duration.ofSeconds(10), true)).isEmpty();
    }

    @Test
    void findsThatNoThreadMaintainsThePool() {
        assertThat(findings(Duration.ofSeconds(11), true))
                .singleElement()
                .satisfies(finding -> assertThat(finding.evidence())
                        .isEqualTo("Its last maintenance was 11 s ago, and is due every 5000 ms;"
                                + " the thread 'weir-maintenance' is alive."));
        assertThat(findings(Duration.ofSeconds(11), false))
                .singleElement()
                .satisfies(finding -> assertThat(finding.evidence()).endsWith("is gone."));
    }

    @Test
    void namesTheThreadThatIsHeldUpAndWhatStops() {
        assertThat(findings(INTERVAL, true, "'weir-callback' has been busy for 7 s at shop.Orders.told(Orders.java:7)"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.evidence())
                        .isEqualTo("'weir-callback' has been busy for 7 s at shop.Orders.told(Orders.java:7);"
                                + " so that nobody is called back."));
    }
}
