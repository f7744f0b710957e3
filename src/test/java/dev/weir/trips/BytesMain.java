package dev.weir.trips;

import com.sun.management.ThreadMXBean;
import dev.weir.HttpPool;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/** Prints how many bytes a thread allocates, at least, for a warm request by the client that its argument names. */
final class BytesMain {

    private static final int WARM_UP = 30;
    private static final int REQUESTS = 100;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private BytesMain() {}

    public static void main(String[] args) throws IOException {
        try (LoopbackServer server = LoopbackServer.http().start();
                HttpPool pool = HttpPool.builder("bytes").build();
                CloseableHttpClient plain =
                        HttpClients.custom().disableCookieManagement().build()) {
            System.out.println(least(args[0].equals("plain") ? plain : pool.client(), server));
        }
    }

    // Some leases of a pool record where they are made.
    private static long least(CloseableHttpClient client, LoopbackServer server) throws IOException {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < WARM_UP + REQUESTS; i++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            client.execute(new HttpGet(server.uri("/")), response -> EntityUtils.toByteArray(response.getEntity()));
            long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
            least = i < WARM_UP ? least : Math.min(least, bytes);
        }
        return least;
    }
}
