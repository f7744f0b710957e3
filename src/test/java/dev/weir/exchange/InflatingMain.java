package dev.weir.exchange;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.config.Protocol;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;

/**
 * Reads a compressed response, slowly at first, in a JVM with a small heap: the arguments are the protocol and the address.
 */
final class InflatingMain {

    private static final int SLOW_READS = 300;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(3);

    private InflatingMain() {}

    public static void main(String[] arguments) throws IOException {
        try (AsyncHttpPool pool = HttpPool.builder("inflating")
                .protocol(Protocol.valueOf(arguments[0]))
                .timeouts(t -> t.read(Duration.ofSeconds(30)).total(Duration.ofMinutes(2)))
                .buildAsync()) {
            long bytes = pool.blockingClient()
                    .execute(ClassicRequestBuilder.get(arguments[1]).build(), InflatingMain::read);
            System.out.println("read " + bytes);
        }
    }

    private static long read(ClassicHttpResponse response) throws IOException {
        long bytes = 0;
        byte[] part = new byte[4_096];
        try (InputStream body = response.getEntity().getContent()) {
            int reads = 0;
            for (int count = body.read(part); count >= 0; count = body.read(part)) {
                bytes += count;
                if (reads++ < SLOW_READS) {
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
        }
        return bytes;
    }
}
