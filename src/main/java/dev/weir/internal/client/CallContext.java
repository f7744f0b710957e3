package dev.weir.internal.client;

import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.jspecify.annotations.Nullable;

/**
 * The context of a call whose caller brought none. Has a field for the deadline, because the first attribute of a context
 * costs a map. Not thread-safe, like any context.
 */
final class CallContext extends HttpClientContext {

    // Written by the caller's thread when its call begins.
    private @Nullable CallDeadline deadline;

    @Nullable
    CallDeadline deadline() {
        return deadline;
    }

    void deadline(@Nullable CallDeadline newDeadline) {
        deadline = newDeadline;
    }
}
