package dev.weir.internal.deadline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.HttpPool;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.time.Duration;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** No call leaves its alarm behind, which would hold the call for as long as its limit. */
class CallAlarmsIT {

    private LoopbackServer server;
    private HttpPool pool;
    private int before;

    @BeforeEach
    void start() {
        server = LoopbackServer.http().start();
        pool = HttpPool.builder("test")
                .timeouts(timeouts -> timeouts.total(Duration.ofHours(1)))
                .build();
        before = Alarms.shared().count();
    }

    @AfterEach
    void stop() {
        pool.close();
        server.close();
    }

    private void assertNoneLeft() {
        assertThat(Alarms.shared().count()).isLessThanOrEqualTo(before);
    }

    private ClassicHttpResponse open() throws IOException {
        return pool.client().executeOpen(null, new HttpGet(server.uri("/")), null);
    }

    @Test
    void callLeavesNoAlarmWhenItsBodyIsRead() throws Exception {
        try (ClassicHttpResponse response = open()) {
            assertThat(Alarms.shared().count()).isGreaterThan(0);
            EntityUtils.toString(response.getEntity());
            assertNoneLeft();
        }
    }

    @Test
    void callLeavesNoAlarmWhenItIsClosedUnread() throws IOException {
        open().close();

        assertNoneLeft();
    }

    @Test
    void callLeavesNoAlarmWhenItFails() {
        server.handler(exchange -> exchange.hangUp());

        assertThatThrownBy(() -> open().close()).isInstanceOf(IOException.class);

        assertNoneLeft();
    }
}
