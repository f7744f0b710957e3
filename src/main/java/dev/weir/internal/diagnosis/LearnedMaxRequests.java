package dev.weir.internal.diagnosis;

import dev.weir.diagnosis.Finding;
import java.util.Optional;

/** Finds a server that ends its connections after few requests, but not so few that it counts as churn. */
final class LearnedMaxRequests {

    /** Below this, at least every fifth request pays for a connection, which {@link Churn} reports. */
    private static final long CHURN = 5;

    /** Above this, less than one request in a hundred pays for a connection. */
    private static final long MANY = 100;

    private LearnedMaxRequests() {}

    static Optional<Finding> find(RouteFigures route) {
        long requests = route.now().learnedMaxRequests().orElse(0);
        return requests <= CHURN || requests > MANY
                ? Optional.empty()
                : Findings.info(
                        route,
                        "The server ends each connection after " + requests + " requests; the pool has learned that.",
                        "Connection: close or GOAWAY came with request " + requests + " of several connections.",
                        "If new connections are slow, raise the limit of the server, such as keepalive_requests of nginx"
                                + " or maxKeepAliveRequests of Tomcat.");
    }
}
