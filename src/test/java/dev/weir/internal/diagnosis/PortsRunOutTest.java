package dev.weir.internal.diagnosis;

import static dev.weir.internal.diagnosis.FiguresFixture.healthy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.diagnosis.Finding;
import dev.weir.event.DialOutcome;
import dev.weir.internal.ports.LocalPorts;
import dev.weir.internal.ports.PeerSockets;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PortsRunOutTest {

    private static Optional<Finding> find(long dials, long taken) {
        PeerSockets most = new PeerSockets(new InetSocketAddress("10.0.0.7", 8443), taken, taken - 100);
        return PortsRunOut.find(
                healthy().dials(DialOutcome.CONNECTED, dials).pool(), () -> Optional.of(new LocalPorts(28_232, most)));
    }

    @Test
    void isFoundOnceHalfOfThemAreTaken() {
        assertThat(find(20_000, 14_116).orElseThrow())
                .hasToString("WARN: Local ports run out: without one, a dial fails with \"Cannot assign requested"
                        + " address\". Evidence: 14116 of 28232 ports for connections to 10.0.0.7:8443 are"
                        + " taken, 14016 of them in TIME_WAIT; this pool dialed 20000 times recently. Advice:"
                        + " Keep connections open, so that fewer are closed: other findings say why they"
                        + " close. A wider net.ipv4.ip_local_port_range only buys time.");
    }

    @Test
    void isNotFoundBefore() {
        assertThat(find(20_000, 14_115)).isEmpty();
    }

    @Test
    void isNotLookedForByAPoolThatHardlyDials() {
        assertThat(find(999, 28_000)).isEmpty();
    }
}
