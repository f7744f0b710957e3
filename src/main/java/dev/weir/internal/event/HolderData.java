package dev.weir.internal.event;

import dev.weir.failure.Holder;
import java.time.Duration;
import java.util.List;

/** See {@link Holder}. */
public record HolderData(
        String route,
        String thread,
        Duration age,
        String request,
        List<StackTraceElement> acquiredAt,
        String connection,
        boolean isSuspected)
        implements Holder {

    public HolderData {
        acquiredAt = List.copyOf(acquiredAt);
    }

    @Override
    public String toString() {
        String what = request.isEmpty() ? "nothing sent" : request;
        String where = acquiredAt.isEmpty() ? "" : " at " + acquiredAt.get(0);
        return what + " for " + age.toMillis() + " ms by '" + thread + "'" + where;
    }
}
