package dev.weir.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How do other HTTP clients do beside this library, and all of them beside plain HttpClient 5 that was tuned by hand?
 *
 * <p>Callers are threads that wait for their responses. Each iteration is cut into slices in which the clients take turns,
 * so that whatever disturbs the machine disturbs all of them; what counts is the ratio to the first client within an
 * iteration. The score is only the length of an iteration.
 *
 * <p>{@code mvn jmh:run -Djmh.includes=Peers}, all with
 * {@code -Djmh.args="-p protocol=HTTP_1_PLAIN,HTTP_1_TLS,HTTP_2_TLS -p callers=1,100"}
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms1g", "-Xmx1g"})
@Warmup(iterations = 3, time = 4)
@Measurement(iterations = 8, time = 4)
public class PeersBenchmark extends ContestBenchmark {

    /** How the server is talked to. */
    public enum Speech {
        /** HTTP/1.1 without TLS. */
        HTTP_1_PLAIN("HTTP/1.1 without TLS"),
        /** HTTP/1.1 over TLS. */
        HTTP_1_TLS("HTTP/1.1 over TLS"),
        /** HTTP/2 over TLS. */
        HTTP_2_TLS("HTTP/2 over TLS");

        private final String words;

        Speech(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    /** What the clients speak; the first client speaks HTTP/1.1 in any case. */
    @Param("HTTP_1_PLAIN")
    public Speech protocol;

    /** How many threads send requests. */
    @Param("100")
    public int callers;

    /** How many connections each client may have. */
    @Param("100")
    public int connections;

    /** Which clients take part beside the first: a regular expression for their names. */
    @Param(".*")
    public String clients;

    @Override
    int callers() {
        return callers;
    }

    @Override
    ServerProcess startServer() throws Exception {
        return protocol == Speech.HTTP_2_TLS
                ? ServerProcess.startHttp2()
                : ServerProcess.start(protocol == Speech.HTTP_1_TLS);
    }

    @Override
    List<Peer> peers(ServerProcess server) throws Exception {
        return peers(new PeerTerms(server.uri(), protocol, connections, server.trust()), clients);
    }

    private static List<Peer> peers(PeerTerms terms, String wanted) throws Exception {
        List<Peer> peers =
                new ArrayList<>(List.of(PoolPeers.tuned(terms), PoolPeers.blocking(terms), PoolPeers.async(terms)));
        if (terms.isHttp2()) {
            peers.add(PoolPeers.blockingOverAsync(terms));
            peers.add(PoolPeers.plainAsync(terms));
        } else {
            peers.add(PoolPeers.untuned(terms));
        }
        peers.add(OtherPeers.jdk(terms));
        peers.add(OtherPeers.okHttp(terms));
        peers.add(OtherPeers.jetty(terms));
        peers.add(OtherPeers.reactorNetty(terms));
        peers.subList(1, peers.size()).removeIf(peer -> !peer.name().matches(wanted));
        return peers;
    }
}
