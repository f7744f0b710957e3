package dev.weir.trips;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.config.Protocol;
import dev.weir.testserver.FrameConnection;
import dev.weir.testserver.FrameServer;
import java.io.IOException;
import java.time.Duration;
import java.util.stream.Stream;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/** Sends one warm request over HTTP/2, between two methods that a debugger recognizes, by the client that its argument names. */
final class StreamTripMain {

    private static final int WARM_UP = 20;

    private StreamTripMain() {}

    public static void main(String[] args) throws Exception {
        try (FrameServer server = FrameServer.playing(StreamTripMain::serve);
                AsyncHttpPool pool = patient()) {
            for (int i = 0; i < WARM_UP; i++) {
                get(args[0], pool, server);
            }
            awaitIoThread();
            begin();
            get(args[0], pool, server);
            awaitIoThread();
            end();
        }
    }

    // As most servers do, with a response of one write.
    private static void serve(FrameConnection client) throws IOException {
        client.begin(100);
        while (true) {
            client.answerAtOnce(client.request(), "ok");
        }
    }

    // All times are on, as by default, and none is over before a debugger has seen every call.
    private static AsyncHttpPool patient() {
        return HttpPool.builder("trips")
                .protocol(Protocol.HTTP_2)
                .timeouts(t -> t.poolWait(Duration.ofSeconds(30))
                        .connect(Duration.ofSeconds(40))
                        .read(Duration.ofSeconds(60))
                        .total(Duration.ofMinutes(5)))
                .buildAsync();
    }

    private static void get(String client, AsyncHttpPool pool, FrameServer server) throws Exception {
        String uri = server.uri() + "/";
        if (client.equals("blocking")) {
            pool.blockingClient().execute(new HttpGet(uri), response -> EntityUtils.toByteArray(response.getEntity()));
        } else {
            pool.client().execute(SimpleHttpRequest.create("GET", uri), null).get();
        }
    }

    // It goes on for a moment after it has woken the caller.
    private static void awaitIoThread() {
        while (!Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> thread.getKey().getName().startsWith("weir-io"))
                .allMatch(thread -> isSelecting(thread.getValue()))) {
            Thread.onSpinWait();
        }
    }

    private static boolean isSelecting(StackTraceElement[] stack) {
        return Stream.of(stack).anyMatch(frame -> frame.getMethodName().equals("select"));
    }

    static void begin() {
        // The trip begins.
    }

    static void end() {
        // It has ended.
    }
}
