package dev.weir.event;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Where the time of one call went, and which connections carried it, as known at one moment. Immutable. Its text is a line
 * for people. Components may be added: programs do not construct it.
 *
 * @param total the time of the call, from its start to the last byte of the response, or to its failure; zero until it is
 *     over. An asynchronous client counts until the last byte has arrived, a blocking one until it was read
 * @param isCancelled whether its caller gave the call up before a response came: canceled the request or its future, or was
 *     interrupted. Such a call has no failure, whatever exception its caller gets. A response that is given up while its body
 *     is read counts as one that is closed early: the call was answered
 * @param failure its failure; empty if it did not fail
 * @param before the time before the last exchange that was neither its wait nor its dial: earlier attempts, redirects and
 *     pauses, the tunnel through a proxy, and what the client does before it sends. With the wait, the dial, the first byte
 *     and the body of the last exchange it adds up to the total if there is a response
 * @param exchanges how often the request was sent: more than once after a failure, a redirect or a challenge
 * @param attempts the exchanges of the call, the last one at the end; of more than twenty the first ten and the last ten. Of
 *     each, the pause, the wait, the dial, the first byte and the body follow each other, so that
 *     those of all add up to the total
 */
public record CallFacts(
        Duration total,
        boolean isCancelled,
        Optional<Throwable> failure,
        Duration before,
        int exchanges,
        List<Exchange> attempts) {

    // HttpClient's own work takes far less.
    private static final long WORTH_SAYING_MILLIS = 10;

    /** Keeps a copy of the list. */
    public CallFacts {
        attempts = List.copyOf(attempts);
    }

    /** {@return the last exchange of the call, so far; empty if no request has been sent} */
    public Optional<Exchange> last() {
        return attempts.isEmpty() ? Optional.empty() : Optional.of(attempts.get(attempts.size() - 1));
    }

    /**
     * One exchange of a call: a request that was sent once, and its response. Immutable. Its text is a line for people.
     *
     * @param outcome how the request got its connection
     * @param status the status of the response; empty if none has come
     * @param failure its failure; empty if it did not fail
     * @param pause the time from the end of the exchange before it, or from the start of the call, until it waited for its
     *     connection: the pause before a retry, the tunnel through a proxy, and what the client does before it sends
     * @param waited the time that the request waited for a place in the pool
     * @param dialed the time that the request waited for its connection to be established; zero if the connection was reused.
     *     If the dial had begun before the request asked for it, this is the rest of it
     * @param lookup the time that the lookup of the host took, which is a part of the dial; zero if there was none
     * @param lookupOutcome where the addresses of the host came from; empty if the request waited for no lookup
     * @param connects the addresses that the dial tried, in turn, each with its time and failure, such as {@code
     *     10.0.0.1:443 in 3 ms}; none if the request waited for no dial
     * @param handshake the time of the TLS handshake, which is a part of the dial except through a tunnel; zero if there was
     *     none
     * @param isResumed whether the TLS handshake resumed a session; false if it was a full one, or there was none. With a TLS
     *     provider other than the JDK's own, a resumed session may be taken for a new one
     * @param firstByte the time from sending the request, its body included, to the head of the response, or to its failure
     *     without one; zero as long as neither has come
     * @param body the time from the head of the response to the end of its body; zero if that has not come
     * @param uses how many requests the connection has carried, this one included: 1 on a new connection
     * @param idleFor how long the connection was idle before this request; zero if it is new, or others used it at the time
     * @param connectionId the id of the connection, the same as {@link ConnectionSnapshot#id()}
     * @param remoteAddress the address of the connection (that of the proxy, where there is one); null if it is not known
     * @param protocol the protocol as negotiated, such as {@code HTTP/1.1}
     * @param closedBy why the connection was closed after it; empty as long as it is open. A connection that is released when
     *     the response is complete may be closed a moment later
     */
    public record Exchange(
            LeaseOutcome outcome,
            OptionalInt status,
            Optional<Throwable> failure,
            Duration pause,
            Duration waited,
            Duration dialed,
            Duration lookup,
            Optional<LookupOutcome> lookupOutcome,
            List<String> connects,
            Duration handshake,
            boolean isResumed,
            Duration firstByte,
            Duration body,
            long uses,
            Duration idleFor,
            Optional<String> connectionId,
            @Nullable SocketAddress remoteAddress,
            String protocol,
            Optional<CloseCause> closedBy) {

        private boolean isDialed() {
            return outcome == LeaseOutcome.DIALED || outcome == LeaseOutcome.DIALED_AFTER_WAIT;
        }

        @Override
        public String toString() {
            String result = status.isPresent()
                    ? Integer.toString(status.getAsInt())
                    : failure.map(CallFacts::name).orElse("not answered");
            boolean isUnanswered = status.isEmpty() && !firstByte.isZero();
            return result + ": " + connection() + phase("pause", pause) + phases()
                    + (isUnanswered ? phase("unanswered", firstByte) : "");
        }

        private String connection() {
            String known = (remoteAddress == null ? "a connection" : text(remoteAddress)) + " (" + protocol;
            return isDialed()
                    ? "dialed " + known + ")"
                    : "reused " + known + ", request " + uses + ", idle for " + text(idleFor) + ")";
        }

        private String phases() {
            StringBuilder line = new StringBuilder(phase("queue", waited));
            if (isDialed()) {
                Duration connect = dialed.minus(lookup).minus(handshake);
                line.append(phase("DNS", lookup));
                lookupOutcome.ifPresent(from -> line.append(" (")
                        .append(from.name().toLowerCase(Locale.ROOT))
                        .append(')'));
                line.append(phase("connect", connect.isNegative() ? Duration.ZERO : connect));
                line.append(phase("TLS", handshake));
                if (!handshake.isZero()) {
                    line.append(isResumed ? " (resumed)" : " (full)");
                }
            }
            if (status.isPresent()) {
                line.append(phase("first byte", firstByte)).append(phase("body", body));
            }
            return line.toString();
        }
    }

    /**
     * Returns one line, such as {@code 200 in 812 ms: reused 10.0.0.1:443 (HTTP/1.1, request 17, idle for 3.1 s), queue 0
     * ms, …}.
     */
    @Override
    public String toString() {
        return result()
                + last().map(exchange -> ": " + exchange.connection() + earlier() + exchange.phases())
                        .orElse("");
    }

    private String result() {
        boolean isOver = !total.isZero();
        String time = isOver ? " in " + text(total) : "";
        if (isCancelled) {
            return "canceled" + time;
        }
        if (failure.isPresent()) {
            return name(failure.get()) + time;
        }
        OptionalInt status = last().map(Exchange::status).orElse(OptionalInt.empty());
        if (status.isPresent()) {
            return status.getAsInt() + time + (isOver ? "" : ", body not read");
        }
        return attempts.isEmpty() ? "not sent" : "not answered";
    }

    private String earlier() {
        if (exchanges > 1) {
            return ", sent " + exchanges + " times, earlier attempts and pauses " + text(before);
        }
        return before.toMillis() >= WORTH_SAYING_MILLIS ? phase("before", before) : "";
    }

    private static String name(Throwable failure) {
        return failure.getClass().getSimpleName();
    }

    private static String phase(String name, Duration spent) {
        return ", " + name + " " + text(spent);
    }

    // With the significant digits.
    private static String text(Duration time) {
        double millis = time.toNanos() / 1e6;
        if (millis >= 10_000) {
            return String.format(Locale.ROOT, "%.1f s", millis / 1e3);
        }
        return String.format(Locale.ROOT, millis < 0.05 || millis >= 9.95 ? "%.0f ms" : "%.1f ms", millis);
    }

    // A literal: the JDK's own text asks no name service either, but has the host name once some code has asked for it.
    static String text(SocketAddress address) {
        if (!(address instanceof InetSocketAddress internet) || internet.getAddress() == null) {
            return address.toString();
        }
        String literal = internet.getAddress().getHostAddress();
        return (literal.indexOf(':') < 0 ? literal : "[" + literal + "]") + ":" + internet.getPort();
    }
}
