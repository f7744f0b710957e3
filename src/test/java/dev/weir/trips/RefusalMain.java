package dev.weir.trips;

import dev.weir.HttpPool;
import dev.weir.failure.PoolExhaustedException;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/** Sends a request that a full pool refuses at once, after requests to as many other hosts as its argument says. */
final class RefusalMain {

    private RefusalMain() {}

    public static void main(String[] args) throws IOException {
        int hosts = Integer.parseInt(args[0]);
        try (LoopbackServer server = LoopbackServer.http().start();
                HttpPool pool = pool(hosts)) {
            for (int i = 0; i < hosts; i++) {
                EntityUtils.consume(send(pool, "host-" + i, server).getEntity());
            }
            try (ClassicHttpResponse held = send(pool, "full", server)) {
                for (int i = 0; i < 20; i++) {
                    refuse(pool, server);
                }
                begin();
                refuse(pool, server);
                end();
                EntityUtils.consume(held.getEntity());
            }
        }
    }

    private static HttpPool pool(int hosts) {
        return HttpPool.builder("refusals")
                .maxTotal(2 * hosts + 10) // so that the route alone is full
                .maxPerRoute(1)
                .maxPending(0)
                .timeouts(t -> t.unordered().total(Duration.ofMinutes(5)))
                .dnsResolver(new SystemDefaultDnsResolver() {
                    @Override
                    public InetAddress[] resolve(String host) {
                        return new InetAddress[] {InetAddress.getLoopbackAddress()};
                    }
                })
                .build();
    }

    private static ClassicHttpResponse send(HttpPool pool, String host, LoopbackServer server) throws IOException {
        return pool.client().executeOpen(null, new HttpGet("http://" + host + ".test:" + server.port() + "/"), null);
    }

    private static void refuse(HttpPool pool, LoopbackServer server) throws IOException {
        try {
            send(pool, "full", server).close();
            throw new IllegalStateException("The pool was not full");
        } catch (PoolExhaustedException expected) {
            // The calls that lead here are counted.
        }
    }

    static void begin() {
        // The trip begins.
    }

    static void end() {
        // It has ended.
    }
}
