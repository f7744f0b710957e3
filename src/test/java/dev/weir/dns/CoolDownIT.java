package dev.weir.dns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPoolBuilder;
import dev.weir.event.CloseCause;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testpool.SwitchedNames;
import dev.weir.testserver.Exchange;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Servers behind one name, of which one fails. */
@Timeout(120)
class CoolDownIT {

    private static final int CALLERS = 16;
    // So many that those that meet the failure first, each caller once, are few.
    private static final int REQUESTS = 3_000;

    private final SwitchedNames names = new SwitchedNames(Fleet.addresses(2));

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void anAddressThatResetsEverythingGetsAlmostNoRequests(PoolKind kind) throws Exception {
        try (Fleet fleet = Fleet.of(2, exchange -> exchange.ok("hello"));
                PoolInUse pool = kind.build(builder())) {
            fleet.server(1).handler(Exchange::reset);
            List<PoolCall<Void>> calls = PoolCall.start(CALLERS, caller -> () -> {
                while (fleet.requests() < REQUESTS) {
                    getAnyway(pool, fleet);
                }
                return null;
            });
            for (PoolCall<Void> call : calls) {
                call.get();
            }

            assertThat(fleet.server(1).requests()).isPositive();
            assertThat((double) fleet.server(1).requests() / fleet.requests()).isLessThan(0.02);
        }
    }

    private static void getAnyway(PoolInUse pool, Fleet fleet) {
        try {
            pool.get(fleet.uri());
        } catch (IOException e) {
            assertThat(e).isNotNull(); // the caller that met the reset has to know; others go on
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
    void aRetryAfterAStatusTakesANewConnectionToAnotherAddressAfterANewLookup(PoolKind kind) throws Exception {
        AtomicInteger requests = new AtomicInteger();
        try (Fleet fleet = Fleet.of(2, exchange -> {
                    if (requests.incrementAndGet() == 1) {
                        exchange.respond(503, new byte[100]);
                    } else {
                        exchange.ok("hello");
                    }
                });
                PoolInUse pool = kind.build(builder().retry(r -> r.onStatus(503)))) {
            assertThat(pool.get(fleet.uri())).isEqualTo("hello");

            assertThat(fleet.server(0).requests()).isOne();
            assertThat(fleet.server(1).requests()).isOne();
            assertThat(names.asked()).hasSize(2);
            PoolCall.awaitUntil(() -> fleet.server(0).open() + fleet.server(1).open() == 1);
            assertThat(pool.snapshot().routes().get(0).closedBy()).containsExactly(Map.entry(CloseCause.ERROR, 1L));
        }
    }

    private HttpPoolBuilder builder() {
        return PatientPool.builder("service").maxPerRoute(CALLERS).dnsResolver(names);
    }
}
