package dev.weir.internal.client;

import dev.weir.internal.call.StaleReuse;
import java.util.Objects;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * Counts, in the context of a call, what it has sent again: by the replay of a lost race, which each call has once, and by
 * retries. Made on first use, so most calls have none. For the thread that runs the call at the moment.
 */
final class Repeats {

    private static final String NAME = "weir.repeats";

    private volatile boolean isReplayed;
    private volatile boolean isBarred;
    private volatile boolean isWished;
    private volatile boolean isUnanswered;
    private volatile int retries;

    private Repeats() {}

    /** Begins a call. The context may have served another one before. */
    static void begin(HttpContext context) {
        context.removeAttribute(NAME);
        StaleReuse.takeFrom(context); // from an earlier call, whose failure reached no step that clears it
    }

    private static @Nullable Repeats find(HttpContext context) {
        return context.getAttribute(NAME) instanceof Repeats repeats ? repeats : null;
    }

    private static Repeats in(HttpContext context) {
        if (find(context) == null) {
            context.setAttribute(NAME, new Repeats());
        }
        return Objects.requireNonNull(find(context));
    }

    static boolean isReplayed(HttpContext context) {
        Repeats repeats = find(context);
        return repeats != null && repeats.isReplayed;
    }

    static void replayed(HttpContext context) {
        in(context).isReplayed = true;
    }

    /** Notes that the caller has a part of the response, so that nothing may be sent again. */
    static void bar(HttpContext context) {
        in(context).isBarred = true;
    }

    /** Notes that the latest try has failed before a response began. */
    static void unanswered(HttpContext context) {
        in(context).isUnanswered = true;
    }

    /** Returns whether the latest try has failed before a response began, once. */
    static boolean takeUnanswered(HttpContext context) {
        Repeats repeats = find(context);
        if (repeats == null || !repeats.isUnanswered) {
            return false;
        }
        repeats.isUnanswered = false;
        return true;
    }

    /** Asks for a retry after what has just happened, unless there can be none. */
    static void wish(HttpContext context) {
        Repeats repeats = in(context);
        repeats.isWished = !repeats.isBarred;
    }

    /** Returns whether a retry was asked for, once. */
    static boolean takeWish(HttpContext context) {
        Repeats repeats = find(context);
        if (repeats == null || !repeats.isWished) {
            return false;
        }
        repeats.isWished = false;
        return true;
    }

    /** Returns how many retries the call has had. */
    static int retries(HttpContext context) {
        Repeats repeats = find(context);
        return repeats == null ? 0 : repeats.retries;
    }

    /** Counts a retry. */
    static void retried(HttpContext context) {
        Repeats repeats = in(context);
        repeats.retries = retries(context) + 1;
    }
}
