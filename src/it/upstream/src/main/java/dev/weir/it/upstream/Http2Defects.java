package dev.weir.it.upstream;

import static dev.weir.it.upstream.Http2Peer.DATA;
import static dev.weir.it.upstream.Http2Peer.END_HEADERS;
import static dev.weir.it.upstream.Http2Peer.END_STREAM;
import static dev.weir.it.upstream.Http2Peer.HEADERS;
import static dev.weir.it.upstream.Http2Peer.OK;
import static dev.weir.it.upstream.Http2Peer.PADDED;
import static dev.weir.it.upstream.Http2Peer.RST_STREAM;
import static dev.weir.it.upstream.Http2Peer.SETTINGS;
import static dev.weir.it.upstream.Http2Peer.WINDOW_UPDATE;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;

/** Defects of the multiplexer of HttpCore. */
final class Http2Defects {

    private static final byte ALTSVC = 0x0a;
    private static final int WINDOW = 65_535;
    private static final int LONGEST_FRAME = 16_384;

    private Http2Defects() {}

    static List<Defect> all() {
        return List.of(
                new Defect("a frame of an unknown type", "200 ok", Http2Defects::unknownFrame),
                new Defect("an empty DATA frame after the end of a stream", "200 ok", Http2Defects::frameBehindEnd),
                new Defect("SETTINGS_MAX_CONCURRENT_STREAMS of 0", "200 ok", Http2Defects::noStreamsYet),
                new Defect("content-length: 5 and two bytes", Calls.FAILS, Http2Defects::shortBody),
                new Defect("a call that is canceled resets its stream", "it comes", Http2Defects::canceledCall),
                new Defect("a consumer that throws beside another call", "200 ok", Http2Defects::throwingConsumer),
                new Defect("40000 bytes to a peer of empty SETTINGS", "frames of 16384 at most", Http2Defects::longFrames),
                new Defect("padding is granted back", "all 100000 bytes", Http2Defects::padding),
                new Defect("1 MB to a reader that grants nothing", Calls.FAILS, Http2Defects::beyondWindow));
    }

    private static String get(Http2Peer.Script script) throws Exception {
        try (Http2Peer peer = Http2Peer.playing(script);
                CloseableHttpAsyncClient client = Calls.http2()) {
            return Calls.get(client, peer.uri());
        }
    }

    private static String unknownFrame() throws Exception {
        return get(peer -> {
            peer.maxStreams(100);
            int stream = peer.request();
            peer.frame(ALTSVC, 0, 0, (byte) 0, (byte) 0);
            peer.respond(stream, "ok");
            return "";
        });
    }

    private static String frameBehindEnd() throws Exception {
        try (Http2Peer peer = Http2Peer.playing(script -> {
                    script.maxStreams(100);
                    int first = script.request();
                    int second = script.request();
                    script.frame(HEADERS, END_HEADERS | END_STREAM, first, OK);
                    script.frame(DATA, END_STREAM, first);
                    script.respond(second, "ok");
                    return "";
                });
                CloseableHttpAsyncClient client = Calls.http2()) {
            Future<SimpleHttpResponse> first = Calls.begin(client, peer.uri());
            Future<SimpleHttpResponse> second = Calls.begin(client, peer.uri());
            Calls.end(first);
            return Calls.end(second);
        }
    }

    private static String noStreamsYet() throws Exception {
        return get(peer -> {
            peer.maxStreams(0);
            peer.maxStreams(100);
            peer.respond(peer.request(), "ok");
            return "";
        });
    }

    private static String shortBody() throws Exception {
        return get(peer -> {
            peer.maxStreams(100);
            int stream = peer.request();
            // :status 200, and content-length (28 in the static table) as a literal that is not indexed
            peer.frame(HEADERS, END_HEADERS, stream, (byte) 0x88, (byte) 0x0f, (byte) 0x0d, (byte) 1, (byte) '5');
            peer.frame(DATA, END_STREAM, stream, (byte) 'o', (byte) 'k');
            return "";
        });
    }

    private static String canceledCall() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        try (Http2Peer peer = Http2Peer.playing(script -> {
                    script.maxStreams(100);
                    int stream = script.request();
                    arrived.countDown();
                    return script.await(RST_STREAM, stream);
                });
                CloseableHttpAsyncClient client = Calls.http2()) {
            Future<SimpleHttpResponse> call = Calls.begin(client, peer.uri());
            arrived.await(10, TimeUnit.SECONDS);
            call.cancel(true);
            return peer.seen();
        }
    }

    private static String throwingConsumer() throws Exception {
        try (Http2Peer peer = Http2Peer.playing(script -> {
                    script.maxStreams(100);
                    int first = script.request();
                    int second = script.request();
                    script.respond(first, "ok");
                    script.respond(second, "ok");
                    return "";
                });
                CloseableHttpAsyncClient client = Calls.http2()) {
            client.execute(Consumer.get(peer.uri()), new Consumer(Consumer.Habit.THROWS), null);
            return Calls.get(client, peer.uri());
        }
    }

    // A peer that announces no SETTINGS_MAX_FRAME_SIZE takes frames of 16,384 bytes at most (RFC 9113, 6.5.2).
    private static String longFrames() throws Exception {
        try (Http2Peer peer = Http2Peer.playing(script -> {
                    script.frame(SETTINGS, 0, 0);
                    int longest = script.longestData();
                    return longest <= LONGEST_FRAME
                            ? "frames of 16384 at most"
                            : "a frame of " + longest;
                });
                CloseableHttpAsyncClient client = Calls.http2()) {
            Calls.beginPost(client, peer.uri(), new byte[40_000]);
            return peer.seen();
        }
    }

    private static String padding() throws Exception {
        try (Http2Peer peer = Http2Peer.playing(Http2Defects::sendPadded);
                CloseableHttpAsyncClient client = Calls.http2()) {
            client.execute(Consumer.get(peer.uri()), new Consumer(Consumer.Habit.GRANTS_WHAT_IT_TOOK), null);
            return peer.seen();
        }
    }

    // One byte and 255 of padding in each frame, as far as the window of the stream allows.
    private static String sendPadded(Http2Peer peer) throws Exception {
        byte[] payload = new byte[257];
        payload[0] = (byte) 255;
        peer.maxStreams(100);
        int stream = peer.request();
        peer.frame(HEADERS, END_HEADERS, stream, OK);
        int window = WINDOW;
        int sent = 0;
        while (sent < 100_000) {
            while (window < payload.length) {
                Http2Peer.Frame update = peer.nextOrNull();
                if (update == null) {
                    return "it stands still after " + sent + " bytes";
                }
                window += update.grant(stream);
            }
            peer.frame(DATA, PADDED, stream, payload);
            window -= payload.length;
            sent += payload.length;
        }
        return "all 100000 bytes";
    }

    private static String beyondWindow() throws Exception {
        try (Http2Peer peer = Http2Peer.playing(script -> {
                    script.maxStreams(100);
                    int stream = script.request();
                    script.frame(HEADERS, END_HEADERS, stream, OK);
                    for (int i = 0; i < 100; i++) {
                        script.frame(DATA, 0, stream, new byte[10_000]);
                    }
                    script.frame(DATA, END_STREAM, stream);
                    return "";
                });
                CloseableHttpAsyncClient client = Calls.http2()) {
            return Consumer.end(client.execute(Consumer.get(peer.uri()), new Consumer(Consumer.Habit.GRANTS_NOTHING), null));
        }
    }
}
