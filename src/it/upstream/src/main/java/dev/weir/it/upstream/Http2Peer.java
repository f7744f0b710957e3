package dev.weir.it.upstream;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A server of one connection, HTTP/2 without TLS, that plays a script. What the script returns is what the server saw. */
final class Http2Peer implements AutoCloseable {

    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int RST_STREAM = 3;
    static final int SETTINGS = 4;
    static final int WINDOW_UPDATE = 8;
    static final int END_STREAM = 1;
    static final int END_HEADERS = 4;
    static final int PADDED = 8;
    private static final int ACK = 1;
    private static final int PREFACE = 24;
    private static final int PING = 6;
    /** {@code :status: 200} in the static table of HPACK. */
    static final byte[] OK = {(byte) 0x88};

    record Frame(int type, int flags, int stream, byte[] payload) {
        boolean ends() {
            return type <= HEADERS && (flags & END_STREAM) != 0;
        }

        /** Returns how many bytes of a stream it allows. */
        int grant(int which) {
            return type == WINDOW_UPDATE && stream == which
                    ? ByteBuffer.wrap(payload).getInt()
                    : 0;
        }
    }

    @FunctionalInterface
    interface Script {
        String play(Http2Peer peer) throws Exception;
    }

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final CompletableFuture<String> seen = new CompletableFuture<>();
    private Socket socket;
    private DataInputStream in;
    private DataOutputStream out;

    private Http2Peer() throws IOException {}

    static Http2Peer playing(Script script) throws IOException {
        Http2Peer peer = new Http2Peer();
        Thread thread = new Thread(() -> peer.play(script));
        thread.setDaemon(true);
        thread.start();
        return peer;
    }

    private void play(Script script) {
        try {
            socket = listener.accept();
            in = new DataInputStream(socket.getInputStream());
            out = new DataOutputStream(socket.getOutputStream());
            in.readFully(new byte[PREFACE]);
            seen.complete(script.play(this));
            while (true) {
                next(); // keeps the connection open
            }
        } catch (Exception e) {
            seen.complete(e.toString());
        }
    }

    String uri() {
        return "http://127.0.0.1:" + listener.getLocalPort() + "/";
    }

    String seen() throws Exception {
        return seen.get(20, TimeUnit.SECONDS);
    }

    void frame(int type, int flags, int stream, byte... payload) throws IOException {
        out.writeByte(payload.length >> 16);
        out.writeShort(payload.length);
        out.writeByte(type);
        out.writeByte(flags);
        out.writeInt(stream);
        out.write(payload);
        out.flush();
    }

    void maxStreams(int streams) throws IOException {
        frame(SETTINGS, 0, 0, (byte) 0, (byte) 3, (byte) 0, (byte) 0, (byte) 0, (byte) streams);
    }

    /** Reads a frame; answers settings and pings by itself. */
    Frame next() throws IOException {
        int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
        Frame frame = new Frame(in.readUnsignedByte(), in.readUnsignedByte(), in.readInt(), in.readNBytes(length));
        if (frame.type() == SETTINGS && frame.flags() == 0) {
            frame(SETTINGS, ACK, 0);
        } else if (frame.type() == PING && frame.flags() == 0) {
            frame(PING, ACK, 0, frame.payload());
        }
        return frame;
    }

    /** Returns the stream of the next request that is whole. */
    int request() throws IOException {
        Frame frame = next();
        while (!frame.ends()) {
            frame = next();
        }
        return frame.stream();
    }

    /** Reads the next request, and returns how long the longest of its DATA frames is. */
    int longestData() throws IOException {
        int longest = 0;
        Frame frame;
        do {
            frame = next();
            if (frame.type() == DATA) {
                longest = Math.max(longest, frame.payload().length);
            }
        } while (!frame.ends());
        return longest;
    }

    /** Returns whether a frame comes. */
    String await(int type, int stream) throws IOException {
        Frame frame = nextOrNull();
        while (frame != null && (frame.type() != type || frame.stream() != stream)) {
            frame = nextOrNull();
        }
        return frame == null ? "nothing within 2 s" : "it comes";
    }

    /** Reads a frame, if one comes within two seconds. */
    Frame nextOrNull() throws IOException {
        socket.setSoTimeout(2_000);
        try {
            return next();
        } catch (SocketTimeoutException e) {
            return null;
        } finally {
            socket.setSoTimeout(0);
        }
    }

    void respond(int stream, String body) throws IOException {
        frame(HEADERS, END_HEADERS, stream, OK);
        frame(DATA, END_STREAM, stream, body.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void close() throws IOException {
        listener.close();
        if (socket != null) {
            socket.close();
        }
    }
}
