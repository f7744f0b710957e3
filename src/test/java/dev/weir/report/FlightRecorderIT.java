package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPoolBuilder;
import dev.weir.event.PoolEvent;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolBooks;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolInUse;
import dev.weir.testpool.PoolKind;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The flight recorder of the JDK records requests, leases, dials, lookups and closed connections, if it is asked to. */
@ParameterizedClass
@EnumSource(names = {"BLOCKING", "ASYNC_OVER_HTTP_1"})
class FlightRecorderIT {

    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();
    private static final List<String> ALL = List.of("Request", "Lease", "Dial", "Close", "Lookup");

    private final PoolKind kind;
    private final LoopbackServer server = LoopbackServer.https(CERTIFICATES).start();

    @TempDir
    Path directory;

    FlightRecorderIT(PoolKind kind) {
        this.kind = kind;
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private HttpPoolBuilder builder() {
        return PatientPool.builder("shop").sslContext(CERTIFICATES.clientContext());
    }

    private String origin() {
        return "https://localhost:" + server.port();
    }

    private void call(PoolInUse pool) throws IOException {
        assertThat(pool.get(origin() + "/orders/7?token=secret")).isEqualTo("ok");
        PoolBooks.atRest(pool.pool());
    }

    private List<RecordedEvent> recorded(Recording recording) throws IOException {
        recording.stop();
        Path file = directory.resolve("events.jfr");
        recording.dump(file);
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().startsWith("dev.weir."))
                .toList();
    }

    private static RecordedEvent first(List<RecordedEvent> events, String name) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals("dev.weir." + name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + " in " + events));
    }

    @Test
    void recordsAllKindsOfEvents() throws IOException {
        AtomicInteger told = new AtomicInteger();
        AtomicInteger closed = new AtomicInteger();
        try (Recording recording = new Recording()) {
            ALL.forEach(name -> recording.enable("dev.weir." + name));
            try (PoolInUse pool = kind.build(builder().listener(event -> {
                if (event instanceof PoolEvent.RequestEnded) {
                    told.incrementAndGet();
                } else if (event instanceof PoolEvent.ConnectionClosed) {
                    closed.incrementAndGet();
                }
            }))) {
                call(pool); // before there is a recording
                PoolCall.awaitUntil(() -> told.get() == 1);
                pool.pool().evictIdle();
                PoolCall.awaitUntil(() -> closed.get() == 1);
                recording.start();
                call(pool);
                PoolCall.awaitUntil(() -> told.get() == 2);
            }
            PoolCall.awaitUntil(
                    () -> closed.get() == 2); // the thread of the connections closes those of asynchronous pools
            List<RecordedEvent> events = recorded(recording);

            assertThat(events).extracting(event -> event.getString("pool")).containsOnly("shop");
            isThatOfTheCall(first(events, "Request"));
            assertThat(first(events, "Lease").getString("outcome")).isEqualTo("dialed");
            RecordedEvent dial = first(events, "Dial");
            assertThat(dial.getString("route")).isEqualTo(origin());
            assertThat(dial.getDuration("handshake"))
                    .isPositive()
                    .isLessThan(dial.getDuration("time").plus(Duration.ofMillis(1)));
            assertThat(first(events, "Lookup").getString("host")).isEqualTo("localhost");
            RecordedEvent close = first(events, "Close");
            assertThat(close.getString("cause")).isEqualTo("shutdown");
            assertThat(close.getString("remoteAddress")).isEqualTo("127.0.0.1:" + server.port());
            assertThat(close.getString("connectionId")).isEqualTo(dial.getString("connectionId"));
            assertThat(events.toString()).doesNotContain("secret", "orders");
        }
    }

    private void isThatOfTheCall(RecordedEvent request) {
        assertThat(request.getString("route")).isEqualTo(origin());
        assertThat(request.getString("method")).isEqualTo("GET");
        assertThat(request.getLong("status")).isEqualTo(200);
        assertThat(request.getString("outcome")).isEqualTo("dialed");
        assertThat(request.getString("protocol")).isEqualTo("HTTP/1.1");
        assertThat(request.getDuration("firstByte")).isPositive();
        assertThat(request.getDuration("dialed")).isLessThan(request.getDuration());
    }

    @Test
    void recordsNothingUnlessAsked() throws IOException {
        try (Recording recording = new Recording()) {
            recording.start();
            try (PoolInUse pool = kind.build(builder())) {
                call(pool);
            }

            assertThat(recorded(recording)).isEmpty();
        }
    }
}
