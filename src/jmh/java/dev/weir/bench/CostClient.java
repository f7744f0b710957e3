package dev.weir.bench;

import static java.time.Duration.ZERO;

import dev.weir.bench.PeersBenchmark.Speech;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A client of {@link ClientCostBenchmark}, with room for as many connections as it is told to have.
 *
 * @param label its name in parameters and tables
 * @param speaks whether it belongs to all that speak a protocol
 * @param opening opens it
 */
record CostClient(String label, Predicate<Speech> speaks, Opening opening) {

    /** HttpClient 5 tuned by hand, over HTTP/1.1 whatever the others speak. */
    private static final CostClient PLAIN = new CostClient("plain", speech -> true, PoolPeers::tuned);

    /** The client of a pool with its defaults, over HTTP/1.1 whatever the others speak. */
    private static final CostClient WEIR = new CostClient("weir", speech -> true, PoolPeers::blocking);

    /** The client of an asynchronous pool. */
    private static final CostClient ASYNC = new CostClient("weir-async", speech -> true, PoolPeers::async);

    /** The blocking client of an asynchronous pool. */
    private static final CostClient BLOCKING = http2("weir-blocking", PoolPeers::blockingOverAsync);

    private static final String USUAL = "usual";
    private static final String ALL = "all";
    private static final String BEFORE = "-before";

    private static final List<CostClient> CLIENTS = List.of(
            PLAIN,
            WEIR,
            http1("weir-opened", CostClient::opened),
            http1("weir-no-total", terms -> PoolPeers.blocking(terms, t -> t.total(ZERO))),
            http1("weir-no-read", terms -> PoolPeers.blocking(terms, t -> t.read(ZERO))),
            http1(
                    "weir-no-limits",
                    terms -> PoolPeers.blocking(terms, t -> t.read(ZERO).total(ZERO))),
            ASYNC,
            BLOCKING,
            asked("weir-facts", PoolPeers::withFacts),
            asked("weir-listener", PoolPeers::withRequestListener),
            before(WEIR),
            before(ASYNC),
            before(BLOCKING),
            new CostClient("okhttp", speech -> true, OtherPeers::okHttp),
            new CostClient("jetty", speech -> true, OtherPeers::jetty),
            new CostClient("plain-async", speech -> true, PoolPeers::plainAsync),
            http2("plain-http2", PoolPeers::plainHttp2),
            asked("webclient-netty", WebClientPeers::onReactorNetty),
            asked("webclient-weir", WebClientPeers::onPool));

    /** Opens a client. */
    @FunctionalInterface
    interface Opening {
        Peer open(PeerTerms terms) throws Exception;
    }

    private static CostClient http1(String label, Opening opening) {
        return new CostClient(label, speech -> speech != Speech.HTTP_2_TLS, opening);
    }

    private static CostClient http2(String label, Opening opening) {
        return new CostClient(label, speech -> speech == Speech.HTTP_2_TLS, opening);
    }

    /** The same on the classes of another version of Weir, only if it is asked for. */
    private static CostClient before(CostClient client) {
        return new CostClient(client.label + BEFORE, speech -> false, client.opening);
    }

    /** Takes part only if it is asked for. */
    private static CostClient asked(String label, Opening opening) {
        return new CostClient(label, speech -> false, opening);
    }

    boolean isBefore() {
        return label.endsWith(BEFORE);
    }

    Peer open(PeerTerms terms) throws Exception {
        return opening.open(terms);
    }

    /** Returns the clients that a parameter names: {@code usual}, {@code all}, or names with a plus between them. */
    static List<CostClient> of(String clients, Speech protocol) {
        if (clients.equals(USUAL)) {
            return protocol == Speech.HTTP_2_TLS ? List.of(PLAIN, WEIR, BLOCKING, ASYNC) : List.of(PLAIN, WEIR);
        }
        if (clients.equals(ALL)) {
            return CLIENTS.stream()
                    .filter(client -> client.speaks.test(protocol))
                    .toList();
        }
        return Arrays.stream(clients.split("\\+", -1)).map(CostClient::named).toList();
    }

    static CostClient named(String label) {
        return CLIENTS.stream()
                .filter(client -> client.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("clients must be usual, all or some of " + labels()
                        + " with + between them, but has " + label));
    }

    private static String labels() {
        return CLIENTS.stream().map(CostClient::label).collect(Collectors.joining(", "));
    }

    private static Peer opened(PeerTerms terms) throws Exception {
        Peer peer = PoolPeers.blocking(terms);
        ((ClassicSender) peer.sender()).open(terms.uri(), terms.connections());
        return peer;
    }
}
