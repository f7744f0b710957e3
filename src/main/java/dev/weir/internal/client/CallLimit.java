package dev.weir.internal.client;

import dev.weir.internal.pool.DialNotes;
import java.time.Duration;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** The limit of one call, as it travels in the call's context. */
public final class CallLimit {

    /** Stands for a call without a limit. */
    static final long NONE = 0;

    private static final String OWN_LIMIT = "weir.request-deadline";
    private static final String RUNNING = "weir.running-deadline";

    private CallLimit() {}

    /**
     * Gives a call a limit of its own.
     *
     * @param context the context that the call will be executed with
     * @param total the limit
     */
    public static void set(HttpContext context, Duration total) {
        context.setAttribute(OWN_LIMIT, total);
    }

    /**
     * Returns the time that a call under way has left.
     *
     * @param context the context of the call
     * @return the time; null if the call has no limit
     */
    public static @Nullable Duration left(HttpContext context) {
        CallDeadline deadline = runningIn(context);
        return deadline == null ? null : Duration.ofNanos(Math.max(0, deadline.leftNanos()));
    }

    static long of(HttpContext context, long usualNanos) {
        return context.getAttribute(OWN_LIMIT) instanceof Duration own ? own.toNanos() : usualNanos;
    }

    /** Names the setting that limits a call. */
    static String nameIn(HttpContext context) {
        return context.getAttribute(OWN_LIMIT) instanceof Duration ? "RequestDeadline" : "timeouts.total";
    }

    static @Nullable CallDeadline runningIn(HttpContext context) {
        if (context instanceof CallContext own) {
            return own.deadline();
        }
        return context.getAttribute(RUNNING) instanceof CallDeadline deadline ? deadline : null;
    }

    /** Notes the deadline of a call; null for none, so that it does not inherit that of the previous call. */
    static void running(HttpContext context, @Nullable CallDeadline deadline) {
        if (context instanceof CallContext own) {
            own.deadline(deadline);
        } else {
            context.setAttribute(RUNNING, deadline);
            DialNotes.begin(context);
        }
    }
}
