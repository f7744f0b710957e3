package dev.weir.ways;

import static dev.weir.ways.WayCalls.OK;
import static dev.weir.ways.WayCalls.credentials;
import static dev.weir.ways.WayCalls.customized;
import static dev.weir.ways.WayCalls.sent;
import static dev.weir.ways.WayCalls.wayCase;
import static dev.weir.ways.WayCalls.with;

import dev.weir.HttpPoolBuilder;
import dev.weir.RequestFacts;
import dev.weir.event.LeaseFacts;
import dev.weir.testserver.Handler;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.util.Timeout;

/** Calls that fail before a response arrives, or are notified in another way. */
final class FailureCases {

    private FailureCases() {}

    static List<WayCase> failures() {
        return List.of(
                wayCase("connection refused", OK, (pool, server, context) -> {
                    server.close();
                    return sent(pool, new HttpGet(server.uri("/")), context);
                }),
                wayCase(
                        "unknown host",
                        FailureCases::unknownHosts,
                        OK,
                        (pool, server, context) -> sent(pool, new HttpGet("http://no.such.host.invalid/"), context)),
                wayCase("pool closed", OK, (pool, server, context) -> {
                    pool.close();
                    return sent(pool, new HttpGet(server.uri("/")), context);
                }),
                wayCase(
                        "pool exhausted",
                        pool -> pool.maxPerRoute(1).timeouts(t -> t.poolWait(Duration.ofMillis(20))),
                        OK,
                        (pool, server, context) -> {
                            try (ClassicHttpResponse held =
                                    pool.client().executeOpen(null, new HttpGet(server.uri("/")), null)) {
                                return held.getCode() + sent(pool, new HttpGet(server.uri("/")), context);
                            }
                        }),
                wayCase(
                        "pool exhausted before the pool says so",
                        pool -> pool.maxPerRoute(1),
                        OK,
                        (pool, server, context) -> {
                            try (ClassicHttpResponse held =
                                    pool.client().executeOpen(null, new HttpGet(server.uri("/")), null)) {
                                return held.getCode()
                                        + sent(
                                                pool,
                                                with(
                                                        new HttpGet(server.uri("/")),
                                                        RequestConfig.custom()
                                                                .setConnectionRequestTimeout(Timeout.ofMilliseconds(20))
                                                                .build()),
                                                context);
                            }
                        }),
                wayCase("interrupted", pool -> pool.maxPerRoute(1), OK, (pool, server, context) -> {
                    try (ClassicHttpResponse held =
                            pool.client().executeOpen(null, new HttpGet(server.uri("/")), null)) {
                        Thread.currentThread().interrupt();
                        return held.getCode() + sent(pool, new HttpGet(server.uri("/")), context);
                    } finally {
                        Thread.interrupted();
                    }
                }),
                wayCase("cancelled before", OK, (pool, server, context) -> {
                    HttpGet request = new HttpGet(server.uri("/"));
                    request.cancel();
                    return sent(pool, request, context);
                }),
                wayCase("cancelled while it waits for the response", OK, (pool, server, context) -> {
                    HttpGet request = new HttpGet(server.uri("/"));
                    CountDownLatch ended = new CountDownLatch(1); // or the response could be faster
                    server.handler(exchange -> {
                        request.cancel();
                        exchange.await(ended).ok("late");
                    });
                    try {
                        return sent(pool, request, context);
                    } finally {
                        ended.countDown();
                    }
                }),
                wayCase(
                        "cancelled while the body is read",
                        Handler.always(200, new byte[300_000]),
                        (pool, server, context) -> {
                            HttpGet request = new HttpGet(server.uri("/"));
                            return pool.client().execute(request, context, response -> {
                                InputStream in = response.getEntity().getContent();
                                in.read();
                                request.cancel();
                                return in.readAllBytes().length;
                            });
                        }),
                wayCase(
                        "through a proxy",
                        proxied(),
                        OK,
                        (pool, server, context) ->
                                sent(pool, new HttpGet("http://elsewhere.invalid:" + server.port()), context)),
                wayCase(
                        "through a proxy that asks who it is",
                        proxied(),
                        exchange -> {
                            if (exchange.headers().first("Proxy-Authorization").isPresent()) {
                                exchange.ok("in");
                            } else {
                                exchange.respond(407, new byte[0], "Proxy-Authenticate", "Basic realm=\"r\"");
                            }
                        },
                        (pool, server, context) -> {
                            context.setCredentialsProvider(credentials("user", "pass"));
                            return sent(pool, new HttpGet("http://elsewhere.invalid:" + server.port()), context);
                        }),
                wayCase("facts", OK, (pool, server, context) -> {
                    LeaseFacts first = RequestFacts.record(context);
                    sent(pool, new HttpGet(server.uri("/")), context);
                    LeaseFacts second = RequestFacts.record(context);
                    sent(pool, new HttpGet(server.uri("/")), context);
                    return first.outcome() + " " + second.outcome();
                }));
    }

    // On the port of the target, where there is no target: the server poses as a proxy.
    private static Consumer<HttpPoolBuilder> proxied() {
        return customized(client -> client.setProxySelector(new ProxySelector() {
            @Override
            public List<Proxy> select(URI uri) {
                return List.of(new Proxy(
                        Proxy.Type.HTTP, new InetSocketAddress(InetAddress.getLoopbackAddress(), uri.getPort())));
            }

            @Override
            public void connectFailed(URI uri, SocketAddress address, IOException failure) {
                // The pool tells.
            }
        }));
    }

    // The JDK's own says it in one way the first time, and in another from then on.
    private static void unknownHosts(HttpPoolBuilder pool) {
        pool.dnsResolver(new SystemDefaultDnsResolver() {
            @Override
            public InetAddress[] resolve(String host) throws UnknownHostException {
                throw new UnknownHostException(host);
            }
        });
    }
}
