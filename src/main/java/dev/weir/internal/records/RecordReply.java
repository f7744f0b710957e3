package dev.weir.internal.records;

import java.time.Duration;
import java.util.List;

/**
 * What a name server has replied. Immutable.
 *
 * @param code whether it knows the name
 * @param isTruncated whether it has more to say, over TCP
 * @param addresses the addresses, in its order
 * @param ttl for how long they count: the smallest TTL of the records that lead from the name to one of them
 */
record RecordReply(int code, boolean isTruncated, List<byte[]> addresses, Duration ttl) {

    static final int NO_ERROR = 0;
    static final int SERVER_FAILURE = 2;
    static final int NO_SUCH_NAME = 3;
    static final int REFUSED = 5;

    /** Whether the reply settles the question; if not, another server may know more. */
    boolean isFinal() {
        return code == NO_ERROR || code == NO_SUCH_NAME;
    }

    boolean isNoSuchName() {
        return code == NO_SUCH_NAME;
    }

    /** Returns the code as name servers call it. */
    String codeText() {
        return switch (code) {
            case SERVER_FAILURE -> "SERVFAIL";
            case REFUSED -> "REFUSED";
            default -> "code " + code;
        };
    }
}
