package dev.weir.testserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;

class SilentServerIT {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    @Test
    void acceptsAndNeverAnswers() throws Exception {
        try (SilentServer server = SilentServer.mute()) {
            try (Socket socket = new Socket(server.address(), server.port())) {
                socket.setSoTimeout(50);
                socket.getOutputStream().write(1);
                assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
            }

            server.awaitOpen(0, LIMIT);
            assertThat(server.accepted()).isEqualTo(1);
        }
    }

    @Test
    void swallowsDials() throws Exception {
        try (BlackHole hole = BlackHole.open(LoopbackNames.literal("127.0.0.3"));
                Socket socket = new Socket()) {
            InetSocketAddress address = new InetSocketAddress(hole.address(), hole.port());

            assertThatThrownBy(() -> socket.connect(address, 300)).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void keepsATlsHandshakeAliveThatNeverEnds() throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try (SilentServer server = SilentServer.drippingTls(Duration.ofMillis(20));
                Socket raw = new Socket(server.address(), server.port());
                SSLSocket socket = (SSLSocket) TestCertificates.trusted()
                        .clientContext()
                        .getSocketFactory()
                        .createSocket(server.address(), server.port())) {
            raw.setSoTimeout((int) LIMIT.toMillis());
            raw.getOutputStream().write(1);
            Future<?> handshake = executor.submit(() -> {
                socket.startHandshake();
                return null;
            });

            assertThat(raw.getInputStream().readNBytes(30)).hasSize(30).startsWith(22, 3, 3);
            assertThat(handshake.isDone()).isFalse();
        } finally {
            executor.shutdownNow();
        }
    }
}
