package dev.weir.internal.socket;

import java.io.IOException;

/**
 * Bytes that were read before they were requested. TLS requests the five bytes of a record's header and then its body;
 * reading ahead takes one system call for both. For one thread at a time.
 */
final class ReadAhead {

    /** The source of bytes. */
    @FunctionalInterface
    interface Source {
        int read(byte[] bytes, int offset, int length) throws IOException;
    }

    /**
     * The size of a common response with its head, in one record; a reader of larger ones requests more than this at once.
     */
    static final int CAPACITY = 4 * 1024;

    private final byte[] bytes = new byte[CAPACITY];
    private int position;
    private int limit;

    /** Returns how many bytes there are. */
    int size() {
        return limit - position;
    }

    /**
     * Reads at most as many bytes as requested, at least one; returns -1 at the end. Reads from the source only if there are
     * none.
     */
    int read(byte[] into, int offset, int length, Source source) throws IOException {
        if (size() == 0) {
            if (length >= CAPACITY) {
                return source.read(into, offset, length);
            }
            fill(source);
        }
        return size() == 0 ? -1 : take(into, offset, length);
    }

    /**
     * Reads what there is for later reads. Does not touch the source if there are bytes left.
     *
     * @return how many bytes there are, or -1 at the end
     */
    int fill(Source source) throws IOException {
        if (size() > 0) {
            return size();
        }
        position = 0;
        limit = 0; // even if the rest fails
        int read = source.read(bytes, 0, CAPACITY);
        limit = Math.max(0, read);
        return read;
    }

    private int take(byte[] into, int offset, int length) {
        int count = Math.min(length, size());
        System.arraycopy(bytes, position, into, offset, count);
        position += count;
        return count;
    }
}
