package dev.weir.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.PoolTime;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.TestCertificates;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A thousand threads, and ten thousand virtual ones, on a cold pool with few connections: how often they wait, how often
 * they look at the clock, and that none is refused. A thread that polls for its turn takes the processor from the one that
 * it waits for. It is found out by what it does most, not by the time that it takes, which a busy machine changes.
 */
class ManyCallersIT {

    private static final int CONNECTIONS = 20;
    private static final int THREADS = 1_000;
    private static final int VIRTUAL_THREADS = 10_000;
    // What ten thousand callers on a cold, busy machine cannot expect to exceed by the first leases that end there.
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    // Six are usual where a connection has one stream, and two elsewhere. A thread that sleeps between its looks has
    // thousands.
    private static final int MOST_WAITS = 40;
    // Six to nine are usual. A thread that tries again until its time is over asks for the time at each try.
    private static final int MOST_LOOKS = 60;

    private final LongAdder looks = new LongAdder();

    private long look() {
        looks.increment();
        return System.nanoTime();
    }

    private HttpPoolBuilder patientPool() {
        return PoolTime.of(this::look, HttpPool.builder("crowd"))
                .sslContext(TestCertificates.trusted().clientContext())
                .maxPerRoute(CONNECTIONS)
                .maxPending(VIRTUAL_THREADS)
                .timeouts(t -> t.unordered()
                        .poolWait(PATIENCE)
                        .connect(PATIENCE)
                        .read(PATIENCE)
                        .total(Duration.ZERO));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 128})
    void parkWhereAConnectionHasFewStreams(int streams) throws Exception {
        Crowd crowd = new Crowd(THREADS);
        try (Http2Server server = Http2Server.allowing(streams);
                AsyncHttpPool pool = patientPool().buildAsync()) {

            crowd.send(pool.blockingClient(), server.uri());

            assertNoPolls(crowd);
        }
    }

    @Test
    void callersParkOnHttp1() throws Exception {
        Crowd crowd = new Crowd(THREADS);
        try (Http2Server server = Http2Server.ofHttp1();
                HttpPool pool = patientPool().build()) {

            crowd.send(pool.client(), server.uri());

            assertNoPolls(crowd);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 128})
    void areServedAsVirtualThreads(int streams) throws Exception {
        assumeTrue(Runtime.version().feature() >= 21, "this JDK has no virtual threads");
        Crowd crowd = Crowd.virtual(VIRTUAL_THREADS);
        try (Http2Server server = Http2Server.allowing(streams);
                AsyncHttpPool pool = patientPool().buildAsync()) {

            crowd.send(pool.blockingClient(), server.uri());

            assertNoPolls(crowd);
        }
    }

    @Test
    void areServedOnHttp1AsVirtualThreads() throws Exception {
        assumeTrue(Runtime.version().feature() >= 21, "this JDK has no virtual threads");
        Crowd crowd = Crowd.virtual(VIRTUAL_THREADS);
        try (Http2Server server = Http2Server.ofHttp1();
                HttpPool pool = patientPool().build()) {

            crowd.send(pool.client(), server.uri());

            assertNoPolls(crowd);
        }
    }

    private void assertNoPolls(Crowd crowd) {
        assertThat(crowd.failures()).isEmpty();
        assertThat(crowd.waits() / crowd.requests()).as("waits of a request").isLessThan(MOST_WAITS);
        assertThat(looks.sum() / crowd.requests())
                .as("looks of a request at the clock")
                .isLessThan(MOST_LOOKS);
    }
}
