package dev.weir.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.event.CloseCause;
import dev.weir.event.DialOutcome;
import dev.weir.event.LeaseOutcome;
import dev.weir.event.LookupOutcome;
import dev.weir.event.PoolEvent;
import dev.weir.event.PoolEvent.LeakSuspected;
import dev.weir.event.PoolEvent.LeaseEnded;
import dev.weir.event.PoolEvent.RequestEnded;
import dev.weir.event.PoolListener;
import dev.weir.event.PoolSnapshot;
import dev.weir.event.RouteSnapshot;
import dev.weir.internal.event.CallNotes;
import dev.weir.internal.event.ConnectionEnds;
import dev.weir.internal.event.DialFacts;
import dev.weir.internal.event.LeaseResult;
import dev.weir.internal.event.RouteFixture;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hc.core5.http.HttpVersion;
import org.junit.jupiter.api.Test;

class PoolMetricsTest {

    private static final Optional<String> ID = Optional.of("c-1");
    private static final Optional<SocketAddress> ADDRESS = Optional.of(new InetSocketAddress("10.0.0.1", 8443));
    private static final String ROUTE = "https://recs:8443";

    private static final List<String> COMMON = List.of("pool", "server.address", "server.port");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final PoolListener metrics = PoolMetrics.bindTo(registry).withRequests();
    private final Supplier<PoolSnapshot> one = pool(route(ROUTE, 3, Optional.of(Duration.ofMillis(4_500))));

    /** A route with 3 idle connections and some active ones, 2 callers pending and 1 dialing, of 20. */
    private static RouteSnapshot route(String target, int active, Optional<Duration> learned) {
        return active(target, active, learned).snapshot();
    }

    private static RouteFixture active(String target, int active, Optional<Duration> learned) {
        return RouteFixture.of(target)
                .now(active + 1, 3, 2, 1)
                .soFar(10 + active, 7)
                .learned(learned);
    }

    private static Supplier<PoolSnapshot> pool(RouteSnapshot... routes) {
        PoolSnapshot snapshot = RouteFixture.pool("shop", List.of(routes));
        return new Supplier<>() {
            @Override
            public PoolSnapshot get() {
                return snapshot;
            }
        };
    }

    private static LeaseEnded leased(String route) {
        return new LeaseEnded("shop", route, LeaseOutcome.REUSED_AFTER_WAIT, Duration.ofMillis(2), ID);
    }

    /** One event of each kind. */
    private void everything() {
        metrics.onEvent(leased(ROUTE));
        metrics.onEvent(new PoolEvent.DialEnded(
                "shop",
                ROUTE,
                DialOutcome.CONNECTED,
                Duration.ofMillis(2),
                Duration.ofMillis(3),
                Duration.ofMillis(4),
                false,
                false,
                ID,
                ADDRESS,
                Optional.empty()));
        metrics.onEvent(new PoolEvent.ConnectionClosed(
                "shop", ROUTE, CloseCause.IDLE, Duration.ofSeconds(30), 7, ID, ADDRESS, Optional.empty()));
        metrics.onEvent(new PoolEvent.NameLookedUp("shop", "recs", LookupOutcome.HIT, Duration.ofMillis(1)));
        metrics.onEvent(request());
        metrics.onEvent(new PoolEvent.RetryDecided("shop", ROUTE, false));
        metrics.onEvent(new LeakSuspected(
                "shop", ROUTE, true, Duration.ofNanos(1), "main", "GET /", "shop.Orders.load(Orders.java:1)"));
    }

    private static RequestEnded request() {
        CallNotes facts = new CallNotes();
        facts.begin(0);
        facts.sending(
                new LeaseResult(LeaseOutcome.REUSED_AFTER_WAIT, 2_000_000, 0, 2),
                DialFacts.NONE,
                new ConnectionEnds(null, HttpVersion.HTTP_1_1, ROUTE, null, new AtomicReference<>()),
                2_000_000);
        facts.answered(200, 9_000_000);
        facts.ended(10_000_000);
        return new RequestEnded("shop", Optional.of(ROUTE), Optional.of("GET"), facts.now());
    }

    private double gauge(String name, String... tags) {
        return registry.get(name).tags(tags).gauges().stream()
                .mapToDouble(each -> each.value())
                .sum();
    }

    private double seconds(String name, String... tags) {
        return registry.get(name).tags(tags).timer().totalTime(TimeUnit.SECONDS);
    }

    @Test
    void showsWhatHappened() {
        metrics.onEvent(new PoolEvent.PoolStateChanged("shop", true, one));
        everything();

        assertThat(seconds("http.client.request.time_in_queue", "outcome", "reused_after_wait"))
                .isEqualTo(0.002);
        assertThat(seconds("weir.connections.connect", "outcome", "connected")).isEqualTo(0.003);
        assertThat(seconds("weir.connections.tls", "outcome", "connected")).isEqualTo(0.004);
        assertThat(seconds("http.client.connection.duration", "cause", "idle")).isEqualTo(30);
        assertThat(seconds("weir.dns.lookups", "outcome", "hit", "server.address", "all", "server.port", "all"))
                .isEqualTo(0.001);
        assertThat(phase("total")).isEqualTo(0.010);
        assertThat(phase("queue")).isEqualTo(0.002);
        assertThat(phase("first_byte")).isEqualTo(0.007);
        assertThat(phase("body")).isEqualTo(0.001);
        assertThat(registry.get("weir.connections.opened").counter().count()).isEqualTo(1);
        assertThat(registry.get("weir.connections.uses").summary().totalAmount())
                .isEqualTo(7);
        assertThat(registry.get("weir.leaks").counter().count()).isEqualTo(1);
        assertThat(registry.get("weir.retries")
                        .tag("outcome", "budget_used_up")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    private double phase(String name) {
        return seconds("weir.requests", "phase", name, "outcome", "answered");
    }

    @Test
    void showsWhatThereIs() {
        metrics.onEvent(new PoolEvent.PoolStateChanged("shop", true, one));
        metrics.onEvent(leased(ROUTE));

        assertThat(gauge("http.client.open_connections", "http.connection.state", "active"))
                .isEqualTo(3);
        assertThat(gauge("http.client.open_connections", "http.connection.state", "idle"))
                .isEqualTo(3);
        assertThat(gauge("weir.leases.pending")).isEqualTo(2);
        assertThat(gauge("weir.leases.dialing")).isEqualTo(1);
        assertThat(gauge("weir.pool.limit", "scope", "total", "server.address", "all", "server.port", "all"))
                .isEqualTo(100);
        assertThat(gauge("weir.pool.limit", "scope", "route", "server.address", "recs", "server.port", "8443"))
                .isEqualTo(20);
        assertThat(gauge("weir.pool.saturation", "scope", "total", "server.address", "all", "server.port", "all"))
                .isEqualTo(0.03);
        assertThat(gauge("weir.pool.saturation", "scope", "route", "server.address", "recs", "server.port", "8443"))
                .isEqualTo(0.15);
        assertThat(gauge("weir.keepalive.learned")).isEqualTo(4.5);
    }

    @Test
    void measuresExchangesAgainstTheirLimits() {
        RouteSnapshot limited =
                active(ROUTE, 3, Optional.empty()).inFlight(4, 8).snapshot();
        metrics.onEvent(new PoolEvent.PoolStateChanged(
                "shop", true, () -> new PoolSnapshot("shop", 100, 4, 3, 2, 1, List.of(limited))));
        everything();

        assertThat(gauge("weir.exchanges")).isEqualTo(4);
        assertThat(gauge("weir.exchanges.limit", "scope", "route")).isEqualTo(8);
        assertThat(gauge("weir.pool.saturation", "scope", "route-exchanges")).isEqualTo(0.5);
    }

    @Test
    void hasEachMeterOfTheTableInTheDocsAndNoOther() throws IOException {
        metrics.onEvent(new PoolEvent.PoolStateChanged("shop", true, one));
        everything();

        String page = Files.readString(Path.of("docs/metrics.md"));
        String head = "|---|---|---|---|---|\n";
        String table = page.substring(page.indexOf(head) + head.length()).split("\n\n", 2)[0];
        assertThat(registry.getMeters().stream().map(PoolMetricsTest::row))
                .isSubsetOf(table.lines()
                        .map(row -> row.replaceFirst("\\| (?!seconds)\\w+ \\| (?=`|\\|)", "| - | "))
                        .toList());
        assertThat(registry.getMeters().stream().map(meter -> meter.getId().getName()))
                .containsAll(table.lines().map(row -> row.split("`", 3)[1]).toList());
    }

    /** The row that a meter has in the table, but for units that Micrometer has no place for. */
    private static String row(Meter meter) {
        Meter.Id id = meter.getId();
        String type = switch (id.getType()) {
            case DISTRIBUTION_SUMMARY -> "summary";
            default -> id.getType().name().toLowerCase(Locale.ROOT);
        };
        String tags = id.getTags().stream()
                .map(Tag::getKey)
                .filter(key -> !COMMON.contains(key))
                .map(key -> "`" + key + "` ")
                .collect(Collectors.joining(", "))
                .replace("` ,", "`,");
        return "| `" + id.getName() + "` | " + type + " | " + (id.getBaseUnit() == null ? "-" : id.getBaseUnit())
                + " | " + tags + "| " + id.getDescription() + " |";
    }

    @Test
    void namesTheFirstHundredRoutesAndPutsTheRestTogether() {
        RouteSnapshot[] routes = IntStream.range(0, 130)
                .mapToObj(i -> route("http://host" + i + ":80", 1, Optional.empty()))
                .toArray(RouteSnapshot[]::new);
        metrics.onEvent(new PoolEvent.PoolStateChanged("shop", true, pool(routes)));
        Arrays.stream(routes).forEach(route -> metrics.onEvent(leased(route.target())));

        List<String> addresses = registry.find("weir.leases.pending").gauges().stream()
                .map(gauge -> gauge.getId().getTag("server.address"))
                .toList();

        assertThat(addresses).hasSize(101).contains("host0", "host99", "other").doesNotContain("host100");
        assertThat(gauge("weir.leases.pending", "server.address", "other", "server.port", "other"))
                .isEqualTo(2 * 30);
        assertThat(registry.get("http.client.request.time_in_queue")
                        .tag("server.address", "other")
                        .timer()
                        .count())
                .isEqualTo(30);
    }

    @Test
    void takesItsMetersBackWhenThePoolCloses() {
        metrics.onEvent(new PoolEvent.PoolStateChanged("shop", true, one));
        everything();
        metrics.onEvent(new PoolEvent.PoolStateChanged("shop", false, one));
        everything();

        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void addsUpPoolsOfTheSameNameUntilTheLastCloses() {
        Supplier<PoolSnapshot> other = pool(route(ROUTE, 5, Optional.empty()));
        metrics.onEvent(new PoolEvent.PoolStateChanged("shop", true, one));
        metrics.onEvent(new PoolEvent.PoolStateChanged("shop", true, other));
        everything();
        List<Double> active = new ArrayList<>();
        active.add(gauge("http.client.open_connections", "http.connection.state", "active"));
        metrics.onEvent(new PoolEvent.PoolStateChanged("shop", false, one));
        awaitFreshLook();
        active.add(gauge("http.client.open_connections", "http.connection.state", "active"));
        metrics.onEvent(new PoolEvent.PoolStateChanged("shop", false, other));

        assertThat(active).containsExactly(8.0, 5.0);
        assertThat(registry.getMeters()).isEmpty();
    }

    private static void awaitFreshLook() {
        long endNanos = System.nanoTime() + Duration.ofMillis(10).toNanos();
        while (System.nanoTime() - endNanos < 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void survivesARegistryThatIsClosedEarly() {
        metrics.onEvent(new PoolEvent.PoolStateChanged("shop", true, one));
        registry.close();
        everything();
        metrics.onEvent(new PoolEvent.PoolStateChanged("shop", false, one));

        assertThat(registry.getMeters()).isEmpty();
    }
}
