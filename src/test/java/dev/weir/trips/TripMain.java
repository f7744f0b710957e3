package dev.weir.trips;

import dev.weir.HttpPool;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.time.Duration;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/** Sends one warm request, between two methods that a debugger recognizes. */
final class TripMain {

    private TripMain() {}

    public static void main(String[] args) throws IOException {
        try (LoopbackServer server = LoopbackServer.http().start();
                HttpPool pool = patient()) {
            for (int i = 0; i < 20; i++) {
                get(pool, server);
            }
            begin();
            get(pool, server);
            end();
        }
    }

    // All times are on, as by default, and none is over before a debugger has seen every call.
    private static HttpPool patient() {
        return HttpPool.builder("trips")
                .timeouts(t -> t.poolWait(Duration.ofSeconds(30))
                        .connect(Duration.ofSeconds(40))
                        .read(Duration.ofSeconds(60))
                        .total(Duration.ofMinutes(5)))
                .build();
    }

    private static void get(HttpPool pool, LoopbackServer server) throws IOException {
        pool.client().execute(new HttpGet(server.uri("/")), response -> EntityUtils.toByteArray(response.getEntity()));
    }

    static void begin() {
        // The trip begins.
    }

    static void end() {
        // It has ended.
    }
}
