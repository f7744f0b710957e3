package dev.weir.ways;

import static dev.weir.ways.WayCalls.OK;
import static dev.weir.ways.WayCalls.post;
import static dev.weir.ways.WayCalls.send;
import static dev.weir.ways.WayCalls.sent;
import static dev.weir.ways.WayCalls.wayCase;
import static dev.weir.ways.WayCalls.with;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import org.apache.hc.client5.http.classic.methods.HttpDelete;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpHead;
import org.apache.hc.client5.http.classic.methods.HttpOptions;
import org.apache.hc.client5.http.classic.methods.HttpPatch;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.classic.methods.HttpPut;
import org.apache.hc.client5.http.classic.methods.HttpTrace;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.protocol.HttpCoreContext;

/** Requests of every kind. */
final class RequestCases {

    private RequestCases() {}

    static List<WayCase> requests() {
        List<WayCase> cases = new ArrayList<>();
        cases.add(wayCase("get", OK, send(HttpGet::new)));
        cases.add(wayCase("head", OK, send(HttpHead::new)));
        cases.add(wayCase("options", OK, send(HttpOptions::new)));
        cases.add(wayCase("trace", OK, send(HttpTrace::new)));
        cases.add(wayCase("delete", OK, send(HttpDelete::new)));
        cases.add(wayCase("post", OK, send(WayCalls::post)));
        cases.add(wayCase("post without body", OK, send(HttpPost::new)));
        cases.add(wayCase("post of a body that can be sent once", OK, send(WayCalls::postOnce)));
        cases.add(wayCase(
                "put of chunks",
                OK,
                send(uri -> with(
                        new HttpPut(uri),
                        put -> put.setEntity(new ByteArrayEntity("chunks".getBytes(UTF_8), null, true))))));
        cases.add(wayCase(
                "patch",
                OK,
                send(uri -> with(
                        new HttpPatch(uri),
                        patch -> patch.setEntity(new StringEntity("é", ContentType.APPLICATION_JSON))))));
        cases.add(wayCase(
                "headers of the caller's",
                OK,
                send(uri -> with(new HttpGet(uri), get -> {
                    get.addHeader("User-Agent", "own/1");
                    get.addHeader("Accept-Encoding", "identity");
                    get.addHeader("Connection", "close");
                    get.addHeader("X-Twice", "1");
                    get.addHeader("X-Twice", "2");
                    get.addHeader("Host", "other");
                }))));
        cases.add(wayCase(
                "version 1.0", OK, send(uri -> with(new HttpGet(uri), get -> get.setVersion(HttpVersion.HTTP_1_0)))));
        cases.add(wayCase(
                "expect continue",
                exchange -> exchange.ok(exchange.bodyText()),
                send(uri -> with(
                        post(uri),
                        RequestConfig.custom().setExpectContinueEnabled(true).build()))));
        cases.add(wayCase(
                "expect continue, refused",
                exchange -> exchange.closeAfter().respond(417, new byte[0]),
                send(uri -> with(
                        post(uri),
                        RequestConfig.custom().setExpectContinueEnabled(true).build()))));
        cases.add(wayCase(
                "authority with user info",
                OK,
                (pool, server, context) ->
                        sent(pool, new HttpGet("http://user:secret@127.0.0.1:" + server.port() + "/"), context)));
        for (String path : List.of("", "/", "*", "//a//b", "/%20", "/a b", "?q")) {
            cases.add(wayCase("target [" + path + "]", OK, (pool, server, context) -> {
                HttpHost target = new HttpHost("http", server.address(), server.port());
                ClassicHttpRequest request = new BasicClassicHttpRequest("GET", target, path);
                return pool.client().execute(target, request, context, WayCalls::told);
            }));
        }
        cases.add(wayCase("target without scheme and authority", OK, (pool, server, context) -> {
            HttpHost target = new HttpHost("http", server.address(), server.port());
            ClassicHttpRequest request = new BasicClassicHttpRequest("GET", "/x");
            String first = pool.client().execute(target, request, context, WayCalls::told);
            return first + " " + request.getScheme() + " " + request.getAuthority() + " "
                    + List.of(request.getHeaders());
        }));
        cases.add(wayCase(
                "no target",
                OK,
                (pool, server, context) -> pool.client()
                        .execute(null, new BasicClassicHttpRequest("GET", "/x"), context, WayCalls::told)));
        cases.add(wayCase(
                "no request",
                OK,
                (pool, server, context) ->
                        pool.client().execute(new HttpHost("http", "x"), null, context, WayCalls::told)));
        cases.add(wayCase(
                "unknown scheme",
                OK,
                (pool, server, context) ->
                        sent(pool, new HttpGet("gopher://127.0.0.1:" + server.port() + "/"), context)));
        cases.add(wayCase(
                "no context",
                OK,
                (pool, server, context) -> pool.client().execute(new HttpGet(server.uri("/")), WayCalls::told)));
        cases.add(wayCase(
                "context of another kind",
                OK,
                (pool, server, context) ->
                        pool.client().execute(new HttpGet(server.uri("/")), HttpCoreContext.create(), WayCalls::told)));
        cases.add(wayCase("the same request and context, twice", OK, (pool, server, context) -> {
            HttpPost request = post(server.uri("/"));
            return sent(pool, request, context) + sent(pool, request, context) + List.of(request.getHeaders());
        }));
        return cases;
    }
}
