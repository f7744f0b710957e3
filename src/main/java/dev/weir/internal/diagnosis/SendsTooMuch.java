package dev.weir.internal.diagnosis;

import dev.weir.diagnosis.Finding;
import dev.weir.event.CloseCause;
import dev.weir.internal.traffic.Traffic;
import java.util.Optional;

/** Finds a server that sends bytes which no request asked for: the next caller could take them for its response. */
final class SendsTooMuch {

    private SendsTooMuch() {}

    // One is enough: the server has mixed up its responses, or a peer in between invents some.
    static Optional<Finding> find(RouteFigures route) {
        Traffic traffic = route.traffic();
        long unsolicited = traffic.closed(CloseCause.UNSOLICITED_BYTES);
        if (unsolicited == 0) {
            return Optional.empty();
        }
        return Findings.warn(
                route,
                "The server sends more than it announced: bytes that no request asked for.",
                unsolicited + " of " + traffic.totalClosed() + " connections closed " + Wording.lately(traffic.span())
                        + " had such bytes after a response, or while they were idle.",
                "Check the server, or the proxy in front of it, for a body after HEAD, 204 or 304, a wrong"
                        + " Content-Length, a response sent twice. The pool closes each such connection, because"
                        + " the next caller could take the bytes for its response.");
    }
}
