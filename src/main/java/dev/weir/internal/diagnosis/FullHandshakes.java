package dev.weir.internal.diagnosis;

import dev.weir.diagnosis.Finding;
import dev.weir.internal.traffic.Handshakes;
import java.util.Optional;

/** Finds a route with so many full TLS handshakes that they cost CPU, because few resume a session. */
final class FullHandshakes {

    private static final long ENOUGH = 20;

    private FullHandshakes() {}

    static Optional<Finding> find(RouteFigures route) {
        Handshakes handshakes = route.traffic().handshakes();
        boolean areMany = handshakes.full() >= ENOUGH
                && handshakes.full() * 10 >= route.traffic().totalLeases();
        if (!areMany || handshakes.resumed() > handshakes.full()) {
            return Optional.empty();
        }
        return Findings.warn(
                route,
                "Most TLS handshakes are full ones, which cost both sides more CPU time than anything else in a request.",
                handshakes.full() + " of " + handshakes.total() + " handshakes "
                        + Wording.lately(route.traffic().span()) + " were full, each taking "
                        + Wording.time(handshakes.fullMean()) + "; "
                        + route.traffic().totalLeases() + " requests.",
                "Keep connections for longer first: other findings of this route say why they close. Then have the"
                        + " servers resume sessions: all behind one name must share the keys of their tickets. Use one "
                        + route.names().of("sslContext(...)")
                        + " as long as its certificates hold, because sessions are kept in it.");
    }
}
