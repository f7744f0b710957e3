package dev.weir.ways;

import static dev.weir.ways.WayCalls.OK;
import static dev.weir.ways.WayCalls.raise;
import static dev.weir.ways.WayCalls.send;
import static dev.weir.ways.WayCalls.twice;
import static dev.weir.ways.WayCalls.wayCase;

import dev.weir.HttpPoolBuilder;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.message.BasicHeader;

/** Asynchronous clients that a customizer has changed. */
final class AsyncCustomizedCases {

    private AsyncCustomizedCases() {}

    static List<WayCase> clients() {
        return List.of(
                wayCase("async user agent", customized(client -> client.setUserAgent("own/1")), OK, send(HttpGet::new)),
                wayCase(
                        "async default headers",
                        customized(client -> client.setDefaultHeaders(List.of(new BasicHeader("X-Default", "1")))),
                        OK,
                        twice(HttpGet::new)),
                wayCase(
                        "async interceptors",
                        customized(client -> client.addRequestInterceptorLast((request, entity, context) ->
                                        request.addHeader("X-Last", seen(HttpClientContext.cast(context))))
                                .addResponseInterceptorFirst(
                                        (response, entity, context) -> response.addHeader("X-Seen", "1"))),
                        OK,
                        send(HttpGet::new)),
                wayCase(
                        "async no decoding",
                        customized(HttpAsyncClientBuilder::disableContentCompression),
                        exchange -> exchange.okPacked("packed"),
                        send(HttpGet::new)),
                wayCase(
                        "async no retries",
                        customized(HttpAsyncClientBuilder::disableAutomaticRetries),
                        RetryCases.onceReset(),
                        send(HttpGet::new)),
                wayCase("async request interceptor with I/O", failing(new IOException("no")), OK, send(HttpGet::new)),
                wayCase(
                        "async request interceptor that refuses",
                        failing(new HttpException("no")),
                        OK,
                        send(HttpGet::new)),
                wayCase(
                        "async request interceptor that throws",
                        failing(new IllegalStateException("no")),
                        OK,
                        send(HttpGet::new)),
                wayCase("async response interceptor with I/O", spoiling(new IOException("no")), OK, send(HttpGet::new)),
                wayCase(
                        "async response interceptor that throws",
                        spoiling(new IllegalStateException("no")),
                        OK,
                        send(HttpGet::new)));
    }

    private static String seen(HttpClientContext context) {
        return context.getHttpRoute() + " " + context.getExchangeId().startsWith("ex-");
    }

    private static Consumer<HttpPoolBuilder> customized(Consumer<HttpAsyncClientBuilder> customizer) {
        return pool -> pool.customizeAsyncClient(customizer);
    }

    private static Consumer<HttpPoolBuilder> failing(Throwable failure) {
        return customized(client -> client.addRequestInterceptorLast((request, entity, context) -> raise(failure)));
    }

    private static Consumer<HttpPoolBuilder> spoiling(Throwable failure) {
        return customized(client -> client.addResponseInterceptorLast((response, entity, context) -> raise(failure)));
    }
}
