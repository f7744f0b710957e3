package dev.weir.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.spring.HttpPools;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.slf4j.event.SubstituteLoggingEvent;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.helpers.SubstituteLogger;

class PoolOperationsIT {

    private final Queue<SubstituteLoggingEvent> log = new ConcurrentLinkedQueue<>();

    @Test
    void areLoggedWithTheNameOfTheOneWhoAsked() {
        try (LoopbackServer server =
                        LoopbackServer.http().handler(Handler.ok("hello")).start();
                WebApp app = WebApp.start()) {
            app.call(server.uri("/"));
            PoolOperations operations =
                    new PoolOperations(app.bean(HttpPools.class), new SubstituteLogger("recording", log, false));

            operations.evictIdle("default", "endpoint httppools for ops");
            operations.drainRoute("default", server.origin(), "endpoint httppools");

            assertThat(log.stream()
                            .map(event -> MessageFormatter.arrayFormat(event.getMessage(), event.getArgumentArray())
                                    .getMessage()))
                    .containsExactly(
                            "Pool 'default': idle connections are closed by endpoint httppools for ops",
                            "Pool 'default': connections to " + server.origin() + " are drained by endpoint httppools");
        }
    }
}
