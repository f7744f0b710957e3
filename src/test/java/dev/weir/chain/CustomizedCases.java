package dev.weir.chain;

import static dev.weir.chain.Calls.OK;
import static dev.weir.chain.Calls.raise;
import static dev.weir.chain.Calls.send;
import static dev.weir.chain.Calls.sent;
import static dev.weir.chain.Calls.twice;
import static dev.weir.chain.Calls.when;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.message.BasicHeader;

/** Clients that a customizer has changed. */
final class CustomizedCases {

    private CustomizedCases() {}

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
                        RetryCases.onceReset(),
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
