package dev.weir.failure;

import java.time.Duration;
import java.util.List;

/**
 * A caller that holds a connection, or an exchange on a shared one. Immutable.
 *
 * @param route the target of the connection
 * @param thread the name of the thread that leased it
 * @param age time since the lease
 * @param request method and path of the last request, without its query; empty if none was sent yet
 * @param acquiredAt the stack of the lease, beginning with the program's own code; empty unless {@code leakDetection}
 *     recorded it
 * @param connection the connection's name in HttpClient's own debug log
 * @param isSuspected whether it is suspected to be a leak
 */
public record Holder(
        String route,
        String thread,
        Duration age,
        String request,
        List<StackTraceElement> acquiredAt,
        String connection,
        boolean isSuspected) {

    /** Keeps a copy of the list. */
    public Holder {
        acquiredAt = List.copyOf(acquiredAt);
    }

    @Override
    public String toString() {
        String what = request.isEmpty() ? "nothing sent" : request;
        String where = acquiredAt.isEmpty() ? "" : " at " + acquiredAt.get(0);
        return what + " for " + age.toMillis() + " ms by '" + thread + "'" + where;
    }
}
