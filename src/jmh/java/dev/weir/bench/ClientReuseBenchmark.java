package dev.weir.bench;

import dev.weir.HttpPool;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
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
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms512m", "-Xmx512m"})
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class ClientReuseBenchmark {

    private final AtomicLong handshakes = new AtomicLong();
    private ServerProcess server;
    private HttpPool pool;
    private CloseableHttpClient plain;

    /** What was sent and dialed, summed over all iterations. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Seen {
        /** Requests that were answered. */
        public long requests;

        /** Connections that were opened for them. */
        public long connections;
    }

    /**
     * Starts the server and the clients that are shared.
     *
     * @throws Exception if one of them cannot start
     */
    @Setup
    public void start() throws Exception {
        server = ServerProcess.start(true);
        pool = HttpPool.builder("reuse").tlsStrategy(newTls()).build();
        plain = PlainClient.tuned(pool.config(), newTls());
    }

    /**
     * Stops them.
     *
     * @throws IOException if one of them cannot be closed
     */
    @TearDown
    public void stop() throws IOException {
        plain.close();
        pool.close();
        server.close();
    }

    /**
     * Opens a plain client, sends one request and closes the client.
     *
     * @param seen counts the connections
     * @return the body's length
     * @throws Exception if the request fails
     */
    @Benchmark
    public int newClientPerRequest(Seen seen) throws Exception {
        try (CloseableHttpClient client = newClient()) {
            return get(client, seen);
        }
    }

    /**
     * Sends one request on a plain client that is shared and tuned.
     *
     * @param seen counts the connections
     * @return the body's length
     * @throws Exception if the request fails
     */
    @Benchmark
    public int sharedPlainClient(Seen seen) throws Exception {
        return get(plain, seen);
    }

    /**
     * Sends one request on the client of a pool.
     *
     * @param seen counts the connections
     * @return the body's length
     * @throws Exception if the request fails
     */
    @Benchmark
    public int sharedWeirClient(Seen seen) throws Exception {
        return get(pool.client(), seen);
    }

    private int get(CloseableHttpClient client, Seen seen) throws IOException {
        long before = handshakes.get();
        int length = client.execute(
                new HttpGet(server.uri()), response -> EntityUtils.toByteArray(response.getEntity()).length);
        seen.requests++;
        seen.connections += handshakes.get() - before;
        return length;
    }

    /** Each client has an SSL context of its own, and so resumes no other client's session: as with the default one. */
    private CloseableHttpClient newClient() throws Exception {
        return HttpClients.custom()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setTlsSocketStrategy(newTls())
                        .build())
                .build();
    }

    private CountingTls newTls() throws Exception {
        return new CountingTls(server.trust().newContext(), handshakes);
    }
}
