package dev.weir.internal.ports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalPortsTest {

    private static final InetSocketAddress PEER = new InetSocketAddress("10.0.0.7", 8443);
    private static final String HEAD = "  sl  local_address rem_address   st tx_queue rx_queue";
    private static final String LISTENING = "   0: 00000000:20FB 00000000:0000 0A 00000000:00000000";
    private static final String OPEN = "   1: 0100000A:8AE0 0700000A:20FB 01 00000000:00000000";
    private static final String WAITING = "   2: 0100000A:8AE1 0700000A:20FB 06 00000000:00000000";
    private static final String WAITING_6 =
            "   0: 0000000000000000FFFF00000100000A:8AE2 0000000000000000FFFF00000700000A:20FB 06 00000000:00000000";
    private static final String ELSEWHERE = "   3: 0100000A:8AE3 0800000A:20FB 06 00000000:00000000";

    @TempDir
    Path proc;

    private void machine(String range, int timeWait) throws IOException {
        Files.createDirectories(proc.resolve("sys/net/ipv4"));
        Files.createDirectories(proc.resolve("net"));
        Files.writeString(proc.resolve("sys/net/ipv4/ip_local_port_range"), range);
        Files.writeString(
                proc.resolve("net/sockstat"),
                "sockets: used 34\nTCP: inuse 1 orphan 0 tw " + timeWait + " alloc 1 mem 0\nUDP: inuse 0\n");
        Files.write(proc.resolve("net/tcp"), List.of(HEAD, LISTENING, OPEN, WAITING, ELSEWHERE));
        Files.write(proc.resolve("net/tcp6"), List.of(HEAD, WAITING_6));
    }

    @Test
    void areCountedForTheAddressThatTakesMost() throws IOException {
        machine("40000\t40007\n", 3);

        assertThat(LocalPorts.look(new ProcFiles(proc))).contains(new LocalPorts(8, new PeerSockets(PEER, 3, 2)));
    }

    @Test
    void areNotLookedAtCloselyWhileThereAreFewSockets() throws IOException {
        machine("32768\t60999\n", 3);

        assertThat(LocalPorts.look(new ProcFiles(proc))).isEmpty();
        assertThat(new ProcFiles(proc).figures()).contains(new SocketFigures(28_232, 3, 1));
    }

    @Test
    void areUnknownOnOtherSystems() {
        assertThat(LocalPorts.look(new ProcFiles(proc))).isEmpty();
        assertThat(new ProcFiles(proc).mostTaken()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "0100007F:1F90, 127.0.0.1, 8080",
        "0000000000000000FFFF00000700000A:20FB, 10.0.0.7, 8443",
        "B80D0120000000000000000001000000:0050, 2001:db8:0:0:0:0:0:1, 80"
    })
    void leadToAddressesThatAreReadFromTheirWords(String text, String host, int port) {
        InetSocketAddress address = SocketTable.address(text).orElseThrow();

        assertThat(address.getAddress().getHostAddress()).isEqualTo(host);
        assertThat(address.getPort()).isEqualTo(port);
    }

    @Test
    void leadNowhereIfALineIsNotUnderstood() {
        assertThat(SocketTable.address("nonsense")).isEmpty();
    }

    @Test
    void explainAFailureToBind() {
        assertThat(PortFailures.text(
                        "Cannot assign requested address",
                        PEER,
                        null,
                        Optional.of(new SocketFigures(28_232, 28_100, 90))))
                .isEqualTo("Connect to 10.0.0.7:8443 failed: Cannot assign requested address. No local port is free"
                        + " for this address; 28100 sockets of the machine are in TIME_WAIT, and each address"
                        + " can have 28232 (net.ipv4.ip_local_port_range). A connection that is closed keeps"
                        + " its port for a minute: diagnose() tells why connections close");
        assertThat(PortFailures.text("x", PEER, new InetSocketAddress("192.0.2.1", 0), Optional.empty()))
                .startsWith("Connect to 10.0.0.7:8443 from 192.0.2.1 failed: x. This machine does not have the local"
                        + " address, or no port of it is free. A connection");
    }

    @Test
    void explainNoOtherFailure() {
        ConnectException refused = new ConnectException("refused");

        assertThat(PortFailures.explained(refused, PEER, null)).isSameAs(refused);
        assertThat(PortFailures.explained(new BindException("x"), PEER, null))
                .isInstanceOf(BindException.class)
                .hasCauseInstanceOf(BindException.class);
    }
}
