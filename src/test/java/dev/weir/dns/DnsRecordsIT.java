package dev.weir.dns;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.DnsRecords;
import dev.weir.HttpPoolBuilder;
import dev.weir.RequestFacts;
import dev.weir.event.LeaseFacts;
import dev.weir.event.LookupOutcome;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolClock;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testserver.DnsQuery;
import dev.weir.testserver.DnsRecord;
import dev.weir.testserver.LoopbackNameServer;
import dev.weir.testserver.LoopbackNames;
import dev.weir.testserver.LoopbackServer;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** For how long a pool uses what a name server says. Each connection ends after its response, if the clock is the test's. */
@Timeout(120)
class DnsRecordsIT {

    private static final String NAME = "recs.test";

    private final PoolClock clock = new PoolClock();
    private final LoopbackNameServer names = LoopbackNameServer.of();
    private final LoopbackServer server = LoopbackServer.http()
            .handler(exchange -> exchange.closeAfter().ok("ok"))
            .start();

    @AfterEach
    void stopServers() {
        names.close();
        server.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void anAnswerCountsForTheTtlOfItsRecord(PoolKind kind) throws Exception {
        names.switchTo(record(5));
        try (PoolInUse pool = kind.build(clocked())) {
            assertThat(lookup(pool)).isEqualTo(LookupOutcome.MISS);
            names.switchTo(record(7));
            clock.advance(ofSeconds(5));
            assertThat(lookup(pool)).isEqualTo(LookupOutcome.MISS);
            clock.advance(ofMillis(6_999));

            assertThat(lookup(pool)).isEqualTo(LookupOutcome.HIT);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 2000", "1, 2000", "2, 2000", "9, 9000", "11, 10000", "86400, 10000", "-1, 2000"})
    void theTtlIsBounded(int ttlSeconds, long expectedMillis) throws Exception {
        names.switchTo(record(ttlSeconds));

        assertThat(secondLookup(ofMillis(expectedMillis - 1))).isEqualTo(LookupOutcome.HIT);
        assertThat(secondLookup(ofMillis(expectedMillis))).isEqualTo(LookupOutcome.MISS);
    }

    private LookupOutcome secondLookup(Duration after) throws Exception {
        try (PoolInUse pool = PoolKind.BLOCKING.build(clocked())) {
            lookup(pool);
            clock.advance(after);
            return lookup(pool);
        }
    }

    @Test
    void theBoundsChangeLive() throws Exception {
        names.switchTo(record(1));
        try (PoolInUse pool = PoolKind.BLOCKING.build(clocked())) {
            lookup(pool);
            pool.pool()
                    .reconfigure(pool.pool().config().toBuilder()
                            .dns(d -> d.minTtl(ofSeconds(8)))
                            .build());
            clock.advance(ofMillis(7_999));

            assertThat(lookup(pool)).isEqualTo(LookupOutcome.HIT);
        }
    }

    @Test
    void theSmallestTtlOfAChainCounts() throws Exception {
        names.switchTo(DnsRecord.alias(NAME, 4, "b.test"), DnsRecord.address("b.test", 9, "127.0.0.1"));
        try (PoolInUse pool = PoolKind.BLOCKING.build(clocked())) {
            lookup(pool);
            clock.advance(ofSeconds(4));

            assertThat(lookup(pool)).isEqualTo(LookupOutcome.MISS);
        }
    }

    @Test
    void addressesOfOneFamilyAloneCountBriefly() throws Exception {
        names.script(query -> query.isA() ? List.of(query.reply(record(9))) : List.of());
        try (PoolInUse pool = PoolKind.BLOCKING.build(clocked())) {
            lookup(pool);
            clock.advance(ofSeconds(2));

            assertThat(lookup(pool)).isEqualTo(LookupOutcome.MISS);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void whileTheNameServerFailsTheOldAddressServes(PoolKind kind) throws Exception {
        names.switchTo(record(5));
        try (PoolInUse pool = kind.build(clocked().dns(d -> d.serveStale(ofSeconds(60))))) {
            lookup(pool);
            names.script(query -> List.of(query.failure(DnsQuery.SERVER_FAILURE)));
            clock.advance(ofSeconds(5));
            assertThat(lookup(pool)).isEqualTo(LookupOutcome.STALE);
            clock.advance(ofMillis(59_999));
            assertThat(lookup(pool)).isEqualTo(LookupOutcome.STALE);
            clock.advance(ofSeconds(5));

            assertThatThrownBy(() -> pool.get(uri()))
                    .isInstanceOf(UnknownHostException.class)
                    .hasMessageContaining("it replied SERVFAIL");
        }
    }

    @Test
    void withoutServeStaleAnAnswerServesNoLongerThanItsTtl() throws Exception {
        names.switchTo(record(5));
        try (PoolInUse pool = PoolKind.BLOCKING.build(clocked().dns(d -> d.serveStale(Duration.ZERO)))) {
            lookup(pool);
            names.close();
            clock.advance(ofSeconds(5));

            assertThatThrownBy(() -> pool.get(uri())).isInstanceOf(UnknownHostException.class);
        }
    }

    @Test
    void aNameThatTheServerLosesIsAFailureToo() throws Exception {
        names.switchTo(record(5));
        try (PoolInUse pool = PoolKind.BLOCKING.build(clocked())) {
            lookup(pool);
            names.switchTo();
            clock.advance(ofSeconds(5));

            assertThat(lookup(pool)).isEqualTo(LookupOutcome.STALE);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void openConnectionsFollowAShortTtl(PoolKind kind) throws Exception {
        try (LoopbackServer from = LoopbackServer.http().start();
                LoopbackServer to = LoopbackServer.http()
                        .address(LoopbackNames.literal("127.0.0.3"))
                        .port(from.port())
                        .start()) {
            names.switchTo(DnsRecord.address(NAME, 0, "127.0.0.1"));
            HttpPoolBuilder builder =
                    builder("test").dns(d -> d.minTtl(ofMillis(200)).ttl(ofMinutes(2)));
            try (PoolInUse pool = kind.build(builder)) {
                pool.get("http://" + NAME + ":" + from.port() + "/");
                names.switchTo(DnsRecord.address(NAME, 0, "127.0.0.3"));

                from.awaitOpen(0, PoolCall.PATIENCE);
                pool.get("http://" + NAME + ":" + from.port() + "/");
                assertThat(to.requests()).isEqualTo(1);
            }
        }
    }

    @Test
    void anAnswerIsNoCompleteList() throws Exception {
        try (LoopbackServer first = LoopbackServer.http().start()) {
            names.switchTo(DnsRecord.address(NAME, 60, "127.0.0.1"));
            HttpPoolBuilder builder =
                    builder("test").dns(d -> d.ttl(ofMillis(120)).minTtl(ofMillis(60)));
            try (PoolInUse pool = PoolKind.BLOCKING.build(builder)) {
                pool.get("http://" + NAME + ":" + first.port() + "/");
                rotate();

                PoolCall.awaitUntil(
                        () -> names.asked().stream().filter(DnsQuery::isA).count() >= 14);
                assertThat(first.open()).isEqualTo(1);
            }
        }
    }

    // Each answer has one address of four, in turn.
    private void rotate() {
        names.script(query -> {
            long turn = names.asked().stream().filter(DnsQuery::isA).count() % 4;
            return List.of(query.reply(DnsRecord.address(NAME, 60, "127.0.0." + (turn + 1))));
        });
    }

    @Test
    void serversAreChecked() {
        assertThatThrownBy(DnsRecords::of)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("at least one name server is needed");
        assertThatThrownBy(() -> DnsRecords.of(InetSocketAddress.createUnresolved("dns.test", 53)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("a name server needs an IP address and a port, but was dns.test");
        assertThatThrownBy(() -> DnsRecords.of(new InetSocketAddress(0))).isInstanceOf(IllegalArgumentException.class);
    }

    private static DnsRecord record(int ttlSeconds) {
        return DnsRecord.address(NAME, ttlSeconds, "127.0.0.1");
    }

    private HttpPoolBuilder clocked() {
        return PatientPool.builder("test", clock).dnsResolver(DnsRecords.of(names.address()));
    }

    private HttpPoolBuilder builder(String name) {
        return PatientPool.builder(name).dnsResolver(DnsRecords.of(names.address()));
    }

    private String uri() {
        return "http://" + NAME + ":" + server.port() + "/";
    }

    /** Makes a call, which needs a new connection, and tells how its lookup ended. No other lookup comes after it. */
    private LookupOutcome lookup(PoolInUse pool) throws Exception {
        HttpClientContext context = HttpClientContext.create();
        LeaseFacts facts = RequestFacts.record(context);
        assertThat(pool.get(uri(), context)).isEqualTo("ok");
        PoolCall.awaitUntil(() -> facts.closedBy().isPresent());
        return facts.lookupOutcome().orElseThrow();
    }
}
