package dev.weir.bench;

import java.io.IOException;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.infra.IterationParams;

/**
 * What do a pool that keeps too few connections and bodies that are not read leave behind?
 *
 * <p>The figures of an article on connection churn in Go: ten callers on a pool that keeps two idle connections, or ten; and
 * bodies that are not read, of responses that are closed. Each connection that the client closes leaves a socket in
 * TIME_WAIT for a minute; Linux tells how many.
 */
public class ChurnBenchmark extends LoadBenchmark {

    private static final int CALLERS = 10;

    /** What the callers and their pool do. */
    @Param({"keeps 2 idle", "keeps 10 idle", "bodies unread"})
    public String pool;

    @Override
    ServerTerms terms() {
        return ServerTerms.of("http");
    }

    /** Lets the callers go on for a while. */
    @Benchmark
    public void load(Figures figures, IterationParams iteration) throws Exception {
        int idle = pool.equals("keeps 2 idle") ? 2 : CALLERS;
        try (Client client = Client.pooled(
                server().certificate(), b -> b.maxPerRoute(CALLERS).maxIdlePerRoute(idle))) {
            load(
                    pool.equals("bodies unread")
                            ? number -> leaveUnread(client)
                            : number -> client.get().from(server().uri()),
                    CALLERS,
                    iteration,
                    figures);
        }
    }

    private void leaveUnread(Client client) throws IOException {
        try (ClassicHttpResponse response = client.http().executeOpen(null, new HttpGet(server().uri()), null)) {
            if (response.getCode() != 200) {
                throw new IOException("status " + response.getCode());
            }
        }
    }
}
