package dev.weir.lease;

import dev.weir.testserver.Frame;
import dev.weir.testserver.FrameConnection;
import dev.weir.testserver.FrameServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server of HTTP/2, for requests with bodies, that does at random whatever the protocol lets it do. It has executed the
 * requests of which the whole body came, and which it did not promise to have left alone.
 */
final class FrameStorm implements FrameServer.Script, Storm {

    private static final int PROTOCOL_ERROR = 1;
    private static final int INTERNAL_ERROR = 2;
    private static final byte STATUS_400 = (byte) 0x8c;

    private final long seed;
    private final AtomicInteger connections = new AtomicInteger();
    private final Ledger ledger = new Ledger();
    private volatile boolean isOver;

    private final FrameServer server;

    FrameStorm(long seed) {
        this.seed = seed;
        this.server = FrameServer.playing(this);
    }

    @Override
    public String uri() {
        return server.uri();
    }

    @Override
    public void abate() {
        isOver = true;
    }

    @Override
    public Ledger ledger() {
        return ledger;
    }

    @Override
    public void close() {
        server.close();
    }

    @Override
    public void play(FrameConnection connection) throws IOException {
        new Session(connection, new Random(seed * 31 + connections.incrementAndGet())).play();
    }

    private final class Session {
        private final FrameConnection connection;
        private final Random random;
        private final Map<Integer, ByteArrayOutputStream> open = new HashMap<>();
        private final Map<Integer, String> held = new TreeMap<>();
        private int latest;
        private int last = Integer.MAX_VALUE;

        Session(FrameConnection connection, Random random) {
            this.connection = connection;
            this.random = random;
        }

        private boolean chance(int percent) {
            return !isOver && random.nextInt(100) < percent;
        }

        void play() throws IOException {
            connection.begin(1 + random.nextInt(20));
            while (last == Integer.MAX_VALUE || !open.isEmpty() || !held.isEmpty()) {
                Frame frame = connection.next();
                switch (frame.type()) {
                    case Frame.HEADERS -> begin(frame);
                    case Frame.DATA -> data(frame);
                    case Frame.RST_STREAM -> {
                        open.remove(frame.stream());
                        held.remove(frame.stream());
                    }
                    default -> {}
                }
                turn();
            }
        }

        private void begin(Frame frame) throws IOException {
            int stream = frame.stream();
            if (!frame.has(Frame.END_HEADERS)) {
                connection.next(Frame.CONTINUATION);
            }
            if (stream > last) {
                return;
            }
            if (chance(4)) {
                connection.reset(stream, FrameConnection.REFUSED_STREAM);
                return;
            }
            open.put(stream, new ByteArrayOutputStream());
            if (chance(3)) {
                answerEarly(stream);
            }
        }

        // What still comes of its body is thrown away, or stays where it is for lack of a window.
        private void answerEarly(int stream) throws IOException {
            open.remove(stream);
            if (random.nextBoolean()) {
                connection.answer(stream, EARLY);
            } else {
                connection.headers(stream, STATUS_400);
                connection.end(stream);
            }
            if (random.nextBoolean()) {
                connection.reset(stream, FrameConnection.NO_ERROR);
            }
        }

        private void data(Frame frame) throws IOException {
            int length = frame.payload().length;
            if (length > 0) {
                connection.windowUpdate(0, length);
            }
            ByteArrayOutputStream body = open.get(frame.stream());
            if (body == null) {
                return;
            }
            body.writeBytes(frame.payload());
            if (frame.has(Frame.END_STREAM)) {
                open.remove(frame.stream());
                whole(frame.stream(), body.toString(StandardCharsets.US_ASCII));
            } else if (length > 0) {
                connection.windowUpdate(frame.stream(), length);
            }
        }

        private void whole(int stream, String body) throws IOException {
            String id = ledger.idOf(body);
            latest = Math.max(latest, stream);
            ledger.executed(id);
            if (chance(15)) {
                held.put(stream, id);
            } else {
                answer(stream, id);
            }
        }

        private void answer(int stream, String id) throws IOException {
            if (chance(4)) {
                connection.reset(stream, random.nextBoolean() ? INTERNAL_ERROR : FrameConnection.CANCEL);
            } else if (chance(4)) {
                connection.head(stream);
                connection.data(stream, 1 + random.nextInt(100));
                connection.reset(stream, random.nextBoolean() ? PROTOCOL_ERROR : FrameConnection.NO_ERROR);
            } else if (chance(2)) {
                connection.head(stream);
                connection.data(stream, 10); // and nothing more, ever
            } else {
                connection.answer(stream, id);
            }
        }

        // What a server does without being asked.
        private void turn() throws IOException {
            for (Map.Entry<Integer, String> each : Map.copyOf(held).entrySet()) {
                if (!chance(70)) {
                    held.remove(each.getKey());
                    answer(each.getKey(), each.getValue());
                }
            }
            if (chance(2)) {
                connection.allow(random.nextInt(20));
                connection.allow(1 + random.nextInt(20));
            }
            if (chance(1) && last == Integer.MAX_VALUE) {
                last = latest;
                open.keySet().removeIf(stream -> stream > last);
                connection.goAway(last, random.nextInt(4) == 0 ? INTERNAL_ERROR : FrameConnection.NO_ERROR);
            }
            if (random.nextInt(400) == 0 && !isOver) {
                if (random.nextBoolean()) {
                    connection.halfFrame(1);
                }
                throw new IOException("on purpose");
            }
        }
    }
}
