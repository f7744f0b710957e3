package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.RequestFacts;
import dev.weir.config.Spread;
import dev.weir.event.CallFacts;
import dev.weir.event.CloseCause;
import dev.weir.event.LookupOutcome;
import dev.weir.testpool.ClientCalls;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.InMemoryDnsResolver;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is known of each exchange of a call. */
class AttemptsIT {

    private final AtomicInteger requests = new AtomicInteger();

    private static RequestFacts call(CloseableHttpClient client, String uri) throws IOException {
        HttpClientContext context = HttpClientContext.create();
        RequestFacts facts = RequestFacts.record(context);
        ClientCalls.send(client, new HttpGet(uri), context);
        return facts;
    }

    private LoopbackServer busyAtFirst() {
        return LoopbackServer.http()
                .handler(exchange -> exchange.respond(requests.getAndIncrement() == 0 ? 503 : 200, new byte[5]))
                .start();
    }

    private static HttpPoolBuilder retrying() {
        return PatientPool.builder("shop")
                .retry(r -> r.onStatus(503).maxRetries(1).backoff(Duration.ofMillis(20), Duration.ofMillis(20)));
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void addUpToTheCall(PoolKind kind) throws IOException {
        try (LoopbackServer server = busyAtFirst();
                PoolInUse pool = kind.build(retrying())) {
            addUp(call(pool.client(), server.origin() + "/"));
        }
    }

    private static void addUp(RequestFacts facts) {
        List<CallFacts.Exchange> attempts = facts.now().attempts();
        assertThat(attempts).extracting(each -> each.status().orElse(0)).containsExactly(503, 200);
        assertThat(attempts.stream().flatMap(AttemptsIT::phases).reduce(Duration.ZERO, Duration::plus))
                .isCloseTo(facts.now().total(), Duration.ofMillis(1));
        assertThat(attempts.get(1).connectionId())
                .isEqualTo(facts.now().last().orElseThrow().connectionId())
                .isPresent();
        assertThat(attempts.get(0).connectionId())
                .isPresent()
                .isNotEqualTo(facts.now().last().orElseThrow().connectionId());
        assertThat(attempts).allSatisfy(each -> {
            assertThat(each.connects()).singleElement().asString().contains(" in ");
        });
    }

    private static Stream<Duration> phases(CallFacts.Exchange each) {
        return Stream.of(each.pause(), each.waited(), each.dialed(), each.firstByte(), each.body());
    }

    @Test
    void tellsWhereAddressesCameFromAndWhichWereTried() throws IOException {
        try (LoopbackServer server = LoopbackServer.http().maxRequests(1).start();
                HttpPool blocking = named().build();
                AsyncHttpPool async = named().buildAsync()) {
            for (CloseableHttpClient client : List.of(blocking.client(), async.blockingClient())) {
                RequestFacts first = call(client, "http://recs:" + server.port() + "/");
                PoolCall.awaitUntil(
                        () -> first.now().last().orElseThrow().closedBy().isPresent());
                RequestFacts second = call(client, "http://recs:" + server.port() + "/");

                assertThat(first.now().last().orElseThrow().closedBy()).hasValue(CloseCause.SERVER_CLOSE_HEADER);
                assertThat(first.now().last().orElseThrow().lookupOutcome()).hasValue(LookupOutcome.MISS);
                assertThat(second.now().last().orElseThrow().lookupOutcome()).hasValue(LookupOutcome.HIT);
                assertThat(first.now().last().orElseThrow().connects())
                        .satisfiesExactly(
                                dead -> assertThat(dead).startsWith("127.0.0.2:" + server.port() + " failed after "),
                                alive -> assertThat(alive).startsWith("127.0.0.1:" + server.port() + " in "));
                assertThat(first).asString().contains("DNS ", " (miss), connect ");
            }
        }
    }

    // No server listens on the first address.
    private static HttpPoolBuilder named() throws IOException {
        InMemoryDnsResolver names = new InMemoryDnsResolver();
        names.add("recs", address(2, 0).getAddress(), address(1, 0).getAddress());
        return PatientPool.builder("shop").dnsResolver(names).dns(d -> d.spread(Spread.FIRST));
    }

    private static InetSocketAddress address(int last, int port) throws IOException {
        return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last}), port);
    }
}
