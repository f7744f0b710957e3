package dev.weir.attack;

import dev.weir.testserver.Frame;
import dev.weir.testserver.FrameConnection;
import dev.weir.testserver.FrameServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Frames that a server of HTTP/2 should not send, at the first request of a connection; the later ones are answered
 * honestly.
 */
final class Frames {

    private static final String AREA = "HTTP/2 frames";
    private static final String FIRST = "/first";
    private static final byte STATUS_200 = (byte) 0x88;

    /** What the server does with the first request of a connection. */
    @FunctionalInterface
    private interface First {
        void answer(FrameConnection connection, int stream) throws IOException;
    }

    private Frames() {}

    static List<Attack> attacks() {
        return List.of(
                attack("an unknown type (ALTSVC)", before(0x0a, 0, new byte[] {0, 0, 'e', 'v', 'i', 'l'})),
                attack("an unknown type (ORIGIN)", before(0x0c, 0, new byte[0])),
                attack("an unknown type (GREASE)", before(0x2b, 0, new byte[4])),
                attack("an unknown type on the stream", (c, s) -> {
                    send(c, 0x77, 0xff, s, new byte[9]);
                    honest(c, s);
                }),
                attack("an unknown setting", before(Frame.SETTINGS, 0, new byte[] {0x0a, 0x0a, 0, 0, 0, 1})),
                attack("a body shorter than content-length", (c, s) -> {
                    head(c, s, literal("content-length", "100"));
                    data(c, s, Honest.body(FIRST), Frame.END_STREAM);
                }),
                attack("a body longer than content-length", (c, s) -> {
                    head(c, s, literal("content-length", "4"));
                    data(c, s, Honest.body(FIRST), Frame.END_STREAM);
                }),
                attack("a content-length that is no number", (c, s) -> {
                    head(c, s, literal("content-length", "+19"));
                    data(c, s, Honest.body(FIRST), Frame.END_STREAM);
                }),
                attack("a second response after the first", (c, s) -> {
                    honest(c, s);
                    head(c, s, literal("evil", "1"));
                    data(c, s, "EVIL", Frame.END_STREAM);
                }),
                attack("more data after the end", (c, s) -> {
                    honest(c, s);
                    data(c, s, "EVIL", 0);
                }),
                attack("a response for a stream to come", (c, s) -> {
                    head(c, s + 2, literal("evil", "1"));
                    data(c, s + 2, "EVIL", Frame.END_STREAM);
                    honest(c, s);
                }),
                attack("a response for a stream of the server", (c, s) -> {
                    head(c, 2, literal("evil", "1"));
                    data(c, 2, "EVIL", Frame.END_STREAM);
                    honest(c, s);
                }),
                attack("a pushed response", (c, s) -> {
                    c.push(s, 2);
                    head(c, 2, literal("evil", "1"));
                    data(c, 2, "EVIL", Frame.END_STREAM);
                    honest(c, s);
                }),
                attack("data before the head", (c, s) -> {
                    data(c, s, "EVIL", 0);
                    honest(c, s);
                }),
                attack("data on stream 0", (c, s) -> {
                    data(c, 0, "EVIL", 0);
                    honest(c, s);
                }),
                attack("a head without a status", (c, s) -> {
                    send(c, Frame.HEADERS, Frame.END_HEADERS, s, literal("evil", "1"));
                    data(c, s, "EVIL", Frame.END_STREAM);
                }),
                attack("a head with two statuses", (c, s) -> {
                    head(c, s, literal(":status", "403"), literal("evil", "1"));
                    data(c, s, "EVIL", Frame.END_STREAM);
                }),
                attack("a pseudo-header among the trailers", (c, s) -> {
                    head(c, s);
                    data(c, s, Honest.body(FIRST), 0);
                    send(c, Frame.HEADERS, Frame.END_HEADERS | Frame.END_STREAM, s, new byte[] {STATUS_200});
                }),
                attack("a name in upper case", (c, s) -> {
                    head(c, s, literal("Evil", "1"));
                    data(c, s, "EVIL", Frame.END_STREAM);
                }),
                attack("line ends in a value", (c, s) -> {
                    head(c, s, literal("x-a", "b\r\nevil: 1"));
                    data(c, s, "EVIL", Frame.END_STREAM);
                }),
                attack("transfer-encoding", (c, s) -> {
                    head(c, s, literal("transfer-encoding", "chunked"));
                    data(c, s, Honest.body(FIRST), Frame.END_STREAM);
                }),
                attack("an unfinished head of another stream between", (c, s) -> {
                    send(c, Frame.HEADERS, 0, s, new byte[] {STATUS_200});
                    send(c, Frame.CONTINUATION, Frame.END_HEADERS, s + 2, literal("evil", "1"));
                    data(c, s, "EVIL", Frame.END_STREAM);
                }),
                attack("5,000 interim responses", (c, s) -> {
                    for (int i = 0; i < 5_000; i++) {
                        send(c, Frame.HEADERS, Frame.END_HEADERS, s, literal(":status", "103"));
                    }
                    honest(c, s);
                }),
                attack("a reset after half a body", (c, s) -> {
                    head(c, s);
                    data(c, s, "respon", 0);
                    c.reset(s, FrameConnection.NO_ERROR);
                }),
                attack("the end of the connection after half a body", (c, s) -> {
                    head(c, s);
                    data(c, s, "respon", 0);
                    c.close();
                }),
                attack("bytes of HTTP/1.1", (c, s) -> c.send(Honest.bytes(Honest.FORGED))));
    }

    private static Attack attack(String name, First first) {
        return Attack.of(AREA, name, Setup.HTTP_2, victim -> {
            try (FrameServer server = FrameServer.playing(connection -> play(connection.begin(100), first))) {
                return victim.outcome(call(server, FIRST))
                        .and(victim.outcome(call(server, "/second")))
                        .and(victim.outcome(call(server, "/third")));
            }
        });
    }

    private static Call call(FrameServer server, String path) {
        return Call.get(URI.create(server.uri() + path));
    }

    private static void play(FrameConnection connection, First first) throws IOException {
        RequestPaths paths = new RequestPaths();
        while (true) {
            Frame request = connection.next(Frame.HEADERS);
            String path = paths.of(request);
            if (path.equals(FIRST)) {
                first.answer(connection, request.stream());
            } else {
                answer(connection, request.stream(), path);
            }
        }
    }

    private static First before(int type, int flags, byte[] payload) {
        return (connection, stream) -> {
            send(connection, type, flags, 0, payload);
            honest(connection, stream);
        };
    }

    private static void honest(FrameConnection connection, int stream) throws IOException {
        answer(connection, stream, FIRST);
    }

    private static void answer(FrameConnection connection, int stream, String path) throws IOException {
        head(connection, stream);
        data(connection, stream, Honest.body(path), Frame.END_STREAM);
    }

    private static void head(FrameConnection connection, int stream, byte[]... fields) throws IOException {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.write(STATUS_200);
        for (byte[] field : fields) {
            block.writeBytes(field);
        }
        send(connection, Frame.HEADERS, Frame.END_HEADERS, stream, block.toByteArray());
    }

    private static void data(FrameConnection connection, int stream, String text, int flags) throws IOException {
        send(connection, Frame.DATA, flags, stream, Honest.bytes(text));
    }

    // HPACK: a literal that is not indexed, without Huffman coding.
    private static byte[] literal(String name, String value) {
        ByteArrayOutputStream field = new ByteArrayOutputStream();
        field.write(0);
        for (String text : List.of(name, value)) {
            field.write(text.length());
            field.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
        }
        return field.toByteArray();
    }

    private static void send(FrameConnection connection, int type, int flags, int stream, byte[] payload)
            throws IOException {
        connection.send(ByteBuffer.allocate(9 + payload.length)
                .put((byte) 0)
                .putShort((short) payload.length)
                .put((byte) type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload)
                .array());
    }
}
