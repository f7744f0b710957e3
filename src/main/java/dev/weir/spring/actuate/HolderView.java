package dev.weir.spring.actuate;

import dev.weir.failure.Holder;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A caller that holds a connection, or an exchange on a shared one, as the endpoint shows it.
 *
 * @param connection the connection's name in HttpClient's debug log
 * @param heldMillis for how long
 * @param thread the name of the thread that leased it
 * @param request method and path of the request, without the query, or {@code ******} for callers that may not see it; left
 *     out if nothing was sent yet
 * @param place where the program leased it; left out unless it was recorded, which {@code leakDetection} sees to
 * @param suspected whether it is suspected to be a leak
 */
record HolderView(
        String connection,
        long heldMillis,
        String thread,
        @Nullable String request,
        @Nullable String place,
        boolean suspected) {

    /** Shows a holder; its request as the caller may see it. */
    static HolderView of(Holder holder, UnaryOperator<String> requests) {
        return new HolderView(
                holder.connection(),
                holder.age().toMillis(),
                holder.thread(),
                holder.request().isEmpty() ? null : requests.apply(holder.request()),
                holder.acquiredAt().stream()
                        .findFirst()
                        .map(StackTraceElement::toString)
                        .orElse(null),
                holder.isSuspected());
    }
}
