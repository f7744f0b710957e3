package dev.weir.internal.diagnosis;

import dev.weir.diagnosis.Finding;
import dev.weir.event.CloseCause;
import dev.weir.internal.traffic.Traffic;
import java.util.Optional;

/** Finds connections on which users log in and which must not be reused, because no user token tells whose they are. */
final class PrivateConnections {

    private static final long ENOUGH = 5;

    private PrivateConnections() {}

    static Optional<Finding> find(RouteFigures route) {
        Traffic traffic = route.traffic();
        long closed = traffic.closed(CloseCause.PRIVATE);
        if (closed < ENOUGH || closed * 5 < traffic.totalLeases()) {
            return Optional.empty();
        }
        return Findings.warn(
                route,
                "Connection-bound authentication (NTLM, Negotiate) keeps connections from being reused.",
                closed + " connections closed " + Wording.lately(traffic.span())
                        + ", because a user had logged in and no user token named that user; "
                        + traffic.totalDials() + " dials for " + traffic.totalLeases() + " requests.",
                "Call setUserToken on the HttpClientContext of each user, and keep using that context; or use a scheme that"
                        + " authenticates each request.");
    }
}
