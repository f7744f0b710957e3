package dev.weir.bench;

import static java.time.Duration.ofMillis;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.load.Answered;
import dev.weir.load.Callers;
import dev.weir.testserver.Handler;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.infra.IterationParams;

/**
 * What does hedging do to the p99 of four servers that stall 4 % of their responses for 500 ms, and how many more requests do
 * they get?
 *
 * <p>All other responses take 10 ms. In each iteration a pool without hedging and one with it take turns. The score is only
 * the length of an iteration.
 *
 * <p>{@code mvn jmh:run -Djmh.includes=AddressesHedge}, about a minute
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 1, time = 8)
@Measurement(iterations = 6, time = 8)
public class AddressesHedgeBenchmark {

    static final String WITHOUT = "without";
    static final String WITH = "with";

    private static final int SERVERS = 4;
    private static final int CALLERS = 32;

    private AddressServers servers;
    private Callers callers;
    private HttpPool without;
    private HttpPool with;
    private boolean isWithFirst;

    private static Handler handler(int server) {
        return exchange -> {
            boolean stalls = ThreadLocalRandom.current().nextInt(25) == 0;
            AddressServers.answer(exchange.delay(ofMillis(stalls ? 500 : 10)));
        };
    }

    /** Starts the servers, the pools and the callers. */
    @Setup
    public void start() {
        servers = AddressServers.start(SERVERS, AddressesHedgeBenchmark::handler);
        servers.resolveTo(List.of(0, 1, 2, 3));
        callers = new Callers();
        without = AddressPeers.builder(servers).build();
        with = builder().hedge(h -> h.after(0.95).max(0.05)).build();
    }

    private HttpPoolBuilder builder() {
        return AddressPeers.builder(servers);
    }

    /** Stops them. */
    @TearDown
    public void stop() {
        callers.close();
        without.close();
        with.close();
        servers.close();
    }

    /**
     * Sends requests with one pool and then with the other.
     *
     * @param iteration its length
     * @throws InterruptedException if the run is ended
     * @throws ExecutionException if a caller fails
     */
    @Benchmark
    public void turns(IterationParams iteration) throws InterruptedException, ExecutionException {
        long nanos = iteration.getTime().convertTo(TimeUnit.NANOSECONDS) / 2;
        isWithFirst = !isWithFirst;
        send(isWithFirst, nanos);
        send(!isWithFirst, nanos);
    }

    private void send(boolean isHedged, long nanos) throws InterruptedException, ExecutionException {
        long before = Arrays.stream(servers.requests()).sum();
        Answered all = new Answered();
        Sender sender = new ClassicSender((isHedged ? with : without).client());
        callers.closedLoop(AddressesBenchmark.call(sender, servers.uri()), CALLERS, nanos, all);
        long calls = all.latencies().count() + all.failed();
        String name = isHedged ? WITH : WITHOUT;
        Figures.note(name + " calls", (double) calls);
        Figures.note(name + " failed", (double) all.failed());
        Figures.note(
                name + " requests", (double) Arrays.stream(servers.requests()).sum() - before);
        Figures.note(name + " p50", all.latencies().quantileNanos(0.5));
        Figures.note(name + " p99", all.latencies().quantileNanos(0.99));
    }
}
