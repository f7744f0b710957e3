package dev.weir.chain;

import static dev.weir.chain.Calls.raw;
import static dev.weir.chain.Calls.send;
import static dev.weir.chain.Calls.twice;
import static dev.weir.chain.Calls.when;
import static dev.weir.chain.Calls.with;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.testserver.Handler;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.RequestConfig;
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
}
