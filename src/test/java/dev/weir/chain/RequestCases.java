package dev.weir.chain;

import static dev.weir.chain.Calls.OK;
import static dev.weir.chain.Calls.post;
import static dev.weir.chain.Calls.raise;
import static dev.weir.chain.Calls.send;
import static dev.weir.chain.Calls.sent;
import static dev.weir.chain.Calls.twice;
import static dev.weir.chain.Calls.when;
import static dev.weir.chain.Calls.with;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hc.client5.http.classic.methods.HttpDelete;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpHead;
import org.apache.hc.client5.http.classic.methods.HttpOptions;
import org.apache.hc.client5.http.classic.methods.HttpPatch;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.classic.methods.HttpPut;
import org.apache.hc.client5.http.classic.methods.HttpTrace;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.http.protocol.HttpCoreContext;

/** Requests of every kind. */
final class RequestCases {

    private RequestCases() {}

    static List<Case> requests() {
        List<Case> cases = new ArrayList<>();
        cases.add(when("get", OK, send(HttpGet::new)));
        cases.add(when("head", OK, send(HttpHead::new)));
        cases.add(when("options", OK, send(HttpOptions::new)));
        cases.add(when("trace", OK, send(HttpTrace::new)));
        cases.add(when("delete", OK, send(HttpDelete::new)));
        cases.add(when("post", OK, send(Calls::post)));
        cases.add(when("post without body", OK, send(HttpPost::new)));
        cases.add(when("post of a body that can be sent once", OK, send(Calls::postOnce)));
        cases.add(when(
                "put of chunks",
                OK,
                send(uri -> with(
                        new HttpPut(uri),
                        put -> put.setEntity(new ByteArrayEntity("chunks".getBytes(UTF_8), null, true))))));
        cases.add(when(
                "patch",
                OK,
                send(uri -> with(
                        new HttpPatch(uri),
                        patch -> patch.setEntity(new StringEntity("é", ContentType.APPLICATION_JSON))))));
        cases.add(when(
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
        cases.add(when(
                "version 1.0", OK, send(uri -> with(new HttpGet(uri), get -> get.setVersion(HttpVersion.HTTP_1_0)))));
        cases.add(when(
                "expect continue",
                exchange -> exchange.ok(exchange.bodyText()),
                send(uri -> with(
                        post(uri),
                        RequestConfig.custom().setExpectContinueEnabled(true).build()))));
        cases.add(when(
                "expect continue, refused",
                exchange -> exchange.closeAfter().respond(417, new byte[0]),
                send(uri -> with(
                        post(uri),
                        RequestConfig.custom().setExpectContinueEnabled(true).build()))));
        cases.add(when(
                "authority with user info",
                OK,
                (client, server, context) ->
                        sent(client, new HttpGet("http://user:secret@127.0.0.1:" + server.port() + "/"), context)));
        for (String path : List.of("", "/", "*", "//a//b", "/%20", "/a b", "?q")) {
            cases.add(when("target [" + path + "]", OK, (client, server, context) -> {
                HttpHost target = new HttpHost("http", server.address(), server.port());
                ClassicHttpRequest request = new BasicClassicHttpRequest("GET", target, path);
                return client.execute(target, request, context, Calls::told);
            }));
        }
        cases.add(when("target without scheme and authority", OK, (client, server, context) -> {
            HttpHost target = new HttpHost("http", server.address(), server.port());
            ClassicHttpRequest request = new BasicClassicHttpRequest("GET", "/x");
            String first = client.execute(target, request, context, Calls::told);
            return first + " " + request.getScheme() + " " + request.getAuthority() + " "
                    + List.of(request.getHeaders());
        }));
        cases.add(when(
                "no target",
                OK,
                (client, server, context) ->
                        client.execute(null, new BasicClassicHttpRequest("GET", "/x"), context, Calls::told)));
        cases.add(when(
                "no request",
                OK,
                (client, server, context) -> client.execute(new HttpHost("http", "x"), null, context, Calls::told)));
        cases.add(when(
                "unknown scheme",
                OK,
                (client, server, context) ->
                        sent(client, new HttpGet("gopher://127.0.0.1:" + server.port() + "/"), context)));
        cases.add(when(
                "no context",
                OK,
                (client, server, context) -> client.execute(new HttpGet(server.uri("/")), Calls::told)));
        cases.add(when(
                "context of another kind",
                OK,
                (client, server, context) ->
                        client.execute(new HttpGet(server.uri("/")), HttpCoreContext.create(), Calls::told)));
        cases.add(when("the same request and context, twice", OK, (client, server, context) -> {
            HttpPost request = post(server.uri("/"));
            return sent(client, request, context) + sent(client, request, context) + List.of(request.getHeaders());
        }));
        return cases;
    }

    static List<Case> clients() {
        return List.of(
                when("user agent", client -> client.setUserAgent("shop/1"), OK, send(HttpGet::new)),
                when("no user agent", HttpClientBuilder::disableDefaultUserAgent, OK, send(HttpGet::new)),
                when(
                        "default headers",
                        client -> client.setDefaultHeaders(List.of(new BasicHeader("X-Default", "1"))),
                        OK,
                        send(Calls::post)),
                when(
                        "interceptors of requests",
                        client -> client.addRequestInterceptorFirst((request, entity, context) ->
                                        request.addHeader("X-First", context.getProtocolVersion()))
                                .addRequestInterceptorLast((request, entity, context) -> request.addHeader(
                                        "X-Last",
                                        HttpClientContext.cast(context).getHttpRoute() + " "
                                                + HttpClientContext.cast(context)
                                                        .getExchangeId()
                                                        .startsWith("ex-")
                                                + " " + (entity != null))),
                        OK,
                        send(Calls::post)),
                when(
                        "interceptors of responses",
                        client -> client.addResponseInterceptorFirst(
                                (response, entity, context) -> response.addHeader("X-Seen", "1")),
                        OK,
                        send(HttpGet::new)),
                when("request interceptor that fails with I/O", failing(new IOException("no")), OK, send(HttpGet::new)),
                when("request interceptor that refuses", failing(new HttpException("no")), OK, send(HttpGet::new)),
                when(
                        "request interceptor that throws",
                        failing(new IllegalStateException("no")),
                        OK,
                        send(HttpGet::new)),
                when("request interceptor with an Error", failing(new AssertionError("no")), OK, send(HttpGet::new)),
                when(
                        "response interceptor that fails with I/O",
                        spoiling(new IOException("no")),
                        OK,
                        send(HttpGet::new)),
                when("response interceptor that refuses", spoiling(new HttpException("no")), OK, send(HttpGet::new)),
                when(
                        "response interceptor that throws",
                        spoiling(new IllegalStateException("no")),
                        OK,
                        send(Calls::post)),
                when("response interceptor with an Error", spoiling(new AssertionError("no")), OK, send(HttpGet::new)),
                when(
                        "connections never reused",
                        client -> client.setConnectionReuseStrategy((request, response, context) -> false),
                        OK,
                        twice(HttpGet::new)),
                when(
                        "no decoding",
                        HttpClientBuilder::disableContentCompression,
                        exchange -> exchange.okPacked("packed"),
                        send(HttpGet::new)),
                when(
                        "no retries",
                        HttpClientBuilder::disableAutomaticRetries,
                        ResponseCases.onceReset(),
                        send(HttpGet::new)),
                when("a user token", OK, (client, server, context) -> {
                    context.setUserToken("me");
                    return sent(client, new HttpGet(server.uri("/")), context)
                            + sent(client, new HttpGet(server.uri("/")), context);
                }),
                when("system properties", HttpClientBuilder::useSystemProperties, OK, twice(Calls::post)));
    }

    private static Consumer<HttpClientBuilder> failing(Throwable failure) {
        return client -> client.addRequestInterceptorLast((request, entity, context) -> raise(failure));
    }

    private static Consumer<HttpClientBuilder> spoiling(Throwable failure) {
        return client -> client.addResponseInterceptorLast((response, entity, context) -> raise(failure));
    }
}
