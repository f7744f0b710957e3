package dev.weir.bench;

import dev.weir.bench.report.Measured;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What clients cost that took turns in each iteration of a run.
 *
 * @param run what was measured
 * @param first the figures' prefix of the client that the others are compared with
 */
record Turns(Measured run, String first) {

    /** Marks the client that the others are compared with. */
    static final String FIRST = "=";

    static Turns of(Measured run) {
        String first =
                names(run).filter(name -> name.startsWith(FIRST)).findFirst().orElseThrow();
        return new Turns(run, first);
    }

    private static Stream<String> names(Measured run) {
        return run.secondary().keySet().stream()
                .filter(figure -> figure.endsWith(ContestTable.CPU))
                .map(figure -> figure.substring(0, figure.length() - ContestTable.CPU.length()));
    }

    /** Returns what a client is called. */
    static String name(String client) {
        return client.startsWith(FIRST) ? client.substring(FIRST.length()) : client;
    }

    /** Returns the prefixes of all clients: the first, then the others, the one on top that takes the least CPU time. */
    List<String> clients() {
        return names(run)
                .sorted(Comparator.comparing((String name) -> !name.startsWith(FIRST))
                        .thenComparing(name -> -thrift(name).median()))
                .toList();
    }

    /** Returns how many requests a client sends for the CPU time of one of the first client's. */
    Spread thrift(String client) {
        return ratio(first, client, ContestTable.CPU);
    }

    /** Returns a figure of a client as multiples of the first client's. */
    Spread ratio(String client, String figure) {
        return ratio(client, first, figure);
    }

    /** Returns a ratio that was taken slice beside slice, or else by rounds. */
    Spread besides(String client, String figure, Spread byRounds) {
        String ratio = client + figure + CostFigures.RATIO;
        return run.has(ratio) ? Spread.of(each(ratio)) : byRounds;
    }

    private Spread ratio(String above, String below, String figure) {
        return pairs(each(above, figure).toArray(), each(below, figure).toArray(), (one, other) -> one / other);
    }

    /** Returns the sum of two figures of the first client as multiples of the same sum of a client. */
    Spread thrift(String client, String one, String other) {
        return pairs(sum(first, one, other), sum(client, one, other), (above, below) -> above / below);
    }

    private double[] sum(String client, String one, String other) {
        double[] ones = each(client, one).toArray();
        double[] others = each(client, other).toArray();
        return IntStream.range(0, ones.length)
                .mapToDouble(i -> ones[i] + others[i])
                .toArray();
    }

    private static Spread pairs(double[] above, double[] below, DoubleBinaryOperator both) {
        return Spread.of(IntStream.range(0, above.length).mapToDouble(i -> both.applyAsDouble(above[i], below[i])));
    }

    Spread spread(String client, String figure) {
        return run.has(client + figure) ? Spread.of(each(client, figure)) : Spread.of(DoubleStream.empty());
    }

    DoubleStream each(String client, String figure) {
        return each(client + figure);
    }

    private DoubleStream each(String figure) {
        return run.figure(figure).iterations().stream().mapToDouble(Double::doubleValue);
    }
}
