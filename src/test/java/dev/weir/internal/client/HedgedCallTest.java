package dev.weir.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weir.config.PoolConfig;
import dev.weir.event.HedgeOutcome;
import dev.weir.event.PoolEvent;
import dev.weir.event.PoolEvent.HedgeEnded;
import dev.weir.event.PoolListener;
import dev.weir.internal.call.LeaseRequirements;
import dev.weir.internal.deadline.AlarmsSet;
import dev.weir.internal.hedge.ResponseTimes;
import dev.weir.internal.pool.ConnectionPool;
import dev.weir.internal.pool.RouteHedges;
import dev.weir.testpool.EventRecorder;
import dev.weir.testpool.PoolFetch;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.net.ssl.SSLSession;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.impl.BasicEndpointDetails;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The exchanges of the two requests are scripts, which wait for each other; no connection is made. */
@org.junit.jupiter.api.Timeout(120)
class HedgedCallTest {

    private static final HttpRoute ROUTE = new HttpRoute(new HttpHost("upstream.test", 80));
    private static final InetSocketAddress ADDRESS = InetSocketAddress.createUnresolved("first.test", 80);
    private static final PoolConfig CONFIG = PoolConfig.builder("test")
            .hedge(h -> h.after(0.5).max(1))
            .retry(r -> r.budget(10))
            .build();

    // As times after which the hedge is sent.
    private static final long AT_ONCE = 1;
    private static final long LATER = TimeUnit.HOURS.toNanos(1);

    private final EventRecorder events = new EventRecorder();
    private final CountDownLatch noted = new CountDownLatch(1);
    private final PoolListener afterIt = new PoolListener() {
        @Override
        public void onEvent(PoolEvent event) {
            if (event instanceof PoolEvent.HedgeEnded) {
                noted.countDown();
            }
        }
    };
    private final Hedging hedging = Hedging.of(
            CONFIG,
            new ConnectionPool(
                    CONFIG, List.of(events, afterIt), System::nanoTime, ManagedHttpClientConnectionFactory.INSTANCE));
    private final RouteHedges hedges = hedging.of(ROUTE);
    private boolean takesNoExchange;
    private final HttpClientContext context = new HttpClientContext() {
        @Override
        public void setSSLSession(@Nullable SSLSession session) {
            if (takesNoExchange) {
                throw new IllegalStateException("of the test");
            }
        }
    };
    private final HttpGet request = new HttpGet("http://upstream.test/");
    private final Side first = new Side();
    private final Side second = new Side();
    private final AtomicInteger forks = new AtomicInteger();
    // That of the latest call.
    private Hedge hedge = new Hedge(hedging, hedges);

    private interface Exchange {
        ClassicHttpResponse make() throws IOException, HttpException;
    }

    /** One of the two requests. */
    private static final class Side {
        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch canceled = new CountDownLatch(1);
        private final CountDownLatch discarded = new CountDownLatch(1);
        private volatile Exchange exchange = () -> {
            throw new AssertionError("not expected");
        };
        private volatile @Nullable ClassicHttpRequest request;
        private volatile ExecChain.@Nullable Scope scope;
        private volatile @Nullable Object leaseState;

        ExecRuntime runtime(CancellableDependency dependency) {
            dependency.setDependency(() -> {
                canceled.countDown();
                return true;
            });
            return HedgedCallTest.runtime((method, arguments) -> {
                switch (method) {
                    case "discardEndpoint" -> discarded.countDown();
                    case "acquireEndpoint" -> leaseState = arguments[2];
                    default -> {}
                }
                return null;
            });
        }

        ClassicHttpResponse exchange(ClassicHttpRequest sent, ExecChain.Scope on) throws IOException, HttpException {
            request = sent;
            scope = on;
            on.execRuntime.execute("call", sent, on.clientContext);
            begun.countDown();
            return exchange.make();
        }

        boolean isUntouched(CountDownLatch latch) {
            return latch.getCount() > 0;
        }
    }

    private static final class Answer extends BasicClassicHttpResponse {
        private static final long serialVersionUID = 1L;

        private final transient CountDownLatch closed = new CountDownLatch(1);

        Answer(int status) {
            super(status);
        }

        @Override
        public void close() {
            closed.countDown();
        }
    }

    private interface Called {
        @Nullable
        Object with(String method, Object[] arguments);
    }

    private static ExecRuntime runtime(Called called) {
        return (ExecRuntime) Proxy.newProxyInstance(
                HedgedCallTest.class.getClassLoader(),
                new Class<?>[] {ExecRuntime.class},
                (proxy, method, arguments) -> called.with(method.getName(), arguments));
    }

    private ClassicHttpResponse execute(long afterNanos) throws IOException, HttpException {
        forks.set(0);
        hedge = new Hedge(hedging, hedges);
        ExecRuntime runtime = runtime((method, arguments) ->
                (forks.getAndIncrement() == 0 ? first : second).runtime((CancellableDependency) arguments[0]));
        ExecChain.Scope scope = new ExecChain.Scope("call", ROUTE, request, runtime, context);
        return new HedgedCall(
                        hedge,
                        request,
                        scope,
                        (sent, on) -> (on.clientContext.equals(context) ? first : second).exchange(sent, on))
                .execute(afterNanos);
    }

    private ClassicHttpResponse hedged() throws IOException, HttpException {
        hedges.begun(1);
        return execute(AT_ONCE);
    }

    private List<HedgeOutcome> outcomes() {
        return events.of(HedgeEnded.class).stream().map(HedgeEnded::outcome).toList();
    }

    /** Waits for something, and then goes on. */
    private static Exchange after(CountDownLatch latch, Exchange exchange) {
        return () -> {
            PoolFetch.await(latch);
            return exchange.make();
        };
    }

    private static Exchange failure(Throwable cause) {
        return () -> {
            if (cause instanceof IOException io) {
                throw io;
            }
            if (cause instanceof HttpException http) {
                throw http;
            }
            if (cause instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) cause;
        };
    }

    @Test
    void theFirstResponseCountsAndNoHedgeCanFollow() throws Exception {
        Answer answer = new Answer(200);
        first.exchange = () -> answer;

        assertThat(execute(LATER)).isSameAs(answer);

        assertThat(first.isUntouched(first.discarded)).isTrue();
        hedges.begun(1);
        assertThat(hedge.begins()).isFalse();
        assertThat(outcomes()).isEmpty();
    }

    @Test
    void nothingIsLeftToRingAfterAResponseOrAFailure() throws Exception {
        int before = AlarmsSet.count();
        AtomicInteger set = new AtomicInteger();
        first.exchange = () -> {
            set.set(AlarmsSet.count() - before);
            return new Answer(200);
        };
        execute(LATER);
        assertThat(set).hasValue(1);
        assertThat(AlarmsSet.count()).isEqualTo(before);

        first.exchange = failure(new IOException("refused"));
        assertThatThrownBy(() -> execute(LATER)).hasMessage("refused");

        assertThat(AlarmsSet.count()).isEqualTo(before);
    }

    @Test
    void theFirstResponseCancelsTheHedgeWhoseResponseIsClosed() throws Exception {
        Answer answer = new Answer(200);
        Answer late = new Answer(200);
        first.exchange = after(second.begun, () -> answer);
        second.exchange = after(second.canceled, () -> late);

        assertThat(hedged()).isSameAs(answer);

        assertThat(outcomes()).containsExactly(HedgeOutcome.LOST);
        PoolFetch.await(late.closed);
        assertThat(first.isUntouched(first.canceled)).isTrue();
        assertThat(answer.closed.getCount()).isEqualTo(1);
    }

    @Test
    void theResponseOfTheHedgeCancelsTheFirstRequestAndItsExchangeBecomesTheCalls() throws Exception {
        Answer answer = new Answer(200);
        first.exchange = after(first.canceled, failure(new IOException("canceled")));
        second.exchange = () -> {
            Objects.requireNonNull(second.scope).clientContext.setRequest(second.request);
            return answer;
        };

        assertThat(hedged()).isSameAs(answer);

        assertThat(outcomes()).containsExactly(HedgeOutcome.WON);
        assertThat(context.getRequest()).isSameAs(second.request).isNotSameAs(request);
        assertThat(first.isUntouched(first.discarded)).isFalse();
        assertThat(second.isUntouched(second.discarded)).isTrue();
        assertThat(second.isUntouched(second.canceled)).isTrue();
        assertThat(answer.closed.getCount()).isEqualTo(1);
    }

    @Test
    void theResponseOfTheHedgeIsClosedIfItsExchangeCannotBecomeTheCalls() {
        takesNoExchange = true;
        Answer answer = new Answer(200);
        first.exchange = after(second.begun, failure(new IOException("refused")));
        second.exchange = () -> answer;

        assertThat(catchThrowable(this::hedged)).hasMessage("of the test");

        assertThat(answer.closed.getCount()).isZero();
    }

    @Test
    void ofTwoResponsesTheEarlierCountsAndTheOtherIsClosed() throws Exception {
        Answer answer = new Answer(200);
        Answer late = new Answer(200);
        first.exchange = after(first.canceled, () -> late);
        second.exchange = () -> answer;

        assertThat(hedged()).isSameAs(answer);

        assertThat(late.closed.getCount()).isZero();
        assertThat(outcomes()).containsExactly(HedgeOutcome.WON);
    }

    static Stream<Exception> failures() {
        return Stream.of(new IOException("refused"), new HttpException("wrong"), new IllegalStateException("closed"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aFailureBeforeTheHedgeIsThatOfTheCall(Exception failure) {
        hedges.begun(1);
        first.exchange = failure(failure);

        assertThat(catchThrowable(() -> execute(LATER))).isSameAs(failure);

        assertThat(first.isUntouched(first.discarded)).isFalse();
        assertThat(hedge.begins()).isFalse();
        assertThat(outcomes()).isEmpty();
    }

    @Test
    void aFailureBesideTheHedgeWaitsForItsResponse() throws Exception {
        Answer answer = new Answer(200);
        first.exchange = after(second.begun, failure(new IOException("refused")));
        second.exchange = after(first.discarded, () -> answer);

        assertThat(hedged()).isSameAs(answer);

        assertThat(outcomes()).containsExactly(HedgeOutcome.WON);
    }

    @ParameterizedTest
    @MethodSource("failures")
    void ifTheHedgeFailsAfterTheFirstTheFailureOfTheFirstCounts(Exception failure) {
        first.exchange = after(second.begun, failure(failure));
        second.exchange = after(first.discarded, failure(new IOException("of the hedge")));

        assertThat(catchThrowable(this::hedged)).isSameAs(failure);

        assertThat(outcomes()).containsExactly(HedgeOutcome.FAILED);
        assertThat(second.isUntouched(second.discarded)).isFalse();
    }

    @ParameterizedTest
    @MethodSource("failures")
    void ifTheFirstFailsAfterTheHedgeItsFailureCounts(Exception failure) {
        first.exchange = () -> {
            awaitOutcome();
            return failure(failure).make();
        };
        second.exchange = failure(new IOException("of the hedge"));

        assertThat(catchThrowable(this::hedged)).isSameAs(failure);

        assertThat(outcomes()).containsExactly(HedgeOutcome.FAILED);
    }

    @Test
    void anErrorInTheThreadOfTheHedgeDoesNotLeaveTheCallWaiting() {
        IOException failure = new IOException("refused");
        first.exchange = after(second.begun, failure(failure));
        second.exchange = failure(new OutOfMemoryError("of the test"));

        assertThat(catchThrowable(this::hedged)).isSameAs(failure);

        assertThat(outcomes()).containsExactly(HedgeOutcome.FAILED);
    }

    private void awaitOutcome() {
        PoolFetch.await(noted);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 503})
    void anErrorResponseToTheHedgeIsClosedAndTheFirstGoesOn(int status) throws Exception {
        Answer answer = new Answer(200);
        Answer error = new Answer(status);
        first.exchange = () -> {
            awaitOutcome();
            return answer;
        };
        second.exchange = () -> error;

        assertThat(hedged()).isSameAs(answer);

        assertThat(error.closed.getCount()).isZero();
        assertThat(first.isUntouched(first.canceled)).isTrue();
        assertThat(outcomes()).containsExactly(HedgeOutcome.FAILED);
    }

    @Test
    void anyOtherResponseToTheHedgeCounts() throws Exception {
        Answer answer = new Answer(399);
        first.exchange = after(first.canceled, failure(new IOException("canceled")));
        second.exchange = () -> answer;

        assertThat(hedged()).isSameAs(answer);
    }

    @Test
    void anErrorResponseToTheFirstCounts() throws Exception {
        Answer answer = new Answer(503);
        first.exchange = after(second.begun, () -> answer);
        second.exchange = after(second.canceled, failure(new IOException("canceled")));

        assertThat(hedged()).isSameAs(answer);
    }

    @Test
    void withoutBudgetOnlyTheFirstIsSent() throws Exception {
        Answer answer = new Answer(200);
        first.exchange = () -> {
            awaitOutcome();
            return answer;
        };

        assertThat(execute(AT_ONCE)).isSameAs(answer);

        assertThat(outcomes()).containsExactly(HedgeOutcome.BUDGET_USED_UP);
        assertThat(second.isUntouched(second.begun)).isTrue();
    }

    @Test
    void cancelingTheRequestCancelsBoth() {
        IOException failure = new IOException("canceled");
        first.exchange = after(second.begun, () -> {
            request.cancel();
            PoolFetch.await(first.canceled);
            return failure(failure).make();
        });
        second.exchange = after(second.canceled, failure(new IOException("canceled, too")));

        assertThat(catchThrowable(this::hedged)).isSameAs(failure);
    }

    @Test
    void noHedgeBeginsAfterTheRequestWasCanceled() {
        hedges.begun(1);
        AtomicInteger begun = new AtomicInteger();
        first.exchange = () -> {
            request.cancel();
            begun.addAndGet(hedge.begins() ? 1 : 0);
            throw new IOException("canceled");
        };

        assertThatThrownBy(() -> execute(LATER)).hasMessage("canceled");

        assertThat(begun).hasValue(0);
        assertThat(outcomes()).isEmpty();
    }

    @Test
    void whereTheCallHasADeadlineThatCancelsBoth() {
        CallDeadline deadline = new CallDeadline("test", ROUTE, LATER, context);
        CallLimit.running(context, deadline);
        IOException failure = new IOException("canceled");
        first.exchange = after(second.begun, () -> {
            deadline.cancel();
            PoolFetch.await(first.canceled);
            return failure(failure).make();
        });
        second.exchange = after(second.canceled, failure(new IOException("canceled, too")));

        assertThat(catchThrowable(this::hedged)).isSameAs(failure);
    }

    @Test
    void anInterruptEndsTheWaitForTheHedgeAndTheHedge() {
        Answer late = new Answer(200);
        first.exchange = after(second.begun, () -> {
            Thread.currentThread().interrupt();
            throw new IOException("refused");
        });
        second.exchange = after(second.canceled, () -> late);

        Throwable failure = catchThrowable(this::hedged);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(failure)
                .isInstanceOf(InterruptedIOException.class)
                .hasMessage("Interrupted while waiting for a response")
                .hasCauseInstanceOf(InterruptedException.class);
        PoolFetch.await(late.closed);
    }

    @Test
    void anErrorOfTheFirstEndsBoth() {
        Error failure = new OutOfMemoryError("of the test");
        first.exchange = after(second.begun, failure(failure));
        second.exchange = after(second.canceled, failure(new IOException("canceled")));

        assertThat(catchThrowable(this::hedged)).isSameAs(failure);

        assertThat(first.isUntouched(first.discarded)).isFalse();
        PoolFetch.await(second.discarded);
    }

    @Test
    void theHedgeIsACopyWithAContextOfItsOwnOnAThreadThatSeesTheClassesOfTheCaller() throws Exception {
        request.addHeader("Accept", "text/plain");
        Thread caller = Thread.currentThread();
        ClassLoader before = caller.getContextClassLoader();
        try (URLClassLoader own = new URLClassLoader(new URL[0])) {
            caller.setContextClassLoader(own);
            StringBuilder seen = new StringBuilder();
            first.exchange = after(first.canceled, failure(new IOException("canceled")));
            second.exchange = () -> {
                Thread thread = Thread.currentThread();
                seen.append(thread.getName().startsWith("weir-hedge-"));
                seen.append(own.equals(thread.getContextClassLoader()));
                return new Answer(200);
            };

            hedged();

            assertThat(seen).hasToString("truetrue");
            assertThat(Objects.requireNonNull(second.scope).clientContext).isNotSameAs(context);
            ClassicHttpRequest copy = Objects.requireNonNull(second.request);
            assertThat(copy).isNotSameAs(request);
            assertThat(copy.getUri()).isEqualTo(request.getUri());
            assertThat(copy.getFirstHeader("Accept").getValue()).isEqualTo("text/plain");
        } finally {
            caller.setContextClassLoader(before);
        }
    }

    @Test
    void theHedgeAvoidsTheAddressOfTheFirst() throws Exception {
        context.setEndpointDetails(new BasicEndpointDetails(ADDRESS, null, null, Timeout.DISABLED));
        first.exchange = after(first.canceled, failure(new IOException("canceled")));
        second.exchange = () -> {
            ExecChain.Scope on = Objects.requireNonNull(second.scope);
            on.execRuntime.acquireEndpoint("call", ROUTE, null, on.clientContext);
            return new Answer(200);
        };

        hedged();

        assertThat(LeaseRequirements.triedBy(second.leaseState)).containsExactly(ADDRESS);
    }

    @Test
    void theTimesOfResponsesAreNotedAndThoseOfFailuresAreNot() throws Exception {
        first.exchange = failure(new IOException("refused"));
        for (int i = 0; i < 100; i++) {
            assertThatThrownBy(() -> execute(LATER)).hasMessage("refused");
        }
        first.exchange = () -> new Answer(200);
        for (int i = 0; i < 99; i++) {
            execute(LATER);
        }
        assertThat(hedges.begun(0)).isEqualTo(ResponseTimes.UNKNOWN);

        first.exchange = after(second.begun, failure(new IOException("refused")));
        second.exchange = () -> new Answer(200);
        hedged();

        assertThat(hedges.begun(0)).isLessThan(TimeUnit.SECONDS.toNanos(120));
    }
}
