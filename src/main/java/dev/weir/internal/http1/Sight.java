package dev.weir.internal.http1;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What a look at a connection without an outstanding request finds. */
public enum Sight {

    /** Nothing: it can carry a request. */
    QUIET,

    /** The server has closed it, or it broke. */
    ENDED,

    /**
     * A {@code 408}, with which servers announce that they close an idle connection (RFC 9110, section 15.5.9). It is
     * unsolicited, too, but harmless.
     */
    REQUEST_TIMEOUT,

    /** Bytes that no request asked for. */
    UNSOLICITED;

    /** How many bytes it takes to recognize a {@code 408}. */
    public static final int TELLING_BYTES = 12;

    private static final byte[] VERSION = "HTTP/1.".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] STATUS = " 408".getBytes(StandardCharsets.US_ASCII);

    /**
     * Classifies unsolicited bytes.
     *
     * @param bytes holds the first of them
     * @param count how many are there, at least one
     * @return {@link #REQUEST_TIMEOUT} or {@link #UNSOLICITED}
     */
    public static Sight of(byte[] bytes, int count) {
        int statusAt = TELLING_BYTES - STATUS.length;
        boolean isTimeout = count >= TELLING_BYTES
                && Arrays.equals(bytes, 0, VERSION.length, VERSION, 0, VERSION.length)
                && Arrays.equals(bytes, statusAt, TELLING_BYTES, STATUS, 0, STATUS.length);
        return isTimeout ? REQUEST_TIMEOUT : UNSOLICITED;
    }
}
