package dev.weir.testserver;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** A connection of a {@link FrameServer}, of which a script reads and writes one frame after the other. */
public final class FrameConnection {

    public static final int NO_ERROR = 0;
    public static final int REFUSED_STREAM = 7;
    public static final int CANCEL = 8;

    private static final int PREFACE_BYTES = 24;
    private static final int MAX_CONCURRENT_STREAMS = 3;
    private static final int LONGEST_FRAME = 16_384;
    private static final int FIRST_WINDOW = 65_535;
    // In HPACK, ":status: 200" is the eighth entry of the static table.
    private static final byte STATUS_200 = (byte) 0x88;

    private final Socket socket;
    private final DataInputStream in;
    private final Set<Integer> ended = new HashSet<>();
    private boolean answersPings = true;

    public FrameConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    }

    /** Reads the client's preface and allows so many streams. */
    public FrameConnection begin(int maxStreams) throws IOException {
        in.readFully(new byte[PREFACE_BYTES]);
        allow(maxStreams);
        return this;
    }

    /** Begins with settings that say nothing: all have their initial values. */
    public void beginWithoutSettings() throws IOException {
        in.readFully(new byte[PREFACE_BYTES]);
        write(Frame.SETTINGS, 0, 0, new byte[0]);
    }

    /** Allows so many streams from now on. */
    public void allow(int maxStreams) throws IOException {
        ByteBuffer setting = ByteBuffer.allocate(6).putShort((short) MAX_CONCURRENT_STREAMS);
        write(Frame.SETTINGS, 0, 0, setting.putInt(maxStreams).array());
    }

    public void ignorePings() {
        answersPings = false;
    }

    /**
     * Returns the next frame; settings are acknowledged on the way, and pings are answered unless they are to be ignored.
     */
    public Frame next() throws IOException {
        Frame frame = Frame.read(in);
        if (frame.type() <= Frame.HEADERS && frame.has(Frame.END_STREAM)) {
            ended.add(frame.stream());
        }
        if (frame.type() == Frame.SETTINGS && !frame.has(Frame.ACK)) {
            write(Frame.SETTINGS, Frame.ACK, 0, new byte[0]);
        } else if (frame.type() == Frame.PING && !frame.has(Frame.ACK) && answersPings) {
            write(Frame.PING, Frame.ACK, 0, frame.payload());
        }
        return frame;
    }

    /** Returns the next frame of a type, and forgets those before it. */
    public Frame next(int type) throws IOException {
        Frame frame = next();
        while (frame.type() != type) {
            frame = next();
        }
        return frame;
    }

    /** Returns the stream of the next request, of which the head has come. */
    public int request() throws IOException {
        Frame frame = next(Frame.HEADERS);
        int stream = frame.stream();
        while (!frame.has(Frame.END_HEADERS)) {
            frame = next(Frame.CONTINUATION);
        }
        return stream;
    }

    /** Answers requests with {@code ok}, one after the other, until the client ends it. */
    public void serve() throws IOException {
        while (true) {
            answer(request(), "ok");
        }
    }

    public void answer(int stream, String body) throws IOException {
        head(stream);
        write(Frame.DATA, Frame.END_STREAM, stream, body.getBytes(StandardCharsets.US_ASCII));
    }

    /** Begins a head, which nothing but its end may follow. */
    public void beginHead(int stream) throws IOException {
        write(Frame.HEADERS, 0, stream, new byte[] {STATUS_200});
    }

    public void endHead(int stream) throws IOException {
        write(Frame.CONTINUATION, Frame.END_HEADERS, stream, new byte[0]);
    }

    /** Sends a head, as it is in HPACK. */
    public void headers(int stream, byte... block) throws IOException {
        write(Frame.HEADERS, Frame.END_HEADERS, stream, block);
    }

    public void head(int stream) throws IOException {
        write(Frame.HEADERS, Frame.END_HEADERS, stream, new byte[] {STATUS_200});
    }

    /** Sends a part of a body, in frames that are no longer than they may be. */
    public void data(int stream, int bytes) throws IOException {
        for (int left = bytes; left > 0; left -= LONGEST_FRAME) {
            write(Frame.DATA, 0, stream, new byte[Math.min(left, LONGEST_FRAME)]);
        }
    }

    /**
     * Sends back what comes of bodies, of many requests at once, as far as the client lets it; until the client closes it.
     */
    public void echo() throws IOException {
        Map<Integer, Echo> echoes = new HashMap<>();
        while (true) {
            Frame frame = next();
            int stream = frame.stream();
            if (frame.type() == Frame.HEADERS) {
                echoes.put(stream, new Echo());
                head(stream);
            } else if (frame.type() == Frame.RST_STREAM) {
                echoes.remove(stream);
            } else if (echoes.containsKey(stream) && echo(stream, echoes.get(stream), frame)) {
                echoes.remove(stream);
            }
        }
    }

    // What is not sent back yet is not granted again: neither to its stream, nor to the connection, which all share.
    private boolean echo(int stream, Echo echo, Frame frame) throws IOException {
        if (frame.type() == Frame.DATA) {
            echo.held += frame.payload().length;
            echo.ended |= frame.has(Frame.END_STREAM);
        } else if (frame.type() == Frame.WINDOW_UPDATE) {
            echo.window += ByteBuffer.wrap(frame.payload()).getInt();
        }
        int part = Math.min(echo.held, echo.window);
        if (part > 0) {
            data(stream, part);
            windowUpdate(0, part);
            echo.held -= part;
            echo.window -= part;
        }
        if (part > 0 && !echo.ended) {
            windowUpdate(stream, part);
        }
        boolean isDone = echo.ended && echo.held == 0;
        if (isDone) {
            end(stream);
        }
        return isDone;
    }

    private static final class Echo {
        private int held;
        private int window = FIRST_WINDOW;
        private boolean ended;
    }

    /** Sends a part of a body as far as the client lets it, and waits for more window. */
    public void stream(int stream, int bytes) throws IOException {
        int window = 0;
        for (int left = bytes; left > 0; ) {
            while (window == 0) {
                Frame update = next(Frame.WINDOW_UPDATE);
                window += update.stream() == stream
                        ? ByteBuffer.wrap(update.payload()).getInt()
                        : 0;
            }
            int part = Math.min(left, window);
            data(stream, part);
            window -= part;
            left -= part;
        }
    }

    /** Sends the last part of a body as far as the client lets it, beginning with the first window, and ends the stream. */
    public void whole(int stream, byte[] body) throws IOException {
        int window = FIRST_WINDOW;
        for (int from = 0; from < body.length; ) {
            while (window == 0) {
                Frame update = next(Frame.WINDOW_UPDATE);
                window += update.stream() == stream
                        ? ByteBuffer.wrap(update.payload()).getInt()
                        : 0;
            }
            int to = Math.min(body.length, from + Math.min(window, LONGEST_FRAME));
            write(Frame.DATA, to == body.length ? Frame.END_STREAM : 0, stream, Arrays.copyOfRange(body, from, to));
            window -= to - from;
            from = to;
        }
    }

    /** Begins a response with one more header. */
    public void headWith(int stream, String name, String value) throws IOException {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.write(STATUS_200);
        block.writeBytes(literal(name, value));
        headers(stream, block.toByteArray());
    }

    public void end(int stream) throws IOException {
        write(Frame.DATA, Frame.END_STREAM, stream, new byte[0]);
    }

    /** Answers with headers that do not fit into one frame. */
    public void answerWithHeader(int stream, String name, int length) throws IOException {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.write(STATUS_200);
        block.write(0); // a literal that is not indexed
        block.write(name.length());
        block.write(name.getBytes(StandardCharsets.US_ASCII));
        length(block, length);
        block.write("x".repeat(length).getBytes(StandardCharsets.US_ASCII));
        byte[] bytes = block.toByteArray();
        int type = Frame.HEADERS;
        for (int from = 0; from < bytes.length; from += LONGEST_FRAME) {
            int to = Math.min(bytes.length, from + LONGEST_FRAME);
            int flags = (type == Frame.HEADERS ? Frame.END_STREAM : 0) | (to == bytes.length ? Frame.END_HEADERS : 0);
            write(type, flags, stream, Arrays.copyOfRange(bytes, from, to));
            type = Frame.CONTINUATION;
        }
    }

    /** Ends a response with a trailer. */
    public void trailers(int stream, String name, int length) throws IOException {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.write(0);
        block.write(name.length());
        block.write(name.getBytes(StandardCharsets.US_ASCII));
        length(block, length);
        block.write("x".repeat(length).getBytes(StandardCharsets.US_ASCII));
        write(Frame.HEADERS, Frame.END_HEADERS | Frame.END_STREAM, stream, block.toByteArray());
    }

    // An integer with a prefix of seven bits (RFC 7541, section 5.1).
    private static void length(ByteArrayOutputStream block, int length) {
        block.write(Math.min(length, 127));
        for (int rest = length - 127; rest >= 0; rest = rest >= 128 ? rest / 128 : -1) {
            block.write(rest >= 128 ? rest % 128 + 128 : rest);
        }
    }

    /** Says whether a request has come to its end, as far as frames were read. */
    public boolean isEnded(int stream) {
        return ended.contains(stream);
    }

    /** Returns once the client has taken all that was sent to it. */
    public void roundTrip() throws IOException {
        write(Frame.PING, 0, 0, new byte[8]);
        while (!next(Frame.PING).has(Frame.ACK)) {
            // It asks, too.
        }
    }

    /** Lets the whole body of a request come, and returns its length. */
    public int body(int stream) throws IOException {
        int bytes = 0;
        Frame part;
        do {
            part = next(Frame.DATA);
            int length = part.payload().length;
            windowUpdate(0, Math.max(1, length));
            windowUpdate(stream, Math.max(1, length));
            bytes += length;
        } while (!part.has(Frame.END_STREAM));
        return bytes;
    }

    public void reset(int stream, int code) throws IOException {
        write(Frame.RST_STREAM, 0, stream, number(code));
    }

    /** Promises not to have touched the streams above the last one. */
    public void goAway(int lastStream) throws IOException {
        write(Frame.GOAWAY, 0, 0, ByteBuffer.allocate(8).putInt(lastStream).array());
    }

    /** Ends the connection with an error; the streams above the last one are not executed. */
    public void goAway(int lastStream, int code) throws IOException {
        write(
                Frame.GOAWAY,
                0,
                0,
                ByteBuffer.allocate(8).putInt(lastStream).putInt(code).array());
    }

    /** Promises to push a response for {@code /}, which a client that refuses pushes takes amiss. */
    public void push(int stream, int promised) throws IOException {
        byte[] method = {(byte) 0x82, (byte) 0x84, (byte) 0x86};
        write(
                Frame.PUSH_PROMISE,
                Frame.END_HEADERS,
                stream,
                ByteBuffer.allocate(7).putInt(promised).put(method).array());
    }

    /** Sends the beginning of a frame and then nothing more, forever. */
    public void halfFrame(int stream) throws IOException {
        byte[] whole = new Frame(Frame.DATA, 0, stream, new byte[1_000]).bytes();
        socket.getOutputStream().write(whole, 0, 500);
        socket.getOutputStream().flush();
        close();
    }

    /** Sends bytes as they are. */
    public void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    /** Grants so many bytes more to a stream, or to the connection (0); none is a breach of the protocol. */
    public void windowUpdate(int stream, int bytes) throws IOException {
        write(Frame.WINDOW_UPDATE, 0, stream, number(bytes));
    }

    /** Begins headers that never end, and returns after so many continuations, or when the client has had enough. */
    public void flood(int stream, int continuations) throws IOException {
        write(Frame.HEADERS, 0, stream, new byte[] {STATUS_200});
        for (int i = 0; i < continuations; i++) {
            write(Frame.CONTINUATION, 0, stream, literal("flood" + i, "x".repeat(100)));
        }
    }

    /** A field as it is in HPACK, not indexed and without Huffman coding. */
    public static byte[] literal(String name, String value) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.write(0);
        block.write(name.length());
        block.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
        block.write(value.length());
        block.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
        return block.toByteArray();
    }

    /** Sends a frame byte by byte, with a pause before each. */
    public void drip(int stream, int bytes, Duration pause) throws IOException, InterruptedException {
        for (byte each : new Frame(Frame.DATA, 0, stream, new byte[bytes]).bytes()) {
            AcceptLoop.pause(pause.toNanos());
            socket.getOutputStream().write(each);
            socket.getOutputStream().flush();
        }
    }

    public void close() throws IOException {
        socket.close();
    }

    /** Reads until the client closes the connection. */
    public void awaitEnd() throws IOException {
        while (true) {
            next();
        }
    }

    private static byte[] number(int value) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(value).array();
    }

    /** Sends a frame of whatever type. */
    public void frame(int type, int flags, int stream, byte... payload) throws IOException {
        write(type, flags, stream, payload);
    }

    /** Answers with a head that announces a length, which ends the stream or not. */
    public void announce(int stream, int length, boolean isEnd) throws IOException {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.write(STATUS_200);
        block.writeBytes(literal("content-length", String.valueOf(length)));
        write(Frame.HEADERS, Frame.END_HEADERS | (isEnd ? Frame.END_STREAM : 0), stream, block.toByteArray());
    }

    /** Sends an interim response. */
    public void interim(int stream, int status) throws IOException {
        write(Frame.HEADERS, Frame.END_HEADERS, stream, literal(":status", String.valueOf(status)));
    }

    private void write(int type, int flags, int stream, byte[] payload) throws IOException {
        socket.getOutputStream().write(new Frame(type, flags, stream, payload).bytes());
        socket.getOutputStream().flush();
    }
}
