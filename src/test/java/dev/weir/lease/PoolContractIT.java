package dev.weir.lease;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.entry;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.PoolTime;
import dev.weir.RequestDeadline;
import dev.weir.event.CloseCause;
import dev.weir.event.LeaseOutcome;
import dev.weir.failure.PoolClosedException;
import dev.weir.failure.PoolExhaustedException;
import dev.weir.failure.TotalTimeoutException;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolClock;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testpool.SwitchedNames;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.SilentServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What every pool promises to callers that block. A connection carries one exchange, so that the same figures hold for all.
 */
@ParameterizedClass
@EnumSource
class PoolContractIT {

    private static final Duration LONG = ofSeconds(30);

    private final PoolKind kind;
    private final PoolClock clock = new PoolClock();
    private final Http2Server server = Http2Server.allowing(1);
    private PoolInUse pool;

    PoolContractIT(PoolKind kind) {
        this.kind = kind;
        this.pool = kind.build(patient());
    }

    @AfterEach
    void close() {
        pool.close();
        server.close();
    }

    private static HttpPoolBuilder patient() {
        return HttpPool.builder("test")
                .sslContext(TestCertificates.trusted().clientContext())
                .timeouts(t -> t.unordered()
                        .poolWait(LONG)
                        .connect(LONG)
                        .read(LONG.multipliedBy(2))
                        .total(Duration.ZERO));
    }

    private HttpPoolBuilder aging() {
        return PoolTime.of(clock, patient());
    }

    private void build(HttpPoolBuilder builder) {
        pool.close();
        pool = kind.build(builder);
    }

    private List<PoolCall<String>> hold(int callers) {
        return hold(callers, server);
    }

    private List<PoolCall<String>> hold(int callers, Http2Server at) {
        return PoolCall.start(callers, i -> () -> pool.get(at.uri() + "/held"));
    }

    private void awaitBusy(int leased, int pending) {
        PoolCall.awaitUntil(() -> pool.snapshot().leased() == leased
                && pool.snapshot().pending() == pending
                && pool.snapshot().dialing() == 0);
    }

    private void awaitRest() {
        PoolBooks.atRest(pool.pool());
    }

    private static void assertAnswered(List<PoolCall<String>> calls) throws Exception {
        for (PoolCall<String> call : calls) {
            assertThat(call.get()).isEqualTo("/held");
        }
    }

    /** Leaves so many connections idle. */
    private void fill(int connections) throws Exception {
        List<PoolCall<String>> calls = hold(connections);
        PoolCall.awaitUntil(() -> server.held() == connections);
        server.answerHeld();
        assertAnswered(calls);
        PoolCall.awaitUntil(() -> pool.snapshot().idle() == connections);
    }

    private void assertKeptFor(Duration time, CloseCause cause) throws Exception {
        fill(2);
        clock.advance(time.minusMillis(1));
        pool.sweep().run();
        assertThat(pool.snapshot().idle()).isEqualTo(2);
        clock.advance(ofMillis(1));
        pool.sweep().run();

        assertThat(pool.snapshot().idle()).isZero();
        awaitRest();
        assertThat(PoolBooks.causes(pool.pool())).containsOnly(entry(cause, 2L));
    }

    @Test
    void routeHasNoMoreConnectionsThanItsLimit() throws Exception {
        build(patient().maxPerRoute(2));
        List<PoolCall<String>> calls = hold(5);
        awaitBusy(2, 3);
        PoolCall.awaitUntil(() -> server.held() == 2);
        server.release();

        assertAnswered(calls);
        assertThat(server.accepted()).isEqualTo(2);
        awaitRest();
        assertThat(PoolBooks.leases(pool.pool())).isEqualTo(5);
    }

    @Test
    void allRoutesTogetherHaveNoMoreConnectionsThanTheTotal() throws Exception {
        build(patient().maxTotal(3).maxPerRoute(2));
        try (Http2Server other = Http2Server.allowing(1)) {
            List<PoolCall<String>> calls = new ArrayList<>(hold(3, server));
            calls.addAll(hold(3, other));
            awaitBusy(3, 3);
            PoolCall.awaitUntil(() -> server.held() + other.held() == 3);
            server.release();
            other.release();

            assertAnswered(calls);
            awaitRest();
            assertThat(pool.snapshot().idle()).isLessThanOrEqualTo(3);
        }
    }

    @Test
    void queueHasABound() throws Exception {
        build(patient().maxPerRoute(1).maxPending(1));
        List<PoolCall<String>> calls = new ArrayList<>(hold(1));
        PoolCall.awaitUntil(() -> server.held() == 1);
        calls.addAll(hold(1));
        awaitBusy(1, 1);

        assertThatThrownBy(() -> pool.get(server.uri()))
                .isInstanceOf(PoolExhaustedException.class)
                .hasMessageContaining("maxPending");
        server.release();
        assertAnswered(calls);
        awaitRest();
        assertThat(PoolBooks.outcomes(pool.pool())).containsEntry(LeaseOutcome.REJECTED, 1L);
    }

    @Test
    void waitForAPlaceHasABound() throws Exception {
        build(patient().maxPerRoute(1).timeouts(t -> t.poolWait(ofMillis(300))));
        List<PoolCall<String>> calls = hold(1);
        PoolCall.awaitUntil(() -> server.held() == 1);

        assertThatThrownBy(() -> pool.get(server.uri()))
                .isInstanceOf(PoolExhaustedException.class)
                .hasMessageContaining("timeouts.poolWait");
        server.release();
        assertAnswered(calls);
        awaitRest();
        assertThat(PoolBooks.outcomes(pool.pool())).containsEntry(LeaseOutcome.TIMED_OUT, 1L);
    }

    @Test
    void callHasABoundAndGivesItsPlaceBack() throws Exception {
        build(patient().timeouts(t -> t.total(ofSeconds(1))));

        assertThatThrownBy(() -> pool.get(server.uri() + "/held")).isInstanceOf(TotalTimeoutException.class);
        awaitRest();
        HttpClientContext unlimited = HttpClientContext.create();
        RequestDeadline.set(unlimited, Duration.ZERO);
        assertThat(pool.get(server.uri() + "/next", unlimited)).isEqualTo("/next");
    }

    @Test
    void callMayHaveABoundOfItsOwn() throws Exception {
        build(patient().timeouts(t -> t.total(ofMinutes(10))));
        HttpClientContext context = HttpClientContext.create();
        RequestDeadline.set(context, ofMillis(700));

        assertThatThrownBy(() -> pool.get(server.uri() + "/held", context))
                .isInstanceOf(TotalTimeoutException.class)
                .hasMessageContaining("700 ms");
        awaitRest();
        assertThat(pool.get(server.uri() + "/next")).isEqualTo("/next");
    }

    @Test
    void callMayBearLessSilenceThanOthers() throws Exception {
        build(patient().timeouts(t -> t.read(ofMinutes(10))));
        HttpClientContext impatient = HttpClientContext.create();
        impatient.setRequestConfig(RequestConfig.custom()
                .setResponseTimeout(Timeout.ofMilliseconds(300))
                .build());

        PoolCall<String> call = PoolCall.start(() -> pool.get(server.uri() + "/held", impatient));

        assertThat(call.failure()).isInstanceOf(SocketTimeoutException.class);
        awaitRest();
        assertThat(pool.get(server.uri() + "/next")).isEqualTo("/next");
    }

    @Test
    void interruptEndsACallAndGivesItsPlaceBack() throws Exception {
        build(patient().maxPerRoute(1));
        PoolCall<String> held = hold(1).get(0);
        PoolCall.awaitUntil(() -> server.held() == 1);
        PoolCall<String> waiting = hold(1).get(0);
        awaitBusy(1, 1);

        waiting.thread().interrupt();
        assertThat(waiting.failure()).isInstanceOf(InterruptedIOException.class);
        awaitBusy(1, 0);
        held.thread().interrupt();

        assertThat(held.failure()).isInstanceOf(InterruptedIOException.class);
        awaitRest();
        PoolCall.awaitUntil(() -> PoolBooks.outcomes(pool.pool()).containsKey(LeaseOutcome.CANCELLED));
    }

    @Test
    void connectionsAreKeptNoLongerThanKeepAliveAllows() throws Exception {
        build(aging().keepAlive(k -> k.max(ofSeconds(10))));

        assertKeptFor(ofSeconds(10), CloseCause.KEEP_ALIVE_EXPIRED);
    }

    @Test
    void idleConnectionsGoAfterTheirTime() throws Exception {
        build(aging().eviction(e -> e.idle(ofSeconds(10))));

        assertKeptFor(ofSeconds(10), CloseCause.IDLE);
    }

    @Test
    void connectionsGoAtTheEndOfTheirLife() throws Exception {
        build(aging().eviction(
                        e -> e.idle(ofSeconds(20)).maxLifetime(ofSeconds(20)).jitter(0)));

        assertKeptFor(ofSeconds(20), CloseCause.MAX_LIFETIME);
    }

    @Test
    void connectionsServeNoMoreRequestsThanAllowed() throws Exception {
        build(patient().eviction(e -> e.maxRequests(2)));
        for (int i = 0; i < 6; i++) {
            pool.get(server.uri());
            awaitBusy(0, 0);
        }

        awaitRest();
        assertThat(PoolBooks.causes(pool.pool())).containsOnly(entry(CloseCause.MAX_REQUESTS, 3L));
    }

    @Test
    void connectionsToAddressesThatDnsDroppedGo() throws Exception {
        SwitchedNames names = new SwitchedNames("127.0.0.1");
        build(patient().dnsResolver(names).dns(d -> d.ttl(ofMillis(200)).negativeTtl(ofMillis(200))));
        fill(3);
        List<PoolCall<String>> calls = hold(1);
        PoolCall.awaitUntil(() -> server.held() == 1);
        names.answers("127.0.0.2");
        PoolCall.awaitUntil(() -> pool.snapshot().idle() == 0);
        server.release();

        assertAnswered(calls);
        PoolCall.awaitUntil(() -> PoolBooks.causes(pool.pool()).equals(Map.of(CloseCause.DNS_CHANGED, 3L)));
        awaitRest();
    }

    @Test
    void connectionThatTheServerClosedIsNotUsed() throws Exception {
        fill(1);
        server.cut();
        PoolCall.awaitUntil(() -> server.open() == 0);

        assertThat(pool.get(server.uri() + "/next")).isEqualTo("/next");
        awaitRest();
        assertThat(PoolBooks.causes(pool.pool()))
                .hasSize(1) // which one depends on when the pool notices it
                .containsAnyOf(
                        entry(CloseCause.SERVER_CLOSED_IDLE, 1L),
                        entry(CloseCause.STALE, 1L),
                        entry(CloseCause.RESET, 1L));
    }

    @Test
    void drainingARouteLetsItsExchangesEnd() throws Exception {
        fill(2);
        List<PoolCall<String>> calls = hold(1);
        PoolCall.awaitUntil(() -> server.held() == 1);
        pool.pool().drainRoute(server.uri());
        assertThat(pool.snapshot().idle()).isZero();
        server.release();

        assertAnswered(calls);
        awaitRest();
        assertThat(PoolBooks.causes(pool.pool()).values()).containsOnly(2L);
        assertThat(pool.snapshot().idle()).isZero();
    }

    @Test
    void drainingLetsExchangesEndAndRefusesNewOnes() throws Exception {
        List<PoolCall<String>> calls = hold(2);
        PoolCall.awaitUntil(() -> server.held() == 2);
        assertThat(pool.pool().isOpen()).isTrue();
        PoolCall<Boolean> drain = PoolCall.start(() -> pool.pool().drain(LONG));
        PoolCall.awaitUntil(
                () -> catchThrowable(() -> pool.get(server.uri() + "/next")) instanceof PoolClosedException);
        assertThat(pool.pool().isOpen()).isFalse();
        server.release();

        assertAnswered(calls);
        assertThat(drain.get()).isTrue();
        awaitRest();
        assertThat(PoolBooks.causes(pool.pool())).containsOnlyKeys(CloseCause.SHUTDOWN);
    }

    @Test
    void closingEndsExchangesAndRefusesNewOnes() throws Exception {
        build(patient().maxPerRoute(1));
        List<PoolCall<String>> calls = new ArrayList<>(hold(1));
        PoolCall.awaitUntil(() -> server.held() == 1);
        calls.addAll(hold(1));
        awaitBusy(1, 1);

        pool.close();

        assertThat(calls.get(0).failure())
                .isInstanceOf(PoolClosedException.class)
                .hasMessageContaining("under way");
        assertThat(calls.get(1).failure()).isInstanceOf(PoolClosedException.class);
        assertThatThrownBy(() -> pool.get(server.uri()))
                .isInstanceOf(PoolClosedException.class)
                .hasMessageContaining("test");
        assertThat(pool.pool().isOpen()).isFalse();
        awaitRest();
        assertThat(PoolBooks.causes(pool.pool())).containsOnly(entry(CloseCause.SHUTDOWN, 1L));
    }

    @Test
    void higherLimitServesWaitingCallers() throws Exception {
        build(patient().maxPerRoute(1));
        List<PoolCall<String>> calls = hold(3);
        awaitBusy(1, 2);
        pool.pool().reconfigure(pool.pool().config().toBuilder().maxPerRoute(3).build());
        PoolCall.awaitUntil(() -> server.held() == 3);
        server.release();

        assertAnswered(calls);
        assertThat(server.accepted()).isEqualTo(3);
    }

    @Test
    void lowerLimitClosesWhatIsTooMuch() throws Exception {
        build(patient().maxPerRoute(3));
        fill(3);

        pool.pool().reconfigure(pool.pool().config().toBuilder().maxPerRoute(1).build());

        // The sweep of idle connections may run at the same moment, so that one more goes.
        PoolCall.awaitUntil(() -> pool.snapshot().idle() <= 1);
        awaitRest();
        assertThat(PoolBooks.causes(pool.pool()).keySet())
                .contains(CloseCause.RECONFIGURED)
                .isSubsetOf(CloseCause.RECONFIGURED, CloseCause.SURPLUS_IDLE);
    }

    @Test
    void otherKeysCloseConnectionsWithoutAFailedCall() throws Exception {
        fill(1);
        List<PoolCall<String>> calls = hold(2);
        PoolCall.awaitUntil(() -> server.held() == 2);
        pool.pool().tlsChanged();
        server.release();

        assertAnswered(calls);
        assertThat(pool.get(server.uri() + "/next")).isEqualTo("/next");
        awaitRest();
        assertThat(PoolBooks.causes(pool.pool())).containsOnly(entry(CloseCause.TLS_CHANGED, 2L));
    }

    @Test
    void anotherTimeForHandshakesClosesNoConnection() throws Exception {
        pool.get(server.uri() + "/first");

        pool.pool()
                .reconfigure(pool.pool().config().toBuilder()
                        .tls(tls -> tls.handshake(Duration.ofMillis(1_500)))
                        .build());

        assertThat(pool.get(server.uri() + "/second")).isEqualTo("/second");
        assertThat(pool.snapshot().routes().get(0).opened()).isEqualTo(1);
    }

    @Test
    void noMoreDialsAreUnderWayAtOnceThanAllowed() throws Exception {
        build(oneByOne().dialing(d -> d.maxConcurrent(2)));
        try (SilentServer silent = SilentServer.mute()) {
            List<PoolCall<String>> calls = PoolCall.start(6, i -> () -> pool.get("https://localhost:" + silent.port()));
            awaitDialing(2, 4);
            assertThat(silent.accepted()).isLessThanOrEqualTo(2);
            pool.close();

            for (PoolCall<String> call : calls) {
                assertThat(call.failure()).isNotNull();
            }
            assertThat(silent.accepted()).isLessThanOrEqualTo(2);
        }
    }

    @Test
    void afterADialThatFailedOneIsTriedAtATime() throws Exception {
        build(oneByOne());
        AtomicBoolean refuses = new AtomicBoolean(true);
        try (SilentServer silent = SilentServer.refusing(refuses::get)) {
            assertThatThrownBy(() -> pool.get("https://localhost:" + silent.port()))
                    .isInstanceOf(IOException.class);
            refuses.set(false);
            int before = silent.accepted();
            List<PoolCall<String>> calls = PoolCall.start(5, i -> () -> pool.get("https://localhost:" + silent.port()));
            awaitDialing(1, 4);
            pool.close();

            for (PoolCall<String> call : calls) {
                assertThat(call.failure()).isNotNull();
            }
            assertThat(silent.accepted()).isLessThanOrEqualTo(before + 1);
        }
    }

    @Test
    void aCallerForWhomADialIsNotWorthWhileGetsOneWhenHalfOfItsTimeIsOver() throws Exception {
        build(oneByOne().maxPerRoute(2).timeouts(t -> t.unordered().poolWait(ofSeconds(7))));
        for (int i = 0; i < 40; i++) {
            pool.get(server.uri() + "/quick"); // so that a place is known to become free at once
            awaitBusy(0, 0);
        }
        List<PoolCall<String>> calls = hold(2);

        PoolCall.awaitUntil(() -> server.held() == 2);
        server.release();

        assertAnswered(calls);
        assertThat(server.accepted()).isEqualTo(2);
    }

    /** Each connection carries one exchange, also where nothing is known of the server yet. */
    private HttpPoolBuilder oneByOne() {
        return kind == PoolKind.ASYNC_OVER_HTTP_2
                ? patient()
                        .http2Config(
                                H2Config.custom().setMaxConcurrentStreams(1).build())
                : patient();
    }

    private void awaitDialing(int dialing, int pending) {
        PoolCall.awaitUntil(
                () -> pool.snapshot().dialing() == dialing && pool.snapshot().pending() == pending);
    }
}
