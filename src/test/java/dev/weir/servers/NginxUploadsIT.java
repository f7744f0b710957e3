package dev.weir.servers;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.StreamChannel;
import org.apache.hc.core5.http.nio.entity.AbstractBinAsyncEntityProducer;
import org.apache.hc.core5.http.nio.support.AsyncRequestBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Why no request of the mix carries 20 MB through nginx in both directions at once. Once a response has begun, nginx no
 * longer waits until its upstream connection can be written to; if that connection is full at some moment, the rest of the
 * request stays where it is. When this test fails because the whole request arrives, {@link ServerKind#isFullDuplex} need
 * not leave nginx out any more.
 */
@Tag("servers")
@Timeout(120)
class NginxUploadsIT {

    private static final int LENGTH = 20 << 20;
    private static final byte[] PART = new byte[16 * 1024];
    private static final byte[] BEGUN =
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n".getBytes(US_ASCII);
    private static final byte[] CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".getBytes(US_ASCII);
    private static final byte[] END = "0\r\n\r\n".getBytes(US_ASCII);

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(names = {"ASYNC_HTTP_1", "ASYNC_HTTP_2"})
    void nginxKeepsARequestThatFoundItsUpstreamFullAfterTheHeadOfTheResponse(ClientKind kind) throws Exception {
        Zeros body = new Zeros();

        int received = upload(kind, body, upstream -> {
            upstream.getOutputStream().write(BEGUN);
            body.awaitStandstill();
            return received(upstream);
        });

        assertThat(received).isLessThan(LENGTH);
    }

    @ParameterizedTest
    @EnumSource(names = {"ASYNC_HTTP_2"})
    void nginxPassesOnTheSameRequestBeforeTheResponse(ClientKind kind) throws Exception {
        Zeros body = new Zeros();

        int received = upload(kind, body, upstream -> {
            body.awaitStandstill();
            int all = received(upstream);
            upstream.getOutputStream().write(CHUNKED);
            return all;
        });

        assertThat(received).isGreaterThanOrEqualTo(LENGTH);
    }

    private interface Play {
        int on(Socket upstream) throws IOException;
    }

    private int upload(ClientKind kind, Zeros body, Play play) throws Exception {
        assumeTrue(ServerKind.NGINX.isInstalled(), "nginx is not installed");
        Site site = Site.in(directory, Site.USUAL_IDLE);
        try (ServerSocket upstream = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Running nginx = Proxies.nginx(site, upstream.getLocalPort(), () -> {});
                AsyncCaller client = (AsyncCaller) kind.open(nginx.target())) {
            Future<Answer> call = client.client().execute(request(nginx, body), new AnswerConsumer(), null);
            try (Socket connection = upstream.accept()) {
                int received = play.on(connection);
                connection.getOutputStream().write(END);
                return received;
            } finally {
                call.cancel(true);
            }
        }
    }

    private static AsyncRequestProducer request(Running nginx, Zeros body) {
        return AsyncRequestBuilder.put(nginx.target().base()).setEntity(body).build();
    }

    /** Returns how many bytes come, head and chunks included, until none has come for some seconds. */
    private static int received(Socket upstream) throws IOException {
        upstream.setSoTimeout(3_000);
        InputStream in = upstream.getInputStream();
        byte[] buffer = new byte[65_536];
        int count = 0;
        try {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                count += n;
            }
        } catch (SocketTimeoutException e) {
            // which is what this waits for
        }
        return count;
    }

    /** A body that says how much of it was sent. Written by the thread of the connection. */
    private static final class Zeros extends AbstractBinAsyncEntityProducer {

        private static final long STANDSTILL_NANOS = TimeUnit.SECONDS.toNanos(2);

        private final AtomicInteger left = new AtomicInteger(LENGTH);

        Zeros() {
            super(0, ContentType.APPLICATION_OCTET_STREAM);
        }

        /** Waits until some was sent, and nothing more for a while. */
        void awaitStandstill() {
            int before;
            do {
                before = left.get();
                LockSupport.parkNanos(STANDSTILL_NANOS);
            } while (before == LENGTH || before != left.get());
        }

        @Override
        protected int availableData() {
            return left.get();
        }

        @Override
        protected void produceData(StreamChannel<ByteBuffer> channel) throws IOException {
            int sent = channel.write(ByteBuffer.wrap(PART, 0, Math.min(PART.length, left.get())));
            if (left.addAndGet(-sent) == 0) {
                channel.endStream();
            }
        }

        @Override
        public boolean isRepeatable() {
            return false;
        }

        @Override
        public void failed(Exception cause) {
            // The test ends the connection before the request is whole.
        }
    }
}
