package dev.weir.faults;

import static java.time.Duration.ofMillis;

import dev.weir.HttpPoolBuilder;
import dev.weir.config.Address;
import dev.weir.event.PoolListener;
import dev.weir.testpool.GivenAddresses;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.LoopbackNames;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/**
 * A pool with what is off by default: addresses from a registry, hedges, retries at another address, ejection, a number of
 * connections that stay open, listeners. Its calls need all of it.
 */
final class Featured {

    private static final String HOST = "service.test";
    private static final String NUMBER = "X-Call";
    // A hedge needs to know how long responses usually take.
    private static final int LEARNED = 120;
    private static final int ATTEMPTS = 20;
    private static final AtomicInteger CALLS = new AtomicInteger();

    private Featured() {}

    /** The servers of both addresses, on one port. */
    record Servers(LoopbackServer first, LoopbackServer second) implements AutoCloseable {

        static Servers start() {
            Script script = new Script();
            for (int attempt = 1; ; attempt++) {
                LoopbackServer first =
                        LoopbackServer.http().handler(script::handle).start();
                try {
                    return new Servers(
                            first,
                            LoopbackServer.http()
                                    .address(LoopbackNames.literal("127.0.0.2"))
                                    .port(first.port())
                                    .handler(script::handle)
                                    .start());
                } catch (UncheckedIOException e) { // the port is taken on the other address
                    first.close();
                    if (attempt == ATTEMPTS) {
                        throw e;
                    }
                }
            }
        }

        String uri() {
            return "http://" + HOST + ":" + first.port() + "/";
        }

        @Override
        public void close() {
            first.close();
            second.close();
        }
    }

    /** Responds to the first request of a call late, or with an error, as its path says. */
    private static final class Script {
        private final Set<String> seen = ConcurrentHashMap.newKeySet();

        void handle(Exchange exchange) throws IOException, InterruptedException {
            boolean isFirst = seen.add(exchange.headers().first(NUMBER).orElseThrow());
            if (isFirst && exchange.target().equals("/late")) {
                exchange.delay(ofMillis(100));
            }
            exchange.respond(isFirst && exchange.target().equals("/error") ? 503 : 200, new byte[2]);
        }
    }

    static HttpPoolBuilder on(HttpPoolBuilder builder, int port) {
        return builder.maxTotal(3)
                .maxPerRoute(3)
                .maxInFlight(10)
                .route("http://" + HOST + ":" + port, r -> r.minIdle(1))
                .addresses(new GivenAddresses(address("127.0.0.1", port), address("127.0.0.2", port)))
                .dns(d -> d.ttl(ofMillis(50)).minTtl(ofMillis(50)))
                .retry(r -> r.onStatus(503).maxRetries(1).backoff(ofMillis(1)).budget(10))
                .ejection(e -> e.onStatus(503).time(ofMillis(100)))
                .hedge(h -> h.after(0.5).max(1))
                .requestListener(event -> {})
                .listener(new PoolListener() {});
    }

    private static Address address(String literal, int port) {
        return Address.of(new InetSocketAddress(LoopbackNames.literal(literal), port));
    }

    static void learn(CloseableHttpClient client, String uri) throws IOException {
        for (int i = 0; i < LEARNED; i++) {
            get(client, uri);
        }
    }

    static void call(CloseableHttpClient client, String uri) throws IOException {
        get(client, uri + "late");
        get(client, uri + "error");
    }

    private static void get(CloseableHttpClient client, String uri) throws IOException {
        HttpGet get = new HttpGet(uri);
        get.setHeader(NUMBER, String.valueOf(CALLS.incrementAndGet()));
        client.execute(get, response -> {
            EntityUtils.consume(response.getEntity());
            return null;
        });
    }
}
