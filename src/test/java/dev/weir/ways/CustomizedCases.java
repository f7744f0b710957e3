package dev.weir.ways;

import static dev.weir.ways.WayCalls.OK;
import static dev.weir.ways.WayCalls.customized;
import static dev.weir.ways.WayCalls.raise;
import static dev.weir.ways.WayCalls.send;
import static dev.weir.ways.WayCalls.sent;
import static dev.weir.ways.WayCalls.twice;
import static dev.weir.ways.WayCalls.wayCase;
import static dev.weir.ways.WayCalls.with;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.HttpPoolBuilder;
import dev.weir.testserver.Handler;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.message.BasicHeader;

/** Clients that a customizer has changed, and cookies. */
final class CustomizedCases {

    private CustomizedCases() {}

    static List<WayCase> clients() {
        return List.of(
                wayCase("user agent", customized(client -> client.setUserAgent("shop/1")), OK, send(HttpGet::new)),
                wayCase(
                        "no user agent",
                        customized(HttpClientBuilder::disableDefaultUserAgent),
                        OK,
                        send(HttpGet::new)),
                wayCase(
                        "default headers",
                        customized(client -> client.setDefaultHeaders(List.of(new BasicHeader("X-Default", "1")))),
                        OK,
                        send(WayCalls::post)),
                wayCase(
                        "interceptors of requests",
                        customized(client -> client.addRequestInterceptorFirst((request, entity, context) ->
                                        request.addHeader("X-First", context.getProtocolVersion()))
                                .addRequestInterceptorLast((request, entity, context) -> request.addHeader(
                                        "X-Last",
                                        HttpClientContext.cast(context).getHttpRoute() + " "
                                                + HttpClientContext.cast(context)
                                                        .getExchangeId()
                                                        .startsWith("ex-")
                                                + " " + (entity != null)))),
                        OK,
                        send(WayCalls::post)),
                wayCase(
                        "interceptors of responses",
                        customized(client -> client.addResponseInterceptorFirst(
                                (response, entity, context) -> response.addHeader("X-Seen", "1"))),
                        OK,
                        send(HttpGet::new)),
                wayCase(
                        "request interceptor that fails with I/O",
                        failing(new IOException("no")),
                        OK,
                        send(HttpGet::new)),
                wayCase("request interceptor that refuses", failing(new HttpException("no")), OK, send(HttpGet::new)),
                wayCase(
                        "request interceptor that throws",
                        failing(new IllegalStateException("no")),
                        OK,
                        send(HttpGet::new)),
                wayCase("request interceptor with an Error", failing(new AssertionError("no")), OK, send(HttpGet::new)),
                wayCase(
                        "response interceptor that fails with I/O",
                        spoiling(new IOException("no")),
                        OK,
                        send(HttpGet::new)),
                wayCase("response interceptor that refuses", spoiling(new HttpException("no")), OK, send(HttpGet::new)),
                wayCase(
                        "response interceptor that throws",
                        spoiling(new IllegalStateException("no")),
                        OK,
                        send(WayCalls::post)),
                wayCase(
                        "response interceptor with an Error",
                        spoiling(new AssertionError("no")),
                        OK,
                        send(HttpGet::new)),
                wayCase(
                        "connections never reused",
                        customized(client -> client.setConnectionReuseStrategy((request, response, context) -> false)),
                        OK,
                        twice(HttpGet::new)),
                wayCase(
                        "no decoding",
                        customized(HttpClientBuilder::disableContentCompression),
                        exchange -> exchange.okPacked("packed"),
                        send(HttpGet::new)),
                wayCase(
                        "no retries",
                        customized(HttpClientBuilder::disableAutomaticRetries),
                        RetryCases.onceReset(),
                        send(HttpGet::new)),
                wayCase("a user token", WayCalls::usual, OK, (pool, server, context) -> {
                    context.setUserToken("me");
                    return sent(pool, new HttpGet(server.uri("/")), context)
                            + sent(pool, new HttpGet(server.uri("/")), context);
                }),
                wayCase(
                        "system properties",
                        customized(HttpClientBuilder::useSystemProperties),
                        OK,
                        twice(WayCalls::post)));
    }

    private static Consumer<HttpPoolBuilder> failing(Throwable failure) {
        return customized(client -> client.addRequestInterceptorLast((request, entity, context) -> raise(failure)));
    }

    private static Consumer<HttpPoolBuilder> spoiling(Throwable failure) {
        return customized(client -> client.addResponseInterceptorLast((response, entity, context) -> raise(failure)));
    }

    static List<WayCase> cookies() {
        Handler baker = exchange -> exchange.respond(
                200, "yes".getBytes(UTF_8), "Set-Cookie", "a=b; Path=/", "Set-Cookie", "gone=1; Max-Age=0");
        return List.of(
                wayCase("cookies", pool -> pool.cookies(true), baker, twice(HttpGet::new)),
                wayCase("cookies ignored", WayCalls::usual, baker, twice(HttpGet::new)),
                wayCase(
                        "cookies of a bad kind",
                        pool -> pool.cookies(true),
                        exchange -> exchange.respond(200, new byte[0], "Set-Cookie", ";;;=", "Set-Cookie", "x"),
                        twice(HttpGet::new)),
                wayCase(
                        "cookies ignored by the request",
                        pool -> pool.cookies(true),
                        baker,
                        twice(uri -> with(
                                new HttpGet(uri),
                                RequestConfig.custom().setCookieSpec("ignore").build()))));
    }
}
