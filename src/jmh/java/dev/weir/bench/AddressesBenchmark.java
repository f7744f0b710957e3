package dev.weir.bench;

import static java.time.Duration.ofMillis;

import dev.weir.load.Answered;
import dev.weir.load.Call;
import dev.weir.load.Callers;
import dev.weir.testserver.Handler;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.IterationParams;

/**
 * How do clients use a name with several addresses, of which one is slow, one dies and one is added?
 *
 * <p>An iteration has three parts. The name has three addresses: one that responds after 10 ms, a slow one that takes 100
 * ms, and another that responds after 10 ms. That one dies when a third of the time is over, with requests under way. When
 * two thirds are over, a new address replaces it. In each of three iterations another address is the first one of the name.
 * The score is only the length of an iteration.
 *
 * <p>{@code mvn jmh:run -Djmh.includes=Addresses}, about five minutes
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 1, time = 3)
@Measurement(iterations = 3, time = 12)
public class AddressesBenchmark {

    private static final int SERVERS = 4;
    private static final int CALLERS = 16;
    private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(600);

    /** The client, with its own features. */
    public enum Client {
        /** A pool of this library. */
        WEIR,
        /** Plain HttpClient 5, tuned by hand. */
        HTTP_CLIENT,
        /** OkHttp. */
        OK_HTTP,
        /** Jetty's client. */
        JETTY,
        /** Reactor Netty's client. */
        REACTOR_NETTY;

        Peer open(AddressServers servers) throws Exception {
            return switch (this) {
                case WEIR -> AddressPeers.weir(servers);
                case HTTP_CLIENT -> AddressPeers.httpClient(servers);
                case OK_HTTP -> AddressPeers.okHttp(servers);
                case JETTY -> AddressPeers.jetty(servers);
                case REACTOR_NETTY -> AddressPeers.reactorNetty(servers);
            };
        }
    }

    /** The client that is measured. */
    @Param
    public Client client;

    private int turn;

    private static Handler handler(int server) {
        return exchange -> AddressServers.answer(exchange.delay(ofMillis(server == AddressesTimeline.SLOW ? 100 : 10)));
    }

    /**
     * Goes through the three parts.
     *
     * @param iteration their length in total
     * @throws Exception if the client cannot be opened or closed
     */
    @Benchmark
    public void threeParts(IterationParams iteration) throws Exception {
        long nanos = Math.max(SHORTEST_NANOS, iteration.getTime().convertTo(TimeUnit.NANOSECONDS));
        try (AddressServers servers = AddressServers.start(SERVERS, AddressesBenchmark::handler);
                Callers callers = new Callers();
                AddressesTimeline timeline = AddressesTimeline.begin(servers, turn++, nanos)) {
            Peer peer = client.open(servers);
            try {
                send(peer, servers.uri(), callers, nanos);
                timeline.note();
            } finally {
                peer.end().close();
            }
        }
    }

    private static void send(Peer peer, URI uri, Callers callers, long nanos)
            throws InterruptedException, ExecutionException {
        Answered all = new Answered();
        callers.closedLoop(call(peer.sender(), uri), CALLERS, nanos, all);
        Figures.note("requests", (double) all.latencies().count() + all.failed());
        Figures.note("failed", (double) all.failed());
        Figures.note("p50", all.latencies().quantileNanos(0.5));
        Figures.note("p99", all.latencies().quantileNanos(0.99));
    }

    /** Sends a request; every kind of failure counts. */
    static Call call(Sender sender, URI uri) {
        return number -> {
            try {
                sender.get(uri);
            } catch (IOException e) {
                throw e;
            } catch (Exception e) {
                throw new IOException(e);
            }
        };
    }
}
