package dev.weir.chain;

import static dev.weir.chain.Calls.OK;
import static dev.weir.chain.Calls.credentials;
import static dev.weir.chain.Calls.raw;
import static dev.weir.chain.Calls.send;
import static dev.weir.chain.Calls.sent;
import static dev.weir.chain.Calls.twice;
import static dev.weir.chain.Calls.when;
import static dev.weir.chain.Calls.with;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.testserver.Handler;
import java.io.ByteArrayOutputStream;
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
import java.util.zip.DeflaterOutputStream;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.HttpClientResponseHandler;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/** Bodies, read well and badly. */
final class BodyCases {

    private BodyCases() {}

    private static byte[] deflated(String text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(packed)) {
            out.write(text.getBytes(UTF_8));
        }
        return packed.toByteArray();
    }

    private static Case.Call handle(HttpClientResponseHandler<Object> handler) {
        return (client, server, context) -> client.execute(new HttpGet(server.uri("/")), context, handler);
    }

    static List<Case> bodies() {
        Handler large = Handler.always(200, new byte[1_000_000]);
        Handler small = Handler.always(200, "0123456789".getBytes(UTF_8));
        return List.of(
                when("gzip", exchange -> exchange.okPacked("packed"), twice(HttpGet::new)),
                when(
                        "deflate",
                        exchange -> exchange.respond(200, deflated("packed"), "Content-Encoding", "deflate"),
                        twice(HttpGet::new)),
                when(
                        "unknown coding",
                        Handler.always(200, "x".getBytes(UTF_8), "Content-Encoding", "odd"),
                        twice(HttpGet::new)),
                when(
                        "identity coding",
                        Handler.always(200, "x".getBytes(UTF_8), "Content-Encoding", "identity"),
                        twice(HttpGet::new)),
                when(
                        "not the gzip it says",
                        Handler.always(200, "x".getBytes(UTF_8), "Content-Encoding", "gzip"),
                        twice(HttpGet::new)),
                when(
                        "gzip of nothing",
                        Handler.always(200, new byte[0], "Content-Encoding", "gzip"),
                        twice(HttpGet::new)),
                when(
                        "gzip not decoded for the request",
                        exchange -> exchange.okPacked("packed"),
                        send(uri -> with(
                                new HttpGet(uri),
                                RequestConfig.custom()
                                        .setContentCompressionEnabled(false)
                                        .build()))),
                when(
                        "error that is packed",
                        exchange -> exchange.respond(500, deflated("packed"), "Content-Encoding", "deflate"),
                        twice(HttpGet::new)),
                when("body not read", small, handle(response -> "nothing")),
                when("large body not read", large, handle(response -> "nothing")),
                when(
                        "half a body read",
                        small,
                        handle(response -> response.getEntity().getContent().read(new byte[5]))),
                when("byte by byte", small, handle(response -> {
                    InputStream in = response.getEntity().getContent();
                    StringBuilder read = new StringBuilder();
                    for (int each = in.read(); each >= 0; each = in.read()) {
                        read.append((char) each);
                    }
                    return read.append(in.read()).append(in.available()).append(in.markSupported());
                })),
                when("skipping", small, handle(response -> {
                    InputStream in = response.getEntity().getContent();
                    return in.skip(4) + " " + in.read() + " " + in.skip(100) + " " + in.read();
                })),
                when("written to a stream", small, handle(response -> {
                    ByteArrayOutputStream out = new ByteArrayOutputStream();
                    response.getEntity().writeTo(out);
                    return out.toString(UTF_8);
                })),
                when("read after closing", small, handle(response -> {
                    InputStream in = response.getEntity().getContent();
                    in.close();
                    in.close();
                    return in.read();
                })),
                when(
                        "read twice",
                        small,
                        handle(response -> EntityUtils.toString(response.getEntity())
                                + EntityUtils.toString(response.getEntity()))),
                when("entity closed", small, handle(response -> {
                    response.getEntity().close();
                    return "closed";
                })),
                when(
                        "trailers",
                        raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nX-T: 1\r\n\r\n"),
                        handle(response -> EntityUtils.toString(response.getEntity())
                                + response.getEntity().getTrailers().get())),
                when("handler that fails with I/O", small, handle(response -> {
                    throw new IOException("mine");
                })),
                when("handler that refuses", small, handle(response -> {
                    throw new HttpException("mine");
                })),
                when("handler that throws", small, handle(response -> {
                    throw new IllegalStateException("mine");
                })),
                when("body broken off", raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"), handle(response -> {
                    InputStream in = response.getEntity().getContent();
                    in.readNBytes(3);
                    return in.read();
                })));
    }

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
