package dev.weir.internal.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.diagnosis.Finding;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LateMaintenanceTest {

    private static final Duration INTERVAL = Duration.ofSeconds(5);

    private static Optional<Finding> findings(Duration since, boolean isAlive) {
        return LateMaintenance.find(new ThreadFigures(since, INTERVAL, isAlive));
    }

    @Test
    void findsNothingWhileThePoolIsMaintained() {
        assertThat(findings(Duration.ofSeconds(10), true)).isEmpty();
    }

    @Test
    void findsThatNoThreadMaintainsThePool() {
        assertThat(findings(Duration.ofSeconds(11), true))
                .get()
                .satisfies(finding -> assertThat(finding.evidence())
                        .isEqualTo("Its last maintenance was 11 s ago, and is due every 5000 ms;"
                                + " the thread 'weir-maintenance' is alive."));
        assertThat(findings(Duration.ofSeconds(11), false))
                .get()
                .satisfies(finding -> assertThat(finding.evidence()).endsWith("is gone."));
    }
}
