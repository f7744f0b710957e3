package dev.weir.internal.diagnosis;

import dev.weir.diagnosis.Finding;
import dev.weir.event.CloseCause;
import dev.weir.internal.traffic.Traffic;
import java.util.Optional;

/** Finds callers that close responses before they have read them, which costs the connection. */
final class BodiesNotConsumed {

    private static final long ENOUGH = 5;

    private BodiesNotConsumed() {}

    static Optional<Finding> find(RouteFigures route) {
        Traffic traffic = route.traffic();
        long unread = traffic.closed(CloseCause.BODY_NOT_CONSUMED);
        if (unread < ENOUGH || unread * 10 < traffic.totalClosed()) {
            return Optional.empty();
        }
        return Findings.warn(
                route,
                "Callers close responses before they have read them to the end, which costs the connection each time.",
                unread + " of " + traffic.totalClosed() + " connections closed " + Wording.lately(traffic.span())
                        + " had an unread body.",
                "Read bodies to the end, those of errors too: "
                        + route.names()
                                .of("client.execute(request, handler) with EntityUtils.consume(response.getEntity())")
                        + ".");
    }
}
