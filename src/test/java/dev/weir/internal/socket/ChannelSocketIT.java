package dev.weir.internal.socket;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.deadline.AlarmsSet;
import dev.weir.internal.thread.ScarceThreads;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ChannelSocketIT {

    private ServerSocket listener;
    private ChannelSocket socket;
    private Socket peer;
    private InputStream in;

    @BeforeEach
    void connect() throws IOException {
        listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        connect(Alarms.shared());
    }

    private void connect(Alarms alarms) throws IOException {
        socket = ChannelSocket.open(alarms);
        socket.connect(new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort()), 10_000);
        peer = listener.accept();
        peer.setTcpNoDelay(true);
        in = socket.getInputStream();
    }

    @AfterEach
    void close() throws IOException {
        socket.close();
        peer.close();
        listener.close();
    }

    private void sends(byte... bytes) throws IOException {
        peer.getOutputStream().write(bytes);
    }

    private static void pause(long millis) {
        LockSupport.parkNanos(MILLISECONDS.toNanos(millis));
    }

    private void assertTimesOut() {
        assertThatThrownBy(in::read).isInstanceOf(SocketTimeoutException.class).hasMessage("Read timed out");
    }

    @Test
    void endsAReadForWhichNothingComesWithinATick() throws IOException {
        socket.setSoTimeout(200);
        long leastNanos = Long.MAX_VALUE;

        // 20 ms late is the promise; the rest, and four more tries, are for a machine that is busy with other tests.
        for (int i = 0; i < 5 && leastNanos > SECONDS.toNanos(2); i++) {
            leastNanos = nanosUntilTimeout();
        }

        assertThat(leastNanos).isBetween(MILLISECONDS.toNanos(200), SECONDS.toNanos(2));
    }

    private long nanosUntilTimeout() {
        long beginNanos = System.nanoTime();
        assertTimesOut();
        return System.nanoTime() - beginNanos;
    }

    @Test
    void countsSilenceFromTheLastByte() throws Exception {
        socket.setSoTimeout(1_000);
        CompletableFuture<Void> dripping = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < 10; i++) {
                pause(150);
                try {
                    sends((byte) i);
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }
        });

        assertThat(in.readNBytes(10)).hasSize(10);
        dripping.get();
        assertTimesOut();
    }

    @Test
    void keepsWhatALookReadsBeforeTheEnd() throws IOException {
        socket.readAhead();
        sends((byte) 1);
        peer.close();

        while (socket.lookAhead() == 0) {
            pause(1);
        }

        assertThat(in.read()).isEqualTo(1);
        int end = socket.lookAhead();
        while (end == 0) {
            end = socket.lookAhead();
        }
        assertThat(end).isEqualTo(-1);
    }

    @Test
    void pollsIfNoThreadStartsThatCouldEndARead() throws IOException {
        close();
        listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ScarceThreads threads = new ScarceThreads("scarce");
        threads.refuse(2);
        connect(AlarmsSet.on(threads));
        socket.setSoTimeout(100);

        assertTimesOut();
        sends((byte) 1);
        assertThat(in.read()).isEqualTo(1);
    }
}
