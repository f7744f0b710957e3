package dev.weir.bench;

import dev.weir.load.Latencies;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JVM with one client and its callers. Each line of its standard input is a turn: how many nanoseconds its callers send,
 * or the same with a minus in front if the turn is not measured. It answers with the figures of a {@link Slice}; at the end
 * of the input, with those of {@link CostFigures} that belong to all turns.
 */
final class ClientMain {

    /** The line after each response. */
    static final String DONE = "done";

    private final ClientTerms terms;
    private final SteadyLoad load;
    private final long[] callers;
    private @Nullable Profile profile;

    private ClientMain(ClientTerms terms, Sender client) {
        this.terms = terms;
        this.load = new SteadyLoad(
                client, terms.uri(), terms.callers(), terms.threads().factory());
        load.start();
        this.callers = load.threadIds();
    }

    public static void main(String[] args) throws Exception {
        ClientTerms terms = ClientTerms.parse(args);
        Peer peer = CostClient.named(terms.client()).open(terms.peer());
        ClientMain main = new ClientMain(terms, peer.sender());
        try (BufferedReader turns = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII))) {
            for (String turn = turns.readLine(); turn != null; turn = turns.readLine()) {
                print(main.turn(Long.parseLong(turn)).figures());
            }
        }
        print(main.end());
        peer.end().close();
        System.out.flush();
        System.exit(0); // whatever threads a client leaves
    }

    private static void print(Map<String, Double> figures) {
        figures.forEach((name, value) -> System.out.println(FigureLine.of(name, value)));
        System.out.println(DONE);
    }

    private Slice turn(long nanos) {
        boolean isMeasured = nanos > 0;
        if (isMeasured && terms.isProfiled() && profile == null) {
            profile = Profile.start();
        }
        Reading before = Reading.before(callers, terms.serverPid());
        long answered = load.answered();
        load.send(Math.abs(nanos), isMeasured);
        return Reading.after(callers, terms.serverPid()).since(before, load.answered() - answered);
    }

    private Map<String, Double> end() throws IOException, InterruptedException {
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put(CostFigures.OPEN, (double) Sockets.openTo(terms.uri().getPort()));
        figures.put(CostFigures.JAVA, (double) Runtime.version().feature());
        if (profile != null) {
            profile.end().forEach((group, samples) -> figures.put(CostFigures.SAMPLES + group, samples));
        }
        Latencies latencies = load.stop();
        figures.put(CostFigures.MEDIAN, latencies.quantileNanos(0.5));
        figures.put(CostFigures.P99, latencies.quantileNanos(0.99));
        return figures;
    }
}
