package dev.weir.lifetime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.CloseCause;
import dev.weir.event.RouteSnapshot;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testserver.ConnectionRecord;
import dev.weir.testserver.IdleTimeout;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pool learns from a server how long connections to it may idle. */
@ParameterizedClass
@EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
@Tag("slow")
class LearnedKeepAliveIT {

    private static final Duration LIMIT = Duration.ofMillis(300);
    private static final Duration PATIENT = Duration.ofSeconds(2);

    private final PoolKind kind;
    private final LoopbackServer server = LoopbackServer.http().start();

    LearnedKeepAliveIT(PoolKind kind) {
        this.kind = kind;
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    private static Optional<Duration> learned(PoolInUse pool) {
        return pool.snapshot().routes().stream()
                .map(RouteSnapshot::learnedKeepAlive)
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** Uses a connection and leaves it alone until the server has closed it. */
    private void oneClose(PoolInUse pool) throws IOException {
        pool.get(server.origin());
        PoolCall.awaitUntil(() -> server.open() == 0);
    }

    /** A close counts for nothing, or for something else, if the machine stands still meanwhile: then it takes one more. */
    private void teach(PoolInUse pool) throws Exception {
        for (int i = 0; i < 30 && learned(pool).isEmpty(); i++) {
            oneClose(pool);
            PoolCall.awaitUntil(() -> pool.snapshot().idle() == 0);
        }
        PoolCall.awaitUntil(() -> learned(pool).isPresent());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void limitFallsBelowTheServersAndIsKeptFirst(boolean byReset) throws Exception {
        IdleTimeout timeout = IdleTimeout.after(LIMIT).jitter(0.066);
        server.idleTimeout(byReset ? timeout.byReset() : timeout);
        try (PoolInUse pool = kind.build(PatientPool.builder("test"))) {
            teach(pool);
            assertThat(learned(pool))
                    .hasValueSatisfying(
                            limit -> assertThat(limit).isBetween(Duration.ofMillis(150), Duration.ofMillis(280)));

            oneClose(pool);

            assertThat(PoolBooks.causes(pool.pool())).containsKey(CloseCause.KEEP_ALIVE_EXPIRED);
        }
    }

    @Test
    void aServerThatClosesSoonDoesNotSeemToCloseAtOnce() throws Exception {
        server.idleTimeout(IdleTimeout.after(Duration.ofMillis(60)));
        try (PoolInUse pool = kind.build(PatientPool.builder("test"))) {
            teach(pool);

            assertThat(learned(pool))
                    .hasValueSatisfying(
                            limit -> assertThat(limit).isBetween(Duration.ofMillis(10), Duration.ofMillis(60)));
        }
    }

    @Test
    void whatWasLearnedSurvivesReconfigureAndCanBeSwitchedOff() throws Exception {
        server.idleTimeout(IdleTimeout.after(LIMIT));
        try (PoolInUse pool = kind.build(PatientPool.builder("test"))) {
            teach(pool);

            pool.pool()
                    .reconfigure(pool.pool().config().toBuilder().maxPerRoute(7).build());
            assertThat(learned(pool)).isPresent();

            pool.pool()
                    .reconfigure(pool.pool().config().toBuilder()
                            .keepAlive(k -> k.learn(false))
                            .build());
            pool.get(server.origin());
            assertThat(learned(pool)).isEmpty();
        }
    }

    @Test
    void followsAServerThatHasBecomeMorePatientAndRisksNoRequestForThat() throws Exception {
        AtomicLong aheadNanos = new AtomicLong();
        server.idleTimeout(IdleTimeout.after(LIMIT));
        try (PoolInUse pool = kind.build(PatientPool.builder("test", () -> System.nanoTime() + aheadNanos.get()))) {
            teach(pool);

            server.idleTimeout(IdleTimeout.after(PATIENT));
            for (int i = 0; i < 8 && isBelow(learned(pool), LIMIT.multipliedBy(3)); i++) {
                PoolCall.awaitUntil(
                        () -> pool.snapshot().leased() == 0 && pool.snapshot().idle() == 0);
                aheadNanos.addAndGet(TimeUnit.SECONDS.toNanos(31)); // then it is time for the next try
                pool.get(server.origin());
            }

            assertThat(learned(pool))
                    .hasValueSatisfying(
                            limit -> assertThat(limit).isBetween(LIMIT.multipliedBy(3), PATIENT.multipliedBy(3)));
            assertThat(server.connections())
                    .extracting(ConnectionRecord::requests)
                    .containsOnly(1);
        }
    }

    private static boolean isBelow(Optional<Duration> learned, Duration limit) {
        return learned.filter(found -> found.compareTo(limit) < 0).isPresent();
    }
}
