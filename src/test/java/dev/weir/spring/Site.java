package dev.weir.spring;

import dev.weir.ManagedPool;
import dev.weir.event.PoolEvent.LeakSuspected;
import dev.weir.event.PoolSnapshot;
import dev.weir.internal.event.RouteFixture;
import dev.weir.testpool.AheadClock;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.LoopbackServer;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.hc.client5.http.DnsResolver;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.web.client.RestClient;

/** An application with one pool, a server, and what a test does with them. */
final class Site implements AutoCloseable {

    private static final byte[] OK = {'o', 'k'};

    /** Longer than anything takes that is going to happen. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Duration LOOK = Duration.ofMillis(10);

    final AheadClock clock = new AheadClock();
    final Names names = new Names();
    final CountDownLatch leaks = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private final CountDownLatch never = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final LoopbackServer server =
            LoopbackServer.http().handler(this::answer).start();
    private @Nullable ConfigurableApplicationContext context;
    private @Nullable ClientHttpResponse leaked;

    /** Answers for every name, with addresses between commas, and counts how often it was asked. */
    static final class Names implements DnsResolver {
        final AtomicInteger lookups = new AtomicInteger();
        volatile @Nullable String address = "127.0.0.1";

        @Override
        public InetAddress[] resolve(String host) throws UnknownHostException {
            lookups.incrementAndGet();
            String literal = address;
            if (literal == null) {
                throw new UnknownHostException(host);
            }
            String[] literals = literal.split(",", -1);
            InetAddress[] addresses = new InetAddress[literals.length];
            for (int i = 0; i < literals.length; i++) {
                addresses[i] = InetAddress.getByName(literals[i]);
            }
            return addresses;
        }

        @Override
        public String resolveCanonicalHostname(String host) {
            return host;
        }
    }

    void start(String... properties) {
        context = BootApp.with().start(properties);
        context.getBeanFactory().registerSingleton("siteCustomizer", customizer());
    }

    private HttpPoolCustomizer customizer() {
        return (pool, builder) -> {
            clock.in(builder);
            builder.dnsResolver(names).listener(event -> {
                if (event instanceof LeakSuspected) {
                    leaks.countDown();
                }
            });
        };
    }

    private void answer(Exchange exchange) throws Exception {
        switch (exchange.target()) {
            case "/long" -> exchange.ok("x".repeat(100_000));
            case "/held" -> {
                release.await();
                exchange.ok("ok");
            }
            case "/slow" -> {
                never.await(700, TimeUnit.MILLISECONDS);
                exchange.ok("ok");
            }
            case "/busy" -> exchange.respond(503, OK);
            case "/busy-for-a-second" -> exchange.respond(503, OK, "Retry-After", "1");
            default -> exchange.respond(200, OK, "Keep-Alive", "timeout=40");
        }
    }

    LoopbackServer server() {
        return server;
    }

    ManagedPool pool() {
        return pools().find("default").orElseThrow();
    }

    PoolSnapshot now() {
        return pools().find("default")
                .map(ManagedPool::snapshot)
                .orElseGet(() -> RouteFixture.pool("default", List.of()));
    }

    private HttpPools pools() {
        ConfigurableApplicationContext started = context;
        if (started == null) {
            throw new AssertionError("not started");
        }
        return started.getBean(HttpPools.class);
    }

    /** Asks for something and returns how that ended: "ok", or the name of the failure. */
    String get(String uri) {
        try {
            return String.valueOf(client().get().uri(uri).retrieve().body(String.class));
        } catch (RuntimeException e) {
            Throwable root = e;
            while (root.getCause() != null && !root.getClass().getName().startsWith("dev.weir.")) {
                root = root.getCause();
            }
            return root.getClass().getSimpleName() + ": " + root.getMessage();
        }
    }

    private RestClient client() {
        return RestClient.builder().apply(pools().restClient("default")).build();
    }

    /** Leaves a response unread, until the site closes. */
    void leak() {
        leaked = client().get().uri(server.uri("/long")).exchange((request, response) -> response, false);
    }

    String get() {
        return get(server.uri("/").toString());
    }

    Future<String> begin(String uri) {
        return threads.submit(() -> get(uri));
    }

    List<Future<String>> hold(int calls) {
        return begin(calls, server.uri("/held").toString());
    }

    List<Future<String>> begin(int calls, String uri) {
        List<Future<String>> begun = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            begun.add(begin(uri));
        }
        return begun;
    }

    void release() {
        release.countDown();
    }

    static void await(BooleanSupplier condition) {
        Assertions.assertThat(within(PATIENCE, condition)).as("it happened").isTrue();
    }

    /** Whether something happens within a time, in which that during which the machine stands still does not count. */
    static boolean within(Duration time, BooleanSupplier condition) {
        for (long looks = time.dividedBy(LOOK); looks > 0; looks--) {
            if (condition.getAsBoolean()) {
                return true;
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
        return condition.getAsBoolean();
    }

    @Override
    public void close() {
        release();
        threads.shutdownNow();
        if (leaked != null) {
            leaked.close(); // the context would wait for it
        }
        if (context != null) {
            context.close();
        }
        server.close();
    }
}
