package dev.weir.config;

import java.util.List;
import java.util.Locale;

/**
 * Every rule there is, and why. One with knobs compares the first of them with the next one that is explicit: a number must not
 * exceed it, and a time must be shorter, or at most as long if the rule is not strict.
 */
enum Rule {
    NAME_SYNTAX("the name stands in metrics, thread names and errors"),
    TARGET_SYNTAX("a rule is matched against the origins of requests"),
    TARGET_UNIQUE("with two rules for one target it is unclear which one counts"),
    RULE_SETS_SOMETHING("a rule without a value changes nothing"),
    SSL_CONTEXT_NEEDS_HTTPS("connections of http have no TLS"),
    TIME_IN_RANGE("HttpClient counts whole milliseconds, and sums of times are counted in nanoseconds"),
    COUNT_AT_LEAST_ONE("with 0 no request could be sent"),
    COUNT_NOT_NEGATIVE("it is a number of connections, callers or requests"),
    JITTER_IS_A_SHARE("jitter is the share of maxLifetime by which a connection may end early"),
    RETRY_STATUS_IS_AN_ERROR("only an error response is worth a retry"),
    RETRY_BUDGET_IS_A_SHARE("it is the share of requests that may be sent again, not a number or a percentage of them"),
    TLS_NAMES_KNOWN("every https connection would fail, because TLS does not know the name"),
    PROTOCOL_OF_BLOCKING_POOL(
            "build() speaks HTTP/1.1, and buildAsync().blockingClient() gives HTTP/2 to blocking code"),
    HTTP1_CONFIG_HAS_LIMITS("an endless head would fill the memory"),
    SOCKETS_WITHOUT_TIMEOUT_AND_PROXY(
            "timeouts.read bounds the silence of a server, and proxy names the proxy of the pool"),
    PROXY_ADDRESS("the proxy is reached at a host and a port, and credentials belong to a credentials provider"),
    NO_PROXY_ENTRY("an entry that matches no host would send its requests through the proxy"),
    NO_PROXY_NEEDS_PROXY("without a proxy all connections are direct, and there is nothing to exclude"),
    ASYNC_SOCKS_FOR_ALL("the I/O threads of an asynchronous pool open all their connections through its SOCKS proxy"),
    TLS_STRATEGY_DECIDES("the strategy makes the TLS connections, with protocols, keys and checks of its own"),
    PROXY_CREDENTIALS_NEED_PROXY("only an http or https proxy asks for credentials"),
    FOR_ASYNCHRONOUS_POOLS(
            "the pools of build() speak HTTP/1.1 in the threads of their callers, and have neither streams"
                    + " nor I/O threads"),
    FOR_BLOCKING_POOLS("the pools of buildAsync() have connections and a client of HttpClient's asynchronous kind, also"
            + " behind blockingClient()"),

    PER_ROUTE_WITHIN_TOTAL(
            "a route can never have more connections than all routes together",
            List.of(Knobs.MAX_PER_ROUTE, Knobs.MAX_TOTAL)),
    IDLE_WITHIN_ROUTE(
            "idle connections count against the limits of their route and of the pool",
            List.of(Knobs.MAX_IDLE, Knobs.MAX_PER_ROUTE, Knobs.MAX_TOTAL)),
    IDLE_OF_ROUTE_WITHIN_IDLE(
            "a route can never keep more idle connections than all routes together",
            List.of(Knobs.MAX_IDLE, Knobs.MAX_IDLE_IN_ALL)),
    MIN_IDLE_WITHIN_ROUTE(
            "what a route may not keep would be closed at once",
            List.of(Knobs.MIN_IDLE, Knobs.MAX_IDLE, Knobs.MAX_PER_ROUTE)),
    MIN_IDLE_WITHIN_POOL("what the pool may not keep would be closed at once"),
    MIN_IDLE_CAN_BE_KEPT("the pool opens these connections by itself, before the first request, and keeps them open"),

    POOL_WAIT_BELOW_CONNECT(
            true,
            "waiting longer than a new connection takes is pointless, and timeouts.connect is below timeouts.read",
            List.of(Timeouts.POOL_WAIT, Timeouts.CONNECT, Timeouts.READ, Timeouts.TOTAL)),
    CONNECT_BELOW_READ(
            true,
            "a host that takes longer to connect to than to respond is unreachable, and waiting hides it",
            List.of(Timeouts.CONNECT, Timeouts.READ, Timeouts.TOTAL)),
    READ_BELOW_TOTAL(
            true,
            "a call that is over before its read timeout never reports that the server was silent",
            List.of(Timeouts.READ, Timeouts.TOTAL)),
    TOTAL_COVERS_CONNECT_AND_READ("a call must be able to use the time to connect and the time to read in full"),
    HANDSHAKE_WITHIN_CONNECT(
            "the handshake is a part of connecting, and timeouts.connect bounds the whole",
            List.of(Tls.HANDSHAKE, Timeouts.CONNECT, Timeouts.READ, Timeouts.TOTAL)),
    MARGIN_BELOW_SERVER_IDLE(
            true,
            "with a margin as long as serverIdle no connection could be kept",
            List.of(KeepAlive.MARGIN, KeepAlive.SERVER_IDLE)),
    KEEP_ALIVE_BELOW_SERVER_IDLE(
            true,
            "the client must be the first to close, else a request meets a connection that the server has closed",
            List.of(KeepAlive.MAX, KeepAlive.SERVER_IDLE)),
    VALIDATE_AFTER_BELOW_IDLE(
            true,
            "a connection that is closed before it is due for a check is never checked",
            List.of(Eviction.VALIDATE_AFTER, Eviction.IDLE, Eviction.MAX_LIFETIME)),
    IDLE_WITHIN_MAX_LIFETIME(
            "no connection can idle for longer than it lives", List.of(Eviction.IDLE, Eviction.MAX_LIFETIME)),
    DNS_TTL_WITHIN_MAX_LIFETIME(
            "a new connection must not be opened to an address older than the connections it replaces",
            List.of(Dns.TTL, Eviction.MAX_LIFETIME)),
    BACKOFF_WITHIN_MAX_BACKOFF("pauses grow from backoff to maxBackoff", List.of(Retry.BACKOFF, Retry.MAX_BACKOFF));

    private final boolean isStrict;
    final String reason;

    /** The lower one, then those that it must keep below, from the next to the last; none if the rule is of another kind. */
    @SuppressWarnings("ImmutableEnumChecker") // a list of constants that cannot change
    final List<Knob<?>> knobs;

    Rule(String reason) {
        this(false, reason, List.of());
    }

    Rule(String reason, List<Knob<?>> knobs) {
        this(false, reason, knobs);
    }

    Rule(boolean isStrict, String reason, List<Knob<?>> knobs) {
        this.isStrict = isStrict;
        this.reason = reason;
        this.knobs = knobs;
    }

    /** Where the next knob is a default, there must be room for it in between. */
    boolean isStrictFor(Knob<?> upper) {
        return isStrict || upper != knobs.get(1);
    }

    /** The name in messages, such as {@code connect-below-read}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
