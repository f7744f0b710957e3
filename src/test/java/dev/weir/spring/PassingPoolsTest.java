package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.HttpPool;
import dev.weir.ManagedPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.event.SubstituteLoggingEvent;
import org.slf4j.helpers.SubstituteLogger;
import org.springframework.boot.http.client.HttpClientSettings;

class PassingPoolsTest {

    private final Queue<Built> built = new ConcurrentLinkedQueue<>();
    private final Queue<SubstituteLoggingEvent> log = new ConcurrentLinkedQueue<>();
    private final AtomicLong nanos = new AtomicLong();
    private final PassingPools<Built> pools = new PassingPools<>(
            this::build,
            pool -> pool.pool().close(),
            nanos::incrementAndGet,
            new SubstituteLogger("recording", log, false));

    private record Built(PoolKey key, HttpPool pool) implements BuiltPool {

        @Override
        public Object tenancy() {
            return this;
        }

        @Override
        public RouteKeys routeKeys() {
            return new RouteKeys(new BundleNames(null));
        }

        @Override
        public Consumer<HttpClientSettings> renewal() {
            return settings -> {};
        }
    }

    @AfterEach
    void close() {
        built.forEach(each -> each.pool().close());
    }

    @Test
    void haveOneForTheSameSettings() {
        Visited<Built> one = visit(1);

        Visited<Built> again = visit(1);

        assertThat(again).isSameAs(one);
        assertThat(built).hasSize(1);
    }

    @Test
    void keepSomeThoughTheyAreEmpty() {
        visit(1, PassingPools.MANY);

        assertThat(open()).isEqualTo(PassingPools.MANY);
        assertThat(log).isEmpty();
    }

    @Test
    void closeThoseWithoutAConnectionWhenThereAreMany() {
        visit(1, PassingPools.MANY + 1);

        assertThat(open()).isEqualTo(1);
    }

    @Test
    void tellOfManyOnce() {
        visit(1, 5 * PassingPools.MANY);

        assertThat(log)
                .singleElement()
                .satisfies(event -> assertThat(event.getArgumentArray()).containsExactly(PassingPools.MANY));
    }

    @Test
    void neverCloseOneThatIsVisited() {
        Visited<Built> visited = pools.enter(key(1));

        visit(2, 3 * PassingPools.MANY);

        assertThat(visited.built().pool().isOpen()).isTrue();
        assertThat(visit(1)).isSameAs(visited);
    }

    @Test
    void makeAnotherForWhoseWasClosed() {
        Visited<Built> first = visit(1);
        visit(2, PassingPools.MANY + 1);

        Visited<Built> second = visit(1);

        assertThat(first.enter()).isFalse();
        assertThat(second).isNotSameAs(first);
        assertThat(second.built().pool().isOpen()).isTrue();
    }

    @Test
    void tryAgainAfterAFailure() {
        AtomicBoolean fails = new AtomicBoolean(true);
        PassingPools<Built> failing = new PassingPools<>(
                key -> {
                    if (fails.get()) {
                        throw new IllegalStateException("no keys");
                    }
                    return build(key);
                },
                pool -> {},
                nanos::incrementAndGet,
                new SubstituteLogger("recording", log, false));
        assertThatThrownBy(() -> failing.enter(key(1))).hasMessage("no keys");
        fails.set(false);

        Visited<Built> pool = failing.enter(key(1));

        assertThat(pool.built().pool().isOpen()).isTrue();
    }

    @Test
    void areOpenForEachOfManyThreadsWhichVisitAndCloseThem() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Future<?>> runs = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
            int from = thread;
            runs.add(threads.submit(() -> visitAround(from)));
        }

        for (Future<?> run : runs) {
            run.get(60, TimeUnit.SECONDS);
        }
        threads.shutdown();

        // Each thread may be about to add one while another counts.
        assertThat(open()).isLessThanOrEqualTo(PassingPools.MANY + 4);
    }

    private void visitAround(int from) {
        for (int i = 0; i < 1_000; i++) {
            Visited<Built> pool = pools.enter(key(1 + (from * 7 + i) % (2 * PassingPools.MANY)));
            assertThat(pool.built().pool().isOpen()).isTrue();
            pools.leave(pool);
        }
    }

    private void visit(int first, int count) {
        for (int i = first; i < first + count; i++) {
            visit(i);
        }
    }

    private Visited<Built> visit(int seconds) {
        Visited<Built> pool = pools.enter(key(seconds));
        pools.leave(pool);
        return pool;
    }

    private static PoolKey key(int seconds) {
        return new PoolKey(
                "default", HttpClientSettings.defaults().withReadTimeout(Duration.ofSeconds(seconds)), null, null);
    }

    private Built build(PoolKey key) {
        Built pool = new Built(key, HttpPool.builder("default").build());
        built.add(pool);
        return pool;
    }

    private long open() {
        return built.stream().map(Built::pool).filter(ManagedPool::isOpen).count();
    }
}
