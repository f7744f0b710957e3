package dev.weir.internal.event;

import dev.weir.internal.event.ExchangeData.Moments;
import dev.weir.internal.event.ExchangeData.Moved;
import dev.weir.internal.event.ExchangeData.Result;
import org.jspecify.annotations.Nullable;

/** The notes on an exchange while it is under way. Guarded by the lock of the facts that it belongs to. */
final class ExchangeNotes {

    private static final int NO_STREAM = -1;
    private static final long UNKNOWN = -1;

    final LeaseResult got;
    final DialFacts dial;
    final ConnectionEnds peer;
    final long freeNanos;
    final long sentNanos;

    // Null if no bytes are counted, and after the end.
    private @Nullable Wire wire;
    // The counts of the wire before the exchange.
    private long sent;
    private long received;
    private int stream = NO_STREAM;
    private int status;
    private long answeredNanos;
    private long endedNanos;
    private boolean isEnded;
    private @Nullable Throwable cause;

    ExchangeNotes(
            LeaseResult got, DialFacts dial, ConnectionEnds peer, @Nullable Wire wire, long freeNanos, long sentNanos) {
        this.got = got;
        this.dial = dial;
        this.peer = peer;
        this.wire = wire;
        this.freeNanos = freeNanos;
        this.sentNanos = sentNanos;
        this.sent = wire == null ? UNKNOWN : wire.sent();
        this.received = wire == null ? UNKNOWN : wire.received();
    }

    void onStream(int id) {
        stream = id;
    }

    void answered(int code, long nowNanos) {
        status = code;
        answeredNanos = nowNanos;
    }

    boolean isAnswered() {
        return status != 0;
    }

    /** Ends it, unless it has ended. */
    void ended(@Nullable Throwable failure, long nowNanos) {
        if (isEnded) {
            return;
        }
        isEnded = true;
        endedNanos = nowNanos;
        cause = failure;
        Wire open = wire;
        if (open != null) {
            sent = open.sent() - sent;
            received = open.received() - received;
            wire = null; // facts that are kept must not keep the connection
        }
    }

    /** Forgets what it failed with. */
    void pardon() {
        cause = null;
    }

    /** Returns when its last step began. */
    long lastNanos() {
        return isEnded ? endedNanos : isAnswered() ? answeredNanos : sentNanos;
    }

    ExchangeData picture() {
        return picture(
                new Moments(freeNanos, sentNanos, answeredNanos, endedNanos, isEnded), new Result(status, cause));
    }

    private ExchangeData picture(Moments moments, Result result) {
        Moved moved = wire == null ? new Moved(sent, received, stream) : new Moved(UNKNOWN, UNKNOWN, stream);
        return new ExchangeData(got, dial, peer, moments, result, moved);
    }

    /** Ends it without a response, and returns how it would look if that had been at a moment before. */
    ExchangeData until(long nanos) {
        ended(null, nanos);
        return picture(new Moments(freeNanos, sentNanos, 0, nanos, true), new Result(0, cause))
                .until(nanos);
    }
}
