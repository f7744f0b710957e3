package dev.weir.bench;

import dev.weir.bench.PeersBenchmark.Speech;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * What does a client cost a service that has no other?
 *
 * <p>Each client runs in a JVM of its own, beside one server process. An iteration is a round: the JVMs of all clients
 * start, their callers send in turns until the JIT compilers of each are quiet, and then take turns in short slices that are
 * measured, forward and backward. What counts is the ratio to the first client, slice beside slice. The time of an iteration
 * is that of each client, three quarters of it at most to warm up; the score is only the length of a round. JMH's own
 * warm-up is passed over.
 *
 * <p>{@code mvn jmh:run -Djmh.includes=ClientCost -Djmh.args="-r 24 -p callers=100 -p clients=all"}
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 0)
@Measurement(iterations = 6, time = 10)
public class ClientCostBenchmark {

    private static final String NONE = "none";

    /** What the clients speak; the one called plain speaks HTTP/1.1 in any case. */
    @Param("HTTP_1_PLAIN")
    public Speech protocol;

    /** How many threads send requests. */
    @Param({"8", "100", "400"})
    public int callers;

    /** How many connections each client may have; {@code each} for one for each caller. */
    @Param("each")
    public String connections;

    /**
     * The clients, with a plus between their names, the one first that the others are compared with; {@code usual} for plain
     * and Weir; {@code all} for all that speak the protocol.
     */
    @Param("usual")
    public String clients;

    /** The classes of another version of Weir, a jar or a directory, for the client {@code weir-before}. */
    @Param(NONE)
    public String before;

    /** The home of the JDK of the clients; {@code own} for that of this run. */
    @Param("own")
    public String jdk;

    /** How long a slice is, in milliseconds, or less if that leaves a client fewer than two. */
    @Param("250")
    public int slice;

    /** What the callers are. */
    @Param("PLATFORM")
    public CallerThreads threads;

    /** The server: {@code nginx}; {@code embedded}, in a JVM; {@code any}, which is nginx where it is installed. */
    @Param("any")
    public String server;

    /** Whether to profile each client while it is measured, which costs time itself. */
    @Param("false")
    public boolean profile;

    private List<CostClient> contestants;
    private ClientProcess jvm;
    private ClientProcess jvmBefore;
    private Target target;

    /**
     * Starts the server.
     *
     * @throws IOException if it cannot start
     * @throws IllegalArgumentException if a parameter is wrong
     */
    @Setup
    public void start() throws IOException {
        contestants = CostClient.of(clients, protocol);
        jvm = new ClientProcess(
                Path.of(jdk.equals("own") ? System.getProperty("java.home") : jdk),
                System.getProperty("java.class.path"));
        jvmBefore = before.equals(NONE) ? jvm : jvm.with(before);
        if (contestants.stream().anyMatch(CostClient::isBefore) && before.equals(NONE)) {
            throw new IllegalArgumentException(
                    "clients has one of the version before, and so before must be set: " + clients);
        }
        target = startServer();
    }

    private Target startServer() throws IOException {
        boolean isNginx = server.equals("nginx") || (server.equals("any") && NginxProcess.isInstalled());
        if (isNginx) {
            return NginxProcess.start(protocol);
        }
        return protocol == Speech.HTTP_2_TLS
                ? ServerProcess.startHttp2()
                : ServerProcess.start(protocol == Speech.HTTP_1_TLS);
    }

    /**
     * Stops it.
     *
     * @throws IOException if it cannot be stopped
     */
    @TearDown
    public void stop() throws IOException {
        target.close();
    }

    /**
     * Gives each client its turns.
     *
     * @param iteration says how long
     * @throws IOException if a client fails
     */
    @Benchmark
    public void round(IterationParams iteration) throws IOException {
        if (iteration.getType() == IterationType.WARMUP) {
            return;
        }
        long nanos = iteration.getTime().convertTo(TimeUnit.NANOSECONDS);
        try (CostRound round = new CostRound(nanos, TimeUnit.MILLISECONDS.toNanos(slice))) {
            for (CostClient client : contestants) {
                round.add(client, start(client));
            }
            round.run().forEach(this::note);
        }
    }

    private LiveClient start(CostClient client) throws IOException {
        int room = connections.equals("each") ? callers : Integer.parseInt(connections);
        return (client.isBefore() ? jvmBefore : jvm)
                .start(new ClientTerms(
                        client.label(),
                        target.uri(),
                        protocol,
                        callers,
                        room,
                        target.trust(),
                        target.pid(),
                        threads,
                        profile));
    }

    private void note(CostClient client, Map<String, Double> figures) {
        String name = client.equals(contestants.get(0)) ? Turns.FIRST + client.label() : client.label();
        figures.forEach((figure, value) -> Figures.note(name + figure, value));
        Figures.note(name + CostFigures.NGINX, target instanceof NginxProcess ? 1 : 0);
    }
}
