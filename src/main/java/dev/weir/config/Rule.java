package dev.weir.config;

import java.util.Locale;

/**
 * Every rule there is, and why: first those about single values, from {@link #PER_ROUTE_WITHIN_TOTAL} on those about how
 * sound values relate.
 */
enum Rule {
    NAME_SYNTAX("the name stands in metrics, thread names and errors"),
    TARGET_SYNTAX("a rule is matched against the origins of requests"),
    TARGET_UNIQUE("with two rules for one target it is unclear which one counts"),
    RULE_SETS_SOMETHING("a rule without a value changes nothing"),
    SSL_CONTEXT_NEEDS_HTTPS("connections of http have no TLS"),
    DURATION_NOT_NEGATIVE("a time cannot be negative"),
    DURATION_NOT_ZERO("it cannot be switched off"),
    DURATION_NOT_TOO_SHORT("HttpClient counts whole milliseconds"),
    DURATION_NOT_TOO_LONG("times are counted in nanoseconds, and sums of them must fit"),
    COUNT_AT_LEAST_ONE("with 0 no request could be sent"),
    COUNT_NOT_NEGATIVE("it is a number of connections, callers or requests"),
    JITTER_IS_A_SHARE("jitter is the share of maxLifetime by which a connection may end early"),
    RETRY_STATUS_IS_AN_ERROR("only an error response is worth a retry"),
    RETRY_BUDGET_IS_A_SHARE("it is the share of requests that may be sent again, not a number or a percentage of them"),
    TLS_PROTOCOLS_KNOWN("every https connection would fail, because TLS does not know the name"),
    CIPHER_SUITES_KNOWN(TLS_PROTOCOLS_KNOWN.reason),
    PROTOCOL_OF_BLOCKING_POOL(
            "build() speaks HTTP/1.1, and buildAsync().blockingClient() gives HTTP/2 to blocking code"),
    HTTP1_CONFIG_HAS_LIMITS("an endless head would fill the memory"),
    SOCKET_CONFIG_WITHOUT_TIMEOUT_AND_PROXY(
            "timeouts.read bounds the silence of a server, and proxy names the proxy of the pool"),
    REACTOR_CONFIG_WITHOUT_TIMEOUT_AND_PROXY(SOCKET_CONFIG_WITHOUT_TIMEOUT_AND_PROXY.reason),
    PROXY_ADDRESS("the proxy is reached at a host and a port, and credentials belong to a credentials provider"),
    NO_PROXY_ENTRY("an entry that matches no host would send its requests through the proxy"),
    NO_PROXY_NEEDS_PROXY("without a proxy all connections are direct, and there is nothing to exclude"),
    NO_PROXY_WITHOUT_ASYNC_SOCKS(
            "the I/O threads of an asynchronous pool open all their connections through its SOCKS proxy"),
    ROUTE_PROXY_WITHOUT_ASYNC_SOCKS(NO_PROXY_WITHOUT_ASYNC_SOCKS.reason + ", or none"),
    TLS_STRATEGY_DECIDES("the strategy makes the TLS connections, with protocols, keys and checks of its own"),
    CONNECTION_FACTORY_DECIDES("the factory makes the connections, with limits and buffers of its own"),
    PROXY_CREDENTIALS_NEED_PROXY("only an http or https proxy asks for credentials"),

    PER_ROUTE_WITHIN_TOTAL("a route can never have more connections than all routes together"),
    IDLE_WITHIN_ROUTE("idle connections count against the limit of their route"),
    IDLE_WITHIN_TOTAL("idle connections count against the limit of the pool"),
    IDLE_OF_ROUTE_WITHIN_IDLE("a route can never keep more idle connections than all routes together"),
    MIN_IDLE_OF_ORIGIN("a pattern does not say which origins to connect to before the first request"),
    MIN_IDLE_WITHIN_MAX_IDLE("connections above maxIdle would be closed at once"),
    MIN_IDLE_WITHIN_ROUTE(IDLE_WITHIN_ROUTE.reason),
    MIN_IDLE_WITHIN_TOTAL("the idle connections of all routes count against the limit of the pool"),
    MIN_IDLE_WITHIN_IDLE("connections above maxIdle over all routes would be closed at once"),
    MIN_IDLE_NEEDS_KEEP_ALIVE("without keep-alive no connection stays open between requests"),
    MIN_IDLE_NEEDS_DIRECT_ROUTE("connections through a proxy are opened by the requests that need them"),
    POOL_WAIT_BELOW_CONNECT("waiting longer than a new connection takes is pointless"),
    POOL_WAIT_BELOW_READ("timeouts.connect must lie between the two"),
    POOL_WAIT_BELOW_TOTAL(POOL_WAIT_BELOW_READ.reason),
    CONNECT_BELOW_READ("a host that takes longer to connect to than to respond is unreachable, and waiting hides it"),
    CONNECT_BELOW_TOTAL("a call that may be over before it is connected reports the wrong cause"),
    READ_BELOW_TOTAL("a call that is over before its read timeout never reports that the server was silent"),
    TOTAL_COVERS_CONNECT_AND_READ("a call must be able to use the time to connect and the time to read in full"),
    HANDSHAKE_WITHIN_CONNECT("the handshake is a part of connecting, and timeouts.connect bounds the whole"),
    HANDSHAKE_BELOW_READ(HANDSHAKE_WITHIN_CONNECT.reason),
    HANDSHAKE_BELOW_TOTAL(HANDSHAKE_WITHIN_CONNECT.reason),
    MARGIN_BELOW_SERVER_IDLE("with a margin as long as serverIdle no connection could be kept"),
    KEEP_ALIVE_BELOW_SERVER_IDLE(
            "the client must be the first to close, else a request meets a connection that the server has closed"),
    VALIDATE_AFTER_BELOW_IDLE("a connection that is closed before it is due for a check is never checked"),
    VALIDATE_AFTER_BELOW_MAX_LIFETIME(VALIDATE_AFTER_BELOW_IDLE.reason),
    IDLE_WITHIN_MAX_LIFETIME("no connection can idle for longer than it lives"),
    DNS_TTL_WITHIN_MAX_LIFETIME(
            "a new connection must not be opened to an address older than the connections it replaces"),
    BACKOFF_WITHIN_MAX_BACKOFF("pauses grow from backoff to maxBackoff"),
    FOR_ASYNCHRONOUS_POOLS(
            "the pools of build() speak HTTP/1.1 in the threads of their callers, and have neither streams"
                    + " nor I/O threads"),
    FOR_BLOCKING_POOLS("the pools of buildAsync() have connections and a client of HttpClient's asynchronous kind, also"
            + " behind blockingClient()");

    private final String reason;

    Rule(String reason) {
        this.reason = reason;
    }

    String reason() {
        return reason;
    }

    /** The name in messages, such as {@code connect-below-read}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
