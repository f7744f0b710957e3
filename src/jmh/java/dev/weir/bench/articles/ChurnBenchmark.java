package dev.weir.bench.articles;

import dev.weir.bench.ServerTerms;
import dev.weir.load.Call;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.concurrent.TimeUnit;
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
 *
 * <p>{@code mvn jmh:run -Djmh.includes=Churn}
 */
public class ChurnBenchmark extends ArticleBenchmark {

    private static final int CALLERS = 10;

    /** How the server is talked to. */
    @Param("http")
    public String scheme;

    /** What the callers and their pool do. */
    @Param({"keeps 2", "keeps 10", "bodies unread"})
    public String pool;

    @Override
    ServerTerms terms() {
        return ServerTerms.of(scheme, false);
    }

    /**
     * Lets the callers go on for a while.
     *
     * @param figures takes what they found
     * @param iteration says how long
     * @throws Exception if the client or a caller fails
     */
    @Benchmark
    public void load(LoadFigures figures, IterationParams iteration) throws Exception {
        long nanos = iteration.getTime().convertTo(TimeUnit.NANOSECONDS);
        try (Client client = client()) {
            Call call = pool.equals("bodies unread") ? number -> leaveUnread(client) : client.gets(server());
            measurement().of(answered -> callers().closedLoop(call, CALLERS, nanos, answered), figures);
        }
    }

    private Client client() throws GeneralSecurityException, IOException {
        int idle = pool.equals("keeps 2") ? 2 : CALLERS;
        return clients().pooled(b -> b.maxPerRoute(CALLERS).maxIdlePerRoute(idle));
    }

    private void leaveUnread(Client client) throws IOException {
        try (ClassicHttpResponse response = client.http().executeOpen(null, new HttpGet(server().uri()), null)) {
            if (response.getCode() != 200) {
                throw new IOException("status " + response.getCode());
            }
        }
    }
}
