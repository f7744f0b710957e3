package dev.weir.report;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weir.HttpPoolBuilder;
import dev.weir.event.PoolEvent.LeakSuspected;
import dev.weir.failure.PoolExhaustedException;
import dev.weir.failure.TotalTimeoutException;
import dev.weir.testpool.EventRecorder;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testserver.Http2Server;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tokens that stand in paths, as those of webhooks do. */
@ParameterizedClass
@EnumSource
class PathsInReportsIT {

    private static final String TOKEN = "t0ken";
    // More than a stream may send before its caller reads.
    private static final String LONG_BODY = "x".repeat(2_000_000);

    private final PoolKind kind;
    private final EventRecorder events = new EventRecorder();
    private final Http2Server server = Http2Server.allowing(1);

    PathsInReportsIT(PoolKind kind) {
        this.kind = kind;
    }

    @AfterEach
    void close() {
        server.close();
    }

    private PoolInUse pool(boolean withPaths, HttpPoolBuilder builder) {
        return kind.build(builder.sslContext(TestCertificates.trusted().clientContext())
                .listener(events)
                .pathsInReports(withPaths));
    }

    private static HttpPoolBuilder single() {
        return PatientPool.builder("shop").maxPerRoute(1).maxPending(0);
    }

    private static HttpPoolBuilder watched() {
        return PatientPool.builder("shop").timeouts(t -> t.read(Duration.ZERO)).leakDetection(ofMillis(200));
    }

    private PoolExhaustedException exhausted(PoolInUse pool) throws Exception {
        PoolCall<String> holder = PoolCall.start(() -> pool.get(server.uri() + "/held/" + TOKEN));
        PoolCall.awaitUntil(() -> server.held() == 1);
        Throwable failure = catchThrowable(() -> pool.get(server.uri() + "/other/" + TOKEN));
        server.release();
        holder.get();
        return (PoolExhaustedException) failure;
    }

    private void leak(PoolInUse pool) throws IOException {
        HttpPost request = new HttpPost(server.uri() + "/hooks/" + TOKEN);
        request.setEntity(new StringEntity(LONG_BODY, ContentType.TEXT_PLAIN));
        try (ClassicHttpResponse response = pool.client().executeOpen(null, request, null)) {
            assertThat(response.getCode()).isEqualTo(200);
            PoolCall.awaitUntil(() -> !events.of(LeakSuspected.class).isEmpty());
        }
    }

    private static String printed(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    @Test
    void areLeftOutOfHolders() throws Exception {
        try (PoolInUse pool = pool(false, single())) {
            PoolExhaustedException failure = exhausted(pool);

            assertThat(failure).hasMessageContaining("Held for longest: GET (path withheld) for ");
            assertThat(failure.holders()).singleElement().extracting("request").isEqualTo("GET (path withheld)");
            assertThat(printed(failure)).doesNotContain(TOKEN);
        }
    }

    @Test
    void areLeftOutOfWhatIsToldOfLeaks() throws Exception {
        try (PoolInUse pool = pool(false, watched())) {
            leak(pool);

            assertThat(events.only(LeakSuspected.class).request()).isEqualTo("POST (path withheld)");
            assertThat(pool.pool().diagnose().toString()).doesNotContain(TOKEN);
        }
    }

    @Test
    void areLeftOutOfCallsThatTakeTooLong() {
        try (PoolInUse pool = pool(
                false,
                PatientPool.builder("shop")
                        .timeouts(t -> t.read(Duration.ZERO).total(ofSeconds(1)).unordered()))) {
            HttpGet held = new HttpGet(server.uri() + "/held/" + TOKEN);

            Throwable failure = catchThrowable(() -> pool.client().execute(held, response -> "none"));

            assertThat(failure).isInstanceOf(TotalTimeoutException.class);
            assertThat(printed(failure)).doesNotContain(TOKEN);
        }
    }

    @Test
    void areShownAgainOnceThatIsConfigured() throws Exception {
        try (PoolInUse pool = pool(false, single())) {
            pool.pool()
                    .reconfigure(pool.pool().config().toBuilder()
                            .pathsInReports(true)
                            .build());

            assertThat(exhausted(pool)).hasMessageContaining("GET /held/t0ken");
        }
    }
}
