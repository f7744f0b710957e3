package dev.weir.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import dev.weir.event.LeaseOutcome;
import dev.weir.internal.call.LeaseNotes;
import dev.weir.internal.call.LeaseRequirements;
import dev.weir.internal.event.CloseNote;
import dev.weir.internal.event.ConnectionEnds;
import dev.weir.internal.event.DialFacts;
import dev.weir.internal.event.LeaseFactsData;
import dev.weir.internal.event.LeaseResult;
import dev.weir.internal.pool.ConnectionPool;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecRuntime;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.ComplexCancellable;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.support.BasicRequestBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class AsyncHedgedCallTest {

    private static final HttpRoute ROUTE = new HttpRoute(new HttpHost("upstream.test", 80));
    private static final InetSocketAddress FIRST = InetSocketAddress.createUnresolved("first.test", 80);
    private static final PoolConfig CONFIG = PoolConfig.builder("test")
            .hedge(h -> h.after(0.5).max(1))
            .retry(r -> r.budget(10))
            .build();

    private final Hedging hedging = Hedging.of(
            CONFIG,
            new ConnectionPool(CONFIG, List.of(), System::nanoTime, ManagedHttpClientConnectionFactory.INSTANCE));
    private final HttpClientContext context = HttpClientContext.create();
    // Called for each leased connection.
    private final BlockingQueue<Object> asked = new LinkedBlockingQueue<>();
    // The context of the latest of them.
    private volatile @Nullable HttpClientContext leasedIn;

    private AsyncExecRuntime runtime() {
        return (AsyncExecRuntime) Proxy.newProxyInstance(
                AsyncHedgedCallTest.class.getClassLoader(),
                new Class<?>[] {AsyncExecRuntime.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("acquireEndpoint")) {
                        leasedIn = (HttpClientContext) arguments[3];
                        asked.add(arguments[2]);
                    }
                    return method.getName().equals("fork") ? proxy : null;
                });
    }

    // A connection is leased, and nothing else happens.
    private static void lease(AsyncExecChain.Scope scope) {
        scope.execRuntime.acquireEndpoint("", ROUTE, null, scope.clientContext, new FutureCallback<>() {
            @Override
            public void completed(AsyncExecRuntime result) {}

            @Override
            public void failed(Exception cause) {}

            @Override
            public void cancelled() {}
        });
    }

    private AsyncHedgedCall call() {
        HttpRequest request = BasicRequestBuilder.get("http://upstream.test/").build();
        AsyncExecChain.Scope scope = new AsyncExecChain.Scope(
                "call", ROUTE, request, new ComplexCancellable(), context, runtime(), null, new AtomicInteger());
        AsyncExecChain chain = (sent, body, on, callback) -> lease(on);
        AsyncExecCallback caller = (AsyncExecCallback) Proxy.newProxyInstance(
                AsyncHedgedCallTest.class.getClassLoader(),
                new Class<?>[] {AsyncExecCallback.class},
                (proxy, method, arguments) -> null);
        return new AsyncHedgedCall(
                new Hedge(hedging, hedging.of(ROUTE)), new AsyncWork(request, null, scope, chain, caller));
    }

    private @Nullable Object next() throws InterruptedException {
        return asked.poll(60, TimeUnit.SECONDS);
    }

    @Test
    void theHedgeAvoidsTheFirstRequestsAddressThoughTheContextDoesNotShowItYet() throws Exception {
        hedging.of(ROUTE).begun(1);
        call().begin(1);

        Objects.requireNonNull(LeaseRequirements.sentOf(next())).accept(FIRST);

        assertThat(LeaseRequirements.triedBy(next())).containsExactly(FIRST);
        assertThat(context.getEndpointDetails()).isNull();
    }

    @Test
    void theHedgeBeginsOnlyAfterTheFirstRequestIsSent() throws Exception {
        hedging.of(ROUTE).begun(1);
        call().begin(1);
        Object first = next();

        assertThat(asked).isEmpty();
        Objects.requireNonNull(LeaseRequirements.sentOf(first)).accept(FIRST);

        assertThat(next()).isNotNull();
    }

    @Test
    void theFactsOfTheHedgeBeginWithItThoughItJoinsADialThatBeganBefore() throws Exception {
        LeaseNotes.in(context);
        hedging.of(ROUTE).begun(1);
        call().begin(1);
        Objects.requireNonNull(LeaseRequirements.sentOf(next())).accept(FIRST);
        next();
        LeaseFactsData facts = LeaseNotes.of(Objects.requireNonNull(leasedIn));

        Objects.requireNonNull(facts)
                .sending(
                        new LeaseResult(LeaseOutcome.DIALED, 0, 0, 1),
                        new DialFacts(TimeUnit.HOURS.toNanos(1), 0, 0, 0, DialFacts.Way.UNKNOWN),
                        new ConnectionEnds(
                                FIRST, null, HttpVersion.HTTP_1_1, "http://upstream.test:80", null, new CloseNote()),
                        null,
                        System.nanoTime());

        assertThat(facts.dialed()).isLessThan(Duration.ofMinutes(30));
    }
}
