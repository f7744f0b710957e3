package dev.weir.internal.pool;

import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * What the dials of a call were doing while it waited for them. The notes travel in the context of the call and start with
 * its first dial, so a call on an open connection pays nothing. For the thread of the call.
 */
public final class DialNotes {

    private static final String NAME = "weir.dial-notes";

    private long lookupNanos;
    private long handshakeNanos;
    private DialStep last = DialStep.CONNECT;

    private DialNotes() {}

    /**
     * Returns the notes of a call.
     *
     * @param context its context
     * @return the notes; null if it has dialed nothing
     */
    public static @Nullable DialNotes in(HttpContext context) {
        return context.getAttribute(NAME) instanceof DialNotes notes ? notes : null;
    }

    /**
     * Begins a call. The context may have served another one before.
     *
     * @param context the context of the call
     */
    public static void begin(HttpContext context) {
        context.removeAttribute(NAME);
    }

    private static DialNotes of(HttpContext context) {
        DialNotes known = in(context);
        if (known != null) {
            return known;
        }
        DialNotes fresh = new DialNotes();
        context.setAttribute(NAME, fresh);
        return fresh;
    }

    /**
     * Adds a dial. If it began before the call waited for it, only its last part counts.
     *
     * @param context the context of the call
     * @param dialed the dialed connection
     * @param waitedNanos how long the call waited
     */
    public static void add(HttpContext context, PooledConnection dialed, long waitedNanos) {
        DialTimeline timeline = dialed.timeline();
        DialNotes notes = of(context);
        long nowNanos = System.nanoTime();
        long handshake = Math.min(waitedNanos, timeline.spentNanos(DialStep.HANDSHAKE, nowNanos));
        long connect = Math.min(waitedNanos - handshake, timeline.spentNanos(DialStep.CONNECT, nowNanos));
        notes.handshakeNanos += handshake;
        notes.lookupNanos +=
                Math.min(waitedNanos - handshake - connect, timeline.spentNanos(DialStep.LOOKUP, nowNanos));
        notes.last = timeline.step();
    }

    /**
     * Adds a TLS handshake that came after a dial.
     *
     * @param context the context of the call
     * @param nanos how long it took
     */
    public static void addHandshake(HttpContext context, long nanos) {
        DialNotes notes = of(context);
        notes.handshakeNanos += nanos;
        notes.last = DialStep.HANDSHAKE;
    }

    /**
     * Returns the time of name lookups.
     *
     * @return nanoseconds
     */
    public long lookupNanos() {
        return lookupNanos;
    }

    /**
     * Returns the time of TLS handshakes.
     *
     * @return nanoseconds
     */
    public long handshakeNanos() {
        return handshakeNanos;
    }

    /**
     * Returns the last step of the last dial.
     *
     * @return the step
     */
    public DialStep last() {
        return last;
    }
}
