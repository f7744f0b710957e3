package dev.weir.testpool;

import dev.weir.HttpPool;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;

/** Plain requests, as a test sends them. */
public final class PoolFetch {

    private PoolFetch() {}

    public static String get(HttpPool pool, LoopbackServer server) throws IOException {
        return get(pool.client(), server.origin());
    }

    public static String get(CloseableHttpClient client, String origin) throws IOException {
        return client.execute(
                ClassicRequestBuilder.get(origin + "/").build(),
                response -> EntityUtils.toString(response.getEntity()));
    }

    /** Returns a request that holds its connection, once it has one, until the latch opens. */
    public static Callable<String> holding(CloseableHttpClient client, String origin, CountDownLatch until) {
        return () -> client.execute(ClassicRequestBuilder.get(origin + "/").build(), response -> {
            await(until);
            return EntityUtils.toString(response.getEntity());
        });
    }

    public static void await(CountDownLatch latch) {
        try {
            if (!latch.await(PoolCall.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("the latch did not open within " + PoolCall.PATIENCE);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns a resolver that finds every name on this machine. */
    public static DnsResolver everythingOnLoopback() {
        return everythingOnLoopback(() -> {});
    }

    /** Returns a resolver that does something first at each look-up. */
    public static DnsResolver everythingOnLoopback(Runnable first) {
        return new DnsResolver() {
            @Override
            public InetAddress[] resolve(String host) throws UnknownHostException {
                first.run();
                return new InetAddress[] {InetAddress.getByAddress(host, new byte[] {127, 0, 0, 1})};
            }

            @Override
            public String resolveCanonicalHostname(String host) {
                return host;
            }
        };
    }
}
