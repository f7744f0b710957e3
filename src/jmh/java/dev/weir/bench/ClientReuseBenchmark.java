package dev.weir.bench;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a client per request cost over TLS, compared with one client for all requests?
 *
 * <p>{@code mvn jmh:run -Djmh.includes=ClientReuse}
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class ClientReuseBenchmark {
    private TlsServer server;
    private CloseableHttpClient shared;

    /** What the server saw, summed over all iterations. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Seen {
        /** Requests that were answered. */
        public long requests;

        /** Connections that were accepted for them. */
        public long connections;
    }

    /**
     * Starts the server and the client that is shared.
     *
     * @throws Exception if either cannot start
     */
    @Setup
    public void start() throws Exception {
        server = TlsServer.start();
        shared = newClient();
    }

    /**
     * Stops both.
     *
     * @throws IOException if either cannot be closed
     */
    @TearDown
    public void stop() throws IOException {
        shared.close();
        server.close();
    }

    /**
     * Opens a client, sends one request and closes the client.
     *
     * @param seen counts the connections
     * @return the body's length
     * @throws Exception if the request fails
     */
    @Benchmark
    public int clientPerRequest(Seen seen) throws Exception {
        try (CloseableHttpClient client = newClient()) {
            return get(client, seen);
        }
    }

    /**
     * Sends one request on the shared client.
     *
     * @param seen counts the connections
     * @return the body's length
     * @throws Exception if the request fails
     */
    @Benchmark
    public int sharedClient(Seen seen) throws Exception {
        return get(shared, seen);
    }

    private int get(CloseableHttpClient client, Seen seen) throws IOException {
        long before = server.accepted();
        int length = client.execute(
                new HttpGet(server.uri()), response -> EntityUtils.toByteArray(response.getEntity()).length);
        seen.requests++;
        seen.connections += server.accepted() - before;
        return length;
    }

    /** Each client has an SSL context of its own, and so resumes no other client's session: as with the default one. */
    private CloseableHttpClient newClient() throws Exception {
        SSLContext context = server.identity().clientContext();
        return HttpClients.custom()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setTlsSocketStrategy(new DefaultClientTlsStrategy(context))
                        .build())
                .build();
    }
}
