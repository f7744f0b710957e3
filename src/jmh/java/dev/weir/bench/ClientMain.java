package dev.weir.bench;

import dev.weir.load.Latencies;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A JVM with one client and its callers: warms up, measures, and prints the figures of {@link CostFigures}. */
final class ClientMain {

    private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final ClientTerms terms;
    private final SteadyLoad load;
    private final CompilerThreads compilers;
    private final Map<String, Double> figures = new LinkedHashMap<>();

    private ClientMain(ClientTerms terms, Sender client) throws IOException {
        this.terms = terms;
        this.load = new SteadyLoad(client, terms.uri(), terms.callers());
        this.compilers = CompilerThreads.find();
    }

    public static void main(String[] args) throws Exception {
        ClientTerms terms = ClientTerms.parse(args);
        Peer peer = CostClient.named(terms.client()).open(terms.peer());
        Map<String, Double> figures = new ClientMain(terms, peer.sender()).run();
        figures.forEach((name, value) -> System.out.println(FigureLine.of(name, value)));
        peer.end().close();
        System.out.flush();
        System.exit(0); // whatever threads a client leaves
    }

    private Map<String, Double> run() throws Exception {
        load.start();
        load.awaitAnswers();
        warmUp(new WarmUp(terms.nanos() / 4, terms.nanos() / 4 * 3));
        measure();
        figures.put(CostFigures.JAVA, (double) Runtime.version().feature());
        return figures;
    }

    private void warmUp(WarmUp warmUp) {
        long windowNanos = Math.min(WINDOW_NANOS, terms.nanos() / 8);
        while (!warmUp.isOver()) {
            long cpuNanos = Reading.processCpuNanos();
            long compilerNanos = compilers.cpuNanos();
            load.pause(windowNanos);
            warmUp.add(windowNanos, Reading.processCpuNanos() - cpuNanos, compilers.cpuNanos() - compilerNanos);
        }
        figures.put(CostFigures.WARM, warmUp.elapsedNanos() / 1e9);
    }

    private void measure() throws Exception {
        Optional<Profile> profile = terms.isProfiled() ? Optional.of(Profile.start()) : Optional.empty();
        long[] callers = load.threadIds();
        Reading before = Reading.now(callers, compilers, terms.serverPid());
        load.measure(true);
        load.pause(terms.nanos() / 4);
        load.awaitOneMoreEach();
        load.measure(false);
        Reading after = Reading.now(callers, compilers, terms.serverPid());
        figures.put(CostFigures.OPEN, (double) Sockets.openTo(terms.uri().getPort()));
        if (profile.isPresent()) {
            profile.get().end().forEach((group, samples) -> figures.put(CostFigures.SAMPLES + group, samples));
        }
        Latencies latencies = load.stop();
        figures.putAll(CostFigures.perRequest(before, after, latencies));
    }
}
