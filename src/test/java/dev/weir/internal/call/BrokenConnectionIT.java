package dev.weir.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.junit.jupiter.api.Test;

class BrokenConnectionIT {

    @Test
    void isTheEndOfAChannelHoweverItIsFound() throws IOException {
        try (ServerSocketChannel server =
                        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                SocketChannel client = SocketChannel.open(server.getLocalAddress())) {
            SocketChannel peer = server.accept();
            peer.setOption(StandardSocketOptions.SO_LINGER, 0);
            peer.close();

            IOException read = catchThrowableOfType(IOException.class, () -> client.read(ByteBuffer.allocate(1)));
            IOException write = catchThrowableOfType(IOException.class, () -> client.write(ByteBuffer.allocate(1)));

            assertThat(BrokenConnection.isBehind(read)).isTrue();
            assertThat(BrokenConnection.isBehind(write)).isTrue();
        }
    }

    @Test
    void isNotWhateverGoesWrongElsewhere() {
        assertThat(BrokenConnection.isBehind(new IOException("Broken pipe"))).isFalse();
    }
}
