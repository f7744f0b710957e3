package dev.weir.internal.client;

import java.nio.ByteBuffer;

/** Bytes that have arrived and are unread. Grows as needed; flow control limits its size. Not thread-safe. */
final class Inbox {

    private static final byte[] NOTHING = new byte[0];

    private byte[] bytes = NOTHING;
    private int from;
    private int to;

    int size() {
        return to - from;
    }

    boolean isEmpty() {
        return from == to;
    }

    void put(ByteBuffer source) {
        int count = source.remaining();
        makeRoom(count);
        source.get(bytes, to, count);
        to += count;
    }

    private void makeRoom(int count) {
        if (bytes.length - to >= count) {
            return;
        }
        int size = to - from;
        byte[] roomy = bytes.length - size >= count ? bytes : new byte[size == 0 ? count : 2 * (size + count)];
        System.arraycopy(bytes, from, roomy, 0, size);
        bytes = roomy;
        from = 0;
        to = size;
    }

    /** Moves as many bytes as there are and fit; returns how many, 0 if there are none. */
    int take(byte[] target, int offset, int length) {
        int count = Math.min(to - from, length);
        System.arraycopy(bytes, from, target, offset, count);
        from += count;
        if (from == to) {
            from = 0;
            to = 0;
        }
        return count;
    }

    /** Discards its content; returns how many bytes that was. */
    int clear() {
        int count = size();
        from = 0;
        to = 0;
        return count;
    }
}
