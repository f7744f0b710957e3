package dev.weir.chain;

import static dev.weir.chain.Calls.OK;
import static dev.weir.chain.Calls.credentials;
import static dev.weir.chain.Calls.sent;
import static dev.weir.chain.Calls.when;

import dev.weir.testserver.Handler;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;

/** Calls that fail before a response arrives, or are notified in another way. */
final class FailureCases {

    private FailureCases() {}

    static List<Case> failures() {
        return List.of(
                when("connection refused", OK, (client, server, context) -> {
                    server.close();
                    return sent(client, new HttpGet(server.uri("/")), context);
                }),
                when(
                        "unknown host",
                        OK,
                        (client, server, context) ->
                                sent(client, new HttpGet("http://no.such.host.invalid/"), context)),
                when("cancelled before", OK, (client, server, context) -> {
                    HttpGet request = new HttpGet(server.uri("/"));
                    request.cancel();
                    return sent(client, request, context);
                }),
                when("cancelled while it waits for the response", OK, (client, server, context) -> {
                    HttpGet request = new HttpGet(server.uri("/"));
                    CountDownLatch ended = new CountDownLatch(1); // or the response could be faster
                    server.handler(exchange -> {
                        request.cancel();
                        exchange.await(ended).ok("late");
                    });
                    try {
                        return sent(client, request, context);
                    } finally {
                        ended.countDown();
                    }
                }),
                when(
                        "cancelled while the body is read",
                        Handler.always(200, new byte[300_000]),
                        (client, server, context) -> {
                            HttpGet request = new HttpGet(server.uri("/"));
                            return client.execute(request, context, response -> {
                                InputStream in = response.getEntity().getContent();
                                in.read();
                                request.cancel();
                                return in.readAllBytes().length;
                            });
                        }),
                when(
                        "through a proxy",
                        proxied(),
                        OK,
                        (client, server, context) ->
                                sent(client, new HttpGet("http://elsewhere.invalid:" + server.port()), context)),
                when(
                        "through a proxy that asks who it is",
                        proxied(),
                        exchange -> {
                            if (exchange.headers().first("Proxy-Authorization").isPresent()) {
                                exchange.ok("in");
                            } else {
                                exchange.respond(407, new byte[0], "Proxy-Authenticate", "Basic realm=\"r\"");
                            }
                        },
                        (client, server, context) -> {
                            context.setCredentialsProvider(credentials("user", "pass"));
                            return sent(client, new HttpGet("http://elsewhere.invalid:" + server.port()), context);
                        }));
    }

    // On the port of the target, where there is no target: the server poses as a proxy.
    @SuppressWarnings("UnnecessaryLambda")
    private static Consumer<HttpClientBuilder> proxied() {
        return client -> client.setProxySelector(new ProxySelector() {
            @Override
            public List<Proxy> select(URI uri) {
                return List.of(new Proxy(
                        Proxy.Type.HTTP, new InetSocketAddress(InetAddress.getLoopbackAddress(), uri.getPort())));
            }

            @Override
            public void connectFailed(URI uri, SocketAddress address, IOException failure) {
                // The caller is told.
            }
        });
    }
}
