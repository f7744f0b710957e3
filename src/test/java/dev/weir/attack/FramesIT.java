package dev.weir.attack;

import static dev.weir.attack.AttacksIT.assertOwnOrError;
import static dev.weir.testserver.FrameConnection.literal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.weir.AsyncHttpPool;
import dev.weir.config.Protocol;
import dev.weir.testpool.ClientKind;
import dev.weir.testserver.Frame;
import dev.weir.testserver.FrameConnection;
import dev.weir.testserver.FrameServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http2.hpack.HPackDecoder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever frames a server of HTTP/2 sends, each caller gets the response to its own request, or an error. */
@Timeout(60)
@ParameterizedClass
@EnumSource(names = {"ASYNC", "BLOCKING_CLIENT"})
class FramesIT {

    private static final String FIRST = "/first";
    private static final byte STATUS_200 = (byte) 0x88;

    private final ClientKind kind;

    FramesIT(ClientKind kind) {
        this.kind = kind;
    }

    /** What the server does with the first request of a connection; the later ones are answered honestly. */
    @FunctionalInterface
    private interface First {
        void answer(FrameConnection connection, int stream) throws IOException;
    }

    private static Arguments attack(String name, First first) {
        return arguments(name, first);
    }

    private static Stream<Arguments> attacks() {
        return Stream.of(
                attack("an unknown type (ALTSVC)", before(0x0a, new byte[] {0, 0, 'e', 'v', 'i', 'l'})),
                attack("an unknown type (ORIGIN)", before(0x0c, new byte[0])),
                attack("an unknown type (GREASE)", before(0x2b, new byte[4])),
                attack("an unknown setting", before(Frame.SETTINGS, new byte[] {0x0a, 0x0a, 0, 0, 0, 1})),
                attack("an unknown type on the stream", (c, s) -> {
                    c.frame(0x77, 0xff, s, new byte[9]);
                    honest(c, s, FIRST);
                }),
                attack("a body shorter than content-length", whole(own(), literal("content-length", "100"))),
                attack("a body longer than content-length", whole(own(), literal("content-length", "4"))),
                attack("a content-length that is no number", whole(own(), literal("content-length", "+19"))),
                attack("a second response after the first", (c, s) -> {
                    honest(c, s, FIRST);
                    evil(c, s, literal("evil", "1"));
                }),
                attack("more data after the end", (c, s) -> {
                    honest(c, s, FIRST);
                    data(c, s, "EVIL", 0);
                }),
                attack("a response for a stream to come", (c, s) -> {
                    evil(c, s + 2, literal("evil", "1"));
                    honest(c, s, FIRST);
                }),
                attack("a response for a stream of the server", (c, s) -> {
                    evil(c, 2, literal("evil", "1"));
                    honest(c, s, FIRST);
                }),
                attack("a pushed response", (c, s) -> {
                    c.push(s, 2);
                    evil(c, 2, literal("evil", "1"));
                    honest(c, s, FIRST);
                }),
                attack("data before the head", (c, s) -> {
                    data(c, s, "EVIL", 0);
                    honest(c, s, FIRST);
                }),
                attack("data on stream 0", (c, s) -> {
                    data(c, 0, "EVIL", 0);
                    honest(c, s, FIRST);
                }),
                attack("a head without a status", (c, s) -> {
                    c.headers(s, literal("evil", "1"));
                    data(c, s, "EVIL", Frame.END_STREAM);
                }),
                attack(
                        "a head with two statuses",
                        (c, s) -> evil(c, s, literal(":status", "403"), literal("evil", "1"))),
                attack("a pseudo-header among the trailers", (c, s) -> {
                    c.head(s);
                    data(c, s, own(), 0);
                    c.frame(Frame.HEADERS, Frame.END_HEADERS | Frame.END_STREAM, s, STATUS_200);
                }),
                attack("a name in upper case", (c, s) -> evil(c, s, literal("Evil", "1"))),
                attack("line ends in a value", (c, s) -> evil(c, s, literal("x-a", "b\r\nevil: 1"))),
                attack("transfer-encoding", whole(own(), literal("transfer-encoding", "chunked"))),
                attack("an unfinished head of another stream between", (c, s) -> {
                    c.beginHead(s);
                    c.frame(Frame.CONTINUATION, Frame.END_HEADERS, s + 2, literal("evil", "1"));
                    data(c, s, "EVIL", Frame.END_STREAM);
                }),
                attack("5,000 interim responses", (c, s) -> {
                    for (int i = 0; i < 5_000; i++) {
                        c.interim(s, 103);
                    }
                    honest(c, s, FIRST);
                }),
                attack("a reset after half a body", (c, s) -> {
                    c.head(s);
                    data(c, s, "respon", 0);
                    c.reset(s, FrameConnection.NO_ERROR);
                }),
                attack("the end of the connection after half a body", (c, s) -> {
                    c.head(s);
                    data(c, s, "respon", 0);
                    c.close();
                }),
                attack(
                        "bytes of HTTP/1.1",
                        (c, s) -> c.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nEVIL"
                                .getBytes(StandardCharsets.US_ASCII))));
    }

    private static String own() {
        return AttacksIT.own(FIRST);
    }

    private static First before(int type, byte[] payload) {
        return (connection, stream) -> {
            connection.frame(type, 0, 0, payload);
            honest(connection, stream, FIRST);
        };
    }

    private static First whole(String body, byte[] field) {
        return (connection, stream) -> {
            head(connection, stream, field);
            data(connection, stream, body, Frame.END_STREAM);
        };
    }

    private static void evil(FrameConnection connection, int stream, byte[]... fields) throws IOException {
        head(connection, stream, fields);
        data(connection, stream, "EVIL", Frame.END_STREAM);
    }

    private static void honest(FrameConnection connection, int stream, String path) throws IOException {
        connection.answer(stream, AttacksIT.own(path));
    }

    private static void head(FrameConnection connection, int stream, byte[]... fields) throws IOException {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.write(STATUS_200);
        for (byte[] field : fields) {
            block.writeBytes(field);
        }
        connection.headers(stream, block.toByteArray());
    }

    private static void data(FrameConnection connection, int stream, String text, int flags) throws IOException {
        connection.frame(Frame.DATA, flags, stream, text.getBytes(StandardCharsets.US_ASCII));
    }

    private static void play(FrameConnection connection, First first) throws IOException {
        HPackDecoder decoder = new HPackDecoder(4_096, StandardCharsets.US_ASCII);
        while (true) {
            Frame request = connection.next(Frame.HEADERS);
            String path = path(decoder, request);
            if (path.equals(FIRST)) {
                first.answer(connection, request.stream());
            } else {
                honest(connection, request.stream(), path);
            }
        }
    }

    private static String path(HPackDecoder decoder, Frame request) throws IOException {
        try {
            return decoder.decodeHeaders(ByteBuffer.wrap(request.payload())).stream()
                    .filter(header -> header.getName().equals(":path"))
                    .map(Header::getValue)
                    .findFirst()
                    .orElseThrow();
        } catch (HttpException e) {
            throw new IOException(e);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("attacks")
    void reachNobodyWhomTheyAreNotMeantFor(String name, First first) {
        Queue<Header> evil = new ConcurrentLinkedQueue<>();
        try (FrameServer server = FrameServer.playing(connection -> play(connection.begin(100), first));
                AsyncHttpPool pool = AttacksIT.builder()
                        .protocol(Protocol.HTTP_2)
                        .customizeAsyncClient(client -> client.addResponseInterceptorLast(AttacksIT.looking(evil)))
                        .buildAsync()) {
            ClientKind.Call call = kind == ClientKind.ASYNC
                    ? ClientKind.async(pool.client())
                    : ClientKind.blocking(pool.blockingClient());
            for (String path : List.of(FIRST, "/second", "/third")) {
                assertOwnOrError(call, URI.create(server.uri() + path));
            }
        }
        assertThat(evil).as(name).isEmpty();
    }
}
