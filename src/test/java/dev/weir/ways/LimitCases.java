package dev.weir.ways;

import static dev.weir.ways.WayCalls.OK;
import static dev.weir.ways.WayCalls.send;
import static dev.weir.ways.WayCalls.sent;
import static dev.weir.ways.WayCalls.twice;
import static dev.weir.ways.WayCalls.wayCase;
import static dev.weir.ways.WayCalls.with;
import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.weir.HttpPoolBuilder;
import dev.weir.RequestDeadline;
import dev.weir.testserver.Handler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.core5.util.Timeout;

/** Limits of time and size. */
final class LimitCases {

    private LimitCases() {}

    private static Handler silent() {
        return exchange -> exchange.await(new CountDownLatch(1));
    }

    private static Handler stalling() {
        return exchange -> {
            exchange.output().write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc".getBytes(US_ASCII));
            exchange.output().flush();
            exchange.await(new CountDownLatch(1));
        };
    }

    static List<WayCase> limits() {
        Consumer<HttpPoolBuilder> hurried = pool -> pool.timeouts(t -> t.total(Duration.ofSeconds(20))
                .read(Duration.ofSeconds(1))
                .connect(Duration.ofMillis(800))
                .poolWait(Duration.ofMillis(500)));
        Consumer<HttpPoolBuilder> hurriedInAll = pool ->
                pool.timeouts(t -> t.unordered().total(Duration.ofMillis(1_200)).read(Duration.ofSeconds(5)));
        RequestConfig impatient = RequestConfig.custom()
                .setResponseTimeout(Timeout.ofMilliseconds(1_000))
                .build();
        return List.of(
                wayCase("silence", hurried, silent(), send(HttpGet::new)),
                wayCase("silence after the head", hurried, stalling(), send(HttpGet::new)),
                wayCase("silence for longer than in all", hurriedInAll, silent(), send(HttpGet::new)),
                wayCase(
                        "silence after the head for longer than in all",
                        hurriedInAll,
                        stalling(),
                        send(WayCalls::post)),
                wayCase(
                        "no limit in all",
                        pool -> pool.timeouts(t -> t.total(Duration.ZERO)),
                        OK,
                        twice(WayCalls::post)),
                wayCase(
                        "silence without a limit in all",
                        pool -> pool.timeouts(t -> t.total(Duration.ZERO)
                                .read(Duration.ofSeconds(1))
                                .connect(Duration.ofMillis(800))
                                .poolWait(Duration.ofMillis(500))),
                        silent(),
                        send(HttpGet::new)),
                wayCase("response timeout of the request", silent(), send(uri -> with(new HttpGet(uri), impatient))),
                wayCase("response timeout in the body", stalling(), send(uri -> with(new HttpGet(uri), impatient))),
                wayCase("deadline of the request", silent(), (pool, server, context) -> {
                    RequestDeadline.set(context, Duration.ofSeconds(1));
                    return sent(pool, new HttpGet(server.uri("/")), context);
                }),
                wayCase("too large", pool -> pool.maxDecodedSize(5), Handler.ok("123456"), twice(HttpGet::new)),
                wayCase("just as large", pool -> pool.maxDecodedSize(6), Handler.ok("123456"), twice(HttpGet::new)),
                wayCase(
                        "too large, packed",
                        pool -> pool.maxDecodedSize(5),
                        exchange -> exchange.okPacked("123456"),
                        twice(HttpGet::new)),
                wayCase("offering an upgrade", pool -> pool.protocolUpgrade(true), OK, twice(HttpGet::new)));
    }
}
