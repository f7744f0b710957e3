package dev.weir.testserver;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A frame of HTTP/2, as it is on the wire (RFC 9113, section 4.1). */
public final class Frame {

    public static final int DATA = 0;
    public static final int HEADERS = 1;
    public static final int RST_STREAM = 3;
    public static final int SETTINGS = 4;
    public static final int PUSH_PROMISE = 5;
    public static final int PING = 6;
    public static final int GOAWAY = 7;
    public static final int WINDOW_UPDATE = 8;
    public static final int CONTINUATION = 9;

    public static final int END_STREAM = 0x1;
    public static final int ACK = 0x1;
    public static final int END_HEADERS = 0x4;

    private static final int HEAD_BYTES = 9;

    private final int type;
    private final int flags;
    private final int stream;
    private final byte[] payload;

    Frame(int type, int flags, int stream, byte[] payload) {
        this.type = type;
        this.flags = flags;
        this.stream = stream;
        this.payload = payload.clone();
    }

    public int type() {
        return type;
    }

    public int stream() {
        return stream;
    }

    public byte[] payload() {
        return payload.clone();
    }

    static Frame read(DataInputStream in) throws IOException {
        int length = (in.readUnsignedShort() << 8) | in.readUnsignedByte();
        int type = in.readUnsignedByte();
        int flags = in.readUnsignedByte();
        int stream = in.readInt() & 0x7fffffff;
        byte[] payload = new byte[length];
        in.readFully(payload);
        return new Frame(type, flags, stream, payload);
    }

    public boolean has(int flag) {
        return (flags & flag) != 0;
    }

    byte[] bytes() {
        return ByteBuffer.allocate(HEAD_BYTES + payload.length)
                .put((byte) (payload.length >> 16))
                .putShort((short) payload.length)
                .put((byte) type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload)
                .array();
    }
}
