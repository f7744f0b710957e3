package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.internal.http1.Sight;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SocketLookIT {

    private ServerSocket listener;
    private SocketChannel client;
    private Socket server;

    @BeforeEach
    void connect() throws IOException {
        listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        client = SocketChannel.open(new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort()));
        server = listener.accept();
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        server.close();
        listener.close();
    }

    @Test
    void openSocketIsLeftAsItWas() throws IOException {
        assertThat(SocketLook.at(client)).isEqualTo(Sight.QUIET);

        assertThat(client.isBlocking()).isTrue();
        server.getOutputStream().write(7);
        assertThat(client.socket().getInputStream().read()).isEqualTo(7);
    }

    @Test
    void endIsSeen() throws IOException {
        server.close();

        assertThat(SocketLook.at(client)).isEqualTo(Sight.ENDED);
    }

    @Test
    void resetIsSeen() throws IOException {
        server.setSoLinger(true, 0);
        server.close();

        assertThat(SocketLook.at(client)).isEqualTo(Sight.ENDED);
    }

    @Test
    void unaskedByteIsSeen() throws IOException {
        server.getOutputStream().write(7);

        assertThat(SocketLook.at(client)).isEqualTo(Sight.UNSOLICITED);
    }

    @Test
    void ownEndIsSeen() throws IOException {
        client.close();

        assertThat(SocketLook.at(client)).isEqualTo(Sight.ENDED);
    }

    @Test
    void interruptDisturbsNothing() {
        Thread.currentThread().interrupt();

        assertThat(SocketLook.at(client)).isEqualTo(Sight.QUIET);

        assertThat(client.isOpen()).isTrue();
        assertThat(Thread.interrupted()).isTrue();
    }
}
