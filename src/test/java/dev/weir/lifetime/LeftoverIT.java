package dev.weir.lifetime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.sun.management.ThreadMXBean;
import dev.weir.HttpPool;
import dev.weir.event.CloseCause;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testserver.ConnectionRecord;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a caller leaves of a body when it closes the response. */
class LeftoverIT {

    private final CountDownLatch never = new CountDownLatch(1);
    private final LoopbackServer server = LoopbackServer.http().start();
    private final HttpPool pool = PatientPool.builder("test").build();

    @AfterEach
    void stop() {
        never.countDown();
        pool.close();
        server.close();
    }

    private void readOneByte() throws IOException {
        int first = pool.client()
                .execute(ClassicRequestBuilder.get(server.origin() + "/").build(), response -> {
                    try (InputStream body = response.getEntity().getContent()) {
                        return body.read();
                    }
                });
        assertThat(first).isEqualTo('x');
    }

    private int mostOnOneConnection() {
        return server.connections().stream()
                .mapToInt(ConnectionRecord::requests)
                .max()
                .orElse(0);
    }

    private void answer(int bytes) {
        server.handler(exchange -> exchange.respond(200, "x".repeat(bytes).getBytes(StandardCharsets.US_ASCII)));
    }

    @Test
    void isReadIfItIsLittle() throws IOException {
        answer(60_000);

        assertOneConnectionCarriesMany();
    }

    /** At the first attempt, unless the machine stands still for longer than anybody waits for what is left. */
    private void assertOneConnectionCarriesMany() throws IOException {
        for (int i = 0; i < 20 && mostOnOneConnection() < 3; i++) {
            readOneByte();
        }

        assertThat(mostOnOneConnection()).isEqualTo(3);
    }

    @Test
    void costsTheConnectionIfItIsMuch() throws IOException {
        answer(200_000);

        readOneByte();

        PoolBooks.atRest(pool);
        assertThat(PoolBooks.causes(pool)).containsOnly(entry(CloseCause.BODY_NOT_CONSUMED, 1L));
        server.awaitOpen(0, PoolCall.PATIENCE);
    }

    @Test
    void costsTheConnectionIfItComesSlowly() throws IOException {
        server.handler(exchange -> {
            exchange.output()
                    .write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nx".getBytes(StandardCharsets.US_ASCII));
            exchange.await(never);
        });
        long startNanos = System.nanoTime();

        readOneByte();

        assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(Duration.ofSeconds(30)); // read is 60 s
        PoolBooks.atRest(pool);
        assertThat(PoolBooks.causes(pool)).containsOnly(entry(CloseCause.BODY_NOT_CONSUMED, 1L));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Content-Length: 5\r\n\r\nxyzab", "Transfer-Encoding: chunked\r\n\r\n5\r\nxyzab\r\n0\r\n\r\n"})
    void costsNothingIfTheEndAloneIsLeft(String rest) throws IOException {
        byte[] answer = ("HTTP/1.1 200 OK\r\n" + rest).getBytes(StandardCharsets.US_ASCII);
        server.handler(exchange -> exchange.output().write(answer));
        long withEndLeft = Long.MAX_VALUE;
        long readToTheEnd = Long.MAX_VALUE;

        for (int round = 0; round < 4; round++) { // by turns; the first ones warm up
            withEndLeft = Math.min(withEndLeft, allocatedByRequests(5));
            readToTheEnd = Math.min(readToTheEnd, allocatedByRequests(6));
        }

        assertThat(withEndLeft - readToTheEnd).isLessThan(2_000); // a buffer for the rest has 4 KiB
        assertThat(server.accepted()).isLessThan(20);
    }

    /** Returns how many bytes a request allocates that asks for so many bytes of its body. */
    private long allocatedByRequests(int bytes) throws IOException {
        int requests = 300;
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < requests; i++) {
            int read = pool.client()
                    .execute(ClassicRequestBuilder.get(server.origin() + "/").build(), response -> {
                        try (InputStream body = response.getEntity().getContent()) {
                            return body.readNBytes(bytes).length;
                        }
                    });
            assertThat(read).isEqualTo(5);
        }
        return (threads.getCurrentThreadAllocatedBytes() - before) / requests;
    }
}
