package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.internal.client.Framework;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.SilentServer;
import dev.weir.testserver.TestCertificates;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.HttpHostConnectException;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A failure shows the line of the program, names the route, and has the type that HttpClient gives it. */
@ParameterizedClass
@EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
class CallersTraceIT {

    private final PoolKind kind;

    CallersTraceIT(PoolKind kind) {
        this.kind = kind;
    }

    private static HttpPoolBuilder builder() {
        return PatientPool.builder("shop");
    }

    private static Throwable call(PoolInUse pool, String uri) {
        return catchThrowable(() -> pool.client().execute(new HttpGet(uri), response -> null));
    }

    private static void isOfItsCaller(Throwable failure, Class<?> type, String... words) {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        assertThat(failure).isInstanceOf(type).hasMessageContainingAll(words);
        assertThat(trace.toString()).contains("CallersTraceIT.call(");
    }

    @Test
    void whereTheConnectionIsRefused() throws Exception {
        LoopbackServer dead = LoopbackServer.http().start();
        dead.close();
        try (PoolInUse pool = kind.build(builder())) {
            isOfItsCaller(call(pool, dead.origin()), HttpHostConnectException.class, dead.origin());
        }
    }

    @Test
    void whereTheCertificateIsNotTrusted() throws Exception {
        try (LoopbackServer server =
                        LoopbackServer.https(TestCertificates.untrusted()).start();
                PoolInUse pool = kind.build(builder())) {
            String origin = "https://localhost:" + server.port();
            isOfItsCaller(call(pool, origin), SSLHandshakeException.class, origin);
        }
    }

    @ParameterizedTest
    @CsvSource({"https, connect", "http, read"})
    void whereAnAnswerTakesTooLong(String scheme, String setting) throws Exception {
        boolean isDial = setting.equals("connect");
        HttpPoolBuilder impatient = HttpPool.builder("shop")
                .framework(new Framework(name -> "shop." + name))
                .timeouts(t -> t.unordered()
                        .connect(Duration.ofMillis(isDial ? 300 : 20_000))
                        .read(Duration.ofMillis(isDial ? 20_000 : 300)));
        try (SilentServer server = SilentServer.mute();
                PoolInUse pool = kind.build(impatient)) {
            String origin = scheme + "://localhost:" + server.port();
            Class<?> type = isDial ? ConnectTimeoutException.class : SocketTimeoutException.class;
            isOfItsCaller(call(pool, origin), type, origin, " (shop.timeouts." + setting + ")");
        }
    }

    @Test
    void andIsSharedByNoTwo() throws Exception {
        LoopbackServer dead = LoopbackServer.http().start();
        dead.close();
        try (PoolInUse pool = kind.build(builder())) {
            List<PoolCall<Throwable>> calls = Stream.generate(() -> PoolCall.start(() -> call(pool, dead.origin())))
                    .limit(4)
                    .toList();
            List<Throwable> failures = new ArrayList<>();
            for (PoolCall<Throwable> each : calls) {
                failures.add(each.get());
            }

            assertThat(failures).doesNotHaveDuplicates();
        }
    }
}
