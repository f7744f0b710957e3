package dev.weir.config;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.net.ssl.HostnameVerifier;
import org.apache.hc.core5.http.config.CharCodingConfig;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.jspecify.annotations.Nullable;

/** Every knob there is, in the order in which they are shown. */
final class Knobs {
    static final Knob<Integer> MAX_TOTAL = Knob.of("maxTotal", PoolConfig.DEFAULT_MAX_TOTAL);
    static final Knob<Integer> MAX_PER_ROUTE =
            Knob.of("maxPerRoute", PoolConfig.DEFAULT_MAX_PER_ROUTE).calledOnRoutes("maxConnections");
    static final Knob<Integer> MAX_IDLE =
            Knob.<Integer>of("maxIdlePerRoute", null).calledOnRoutes("maxIdle");
    static final Knob<Integer> MAX_PENDING = Knob.of("maxPending", PoolConfig.DEFAULT_MAX_PENDING);

    static final Knob<Duration> POOL_WAIT = time("timeouts.poolWait", Timeouts.DEFAULT_POOL_WAIT);
    static final Knob<Duration> CONNECT = time("timeouts.connect", Timeouts.DEFAULT_CONNECT);
    static final Knob<Duration> READ = time("timeouts.read", Timeouts.DEFAULT_READ);
    static final Knob<Duration> TOTAL = time("timeouts.total", Timeouts.DEFAULT_TOTAL);
    static final Knob<Boolean> UNORDERED = Knob.of("timeouts.unordered", false);

    /** Marks of values that were adopted; no knobs of users, and so not in {@link #ALL}. */
    static final Knob<Boolean> CONNECT_ADOPTED = Knob.of("timeouts.connect.adopted", null);

    static final Knob<Boolean> READ_ADOPTED = Knob.of("timeouts.read.adopted", null);

    static final Knob<Duration> SERVER_IDLE = time("keepAlive.serverIdle", KeepAlive.DEFAULT_SERVER_IDLE);
    static final Knob<Duration> KEEP_ALIVE_MAX = time("keepAlive.max", KeepAlive.DEFAULT_MAX);
    static final Knob<Duration> MARGIN = time("keepAlive.margin", KeepAlive.DEFAULT_MARGIN);
    static final Knob<Boolean> LEARN = Knob.of("keepAlive.learn", KeepAlive.DEFAULT_LEARN);

    static final Knob<Duration> IDLE = time("eviction.idle", Eviction.DEFAULT_IDLE);
    static final Knob<Duration> MAX_LIFETIME = time("eviction.maxLifetime", Eviction.DEFAULT_MAX_LIFETIME);
    static final Knob<Double> JITTER = Knob.of("eviction.jitter", Eviction.DEFAULT_JITTER);
    static final Knob<Integer> MAX_REQUESTS = Knob.of("eviction.maxRequests", Eviction.DEFAULT_MAX_REQUESTS);
    static final Knob<Duration> VALIDATE_AFTER = time("eviction.validateAfter", Eviction.DEFAULT_VALIDATE_AFTER);
    static final Knob<Duration> INTERVAL = time("eviction.interval", Eviction.DEFAULT_INTERVAL);

    static final Knob<Duration> DNS_TTL = time("dns.ttl", Dns.DEFAULT_TTL);
    static final Knob<Duration> NEGATIVE_TTL = time("dns.negativeTtl", Dns.DEFAULT_NEGATIVE_TTL);
    static final Knob<Duration> SERVE_STALE = time("dns.serveStale", Dns.DEFAULT_SERVE_STALE);
    static final Knob<Boolean> DRAIN_ON_CHANGE = Knob.of("dns.drainOnChange", Dns.DEFAULT_DRAIN_ON_CHANGE);

    static final Knob<Integer> MAX_CONCURRENT = Knob.of("dialing.maxConcurrent", Dialing.DEFAULT_MAX_CONCURRENT);

    static final Knob<Integer> MAX_LINE_LENGTH = Knob.of("http1.maxLineLength", Http1.DEFAULT_MAX_LINE_LENGTH);
    static final Knob<Integer> MAX_HEADERS = Knob.of("http1.maxHeaders", Http1.DEFAULT_MAX_HEADERS);
    static final Knob<Http1Config> HTTP1_CONFIG = Knob.of("http1.config", null);
    static final Knob<CharCodingConfig> CHAR_CODING = Knob.of("http1.charCoding", null);

    static final Knob<Integer> MAX_STREAMS = Knob.of("http2.maxStreams", Http2.DEFAULT_MAX_STREAMS);
    static final Knob<Boolean> STRICT = Knob.of("http2.strict", Http2.DEFAULT_STRICT);
    static final Knob<Duration> PING = time("http2.ping", Http2.DEFAULT_PING);
    static final Knob<Duration> PING_TIMEOUT = time("http2.pingTimeout", Http2.DEFAULT_PING_TIMEOUT);

    static final Knob<H2Config> HTTP2_CONFIG = Knob.of("http2.config", null);

    static final Knob<Boolean> OWN_REACTOR = Knob.of("reactor.own", ReactorOptions.DEFAULT_OWN);
    static final Knob<Integer> IO_THREADS = Knob.of("reactor.threads", null);
    static final Knob<IOReactorConfig> IO_REACTOR_CONFIG = Knob.of("reactor.config", null);
    static final Knob<Boolean> CALLBACKS_ON_IO_THREAD =
            Knob.of("reactor.callbacksOnIoThread", ReactorOptions.DEFAULT_CALLBACKS_ON_IO_THREAD);

    static final Knob<ReusePolicy> REUSE = Knob.of("reuse", PoolConfig.DEFAULT_REUSE);
    static final Knob<Duration> LEAK_DETECTION = time("leakDetection", PoolConfig.DEFAULT_LEAK_DETECTION);
    static final Knob<Boolean> PATHS_IN_REPORTS = Knob.of("pathsInReports", PoolConfig.DEFAULT_PATHS_IN_REPORTS);
    static final Knob<Long> MAX_DECODED_SIZE = Knob.of("maxDecodedSize", PoolConfig.DEFAULT_MAX_DECODED_SIZE);
    static final Knob<Protocol> PROTOCOL = Knob.of("protocol", null);
    static final Knob<String> PROXY = Knob.of("proxy", null, UserInfo::hidden);
    static final Knob<Boolean> REDIRECTS = Knob.of("redirects", PoolConfig.DEFAULT_REDIRECTS);
    static final Knob<Boolean> PROTOCOL_UPGRADE = Knob.of("protocolUpgrade", PoolConfig.DEFAULT_PROTOCOL_UPGRADE);
    static final Knob<Boolean> COOKIES = Knob.of("cookies", PoolConfig.DEFAULT_COOKIES);
    static final Knob<Boolean> CONNECTION_STATE = Knob.of("connectionState", PoolConfig.DEFAULT_CONNECTION_STATE);
    static final Knob<InetAddress> LOCAL_ADDRESS = Knob.of("localAddress", null, InetAddress::getHostAddress);

    static final Knob<Set<Integer>> RETRY_STATUSES = Knob.of("retry.onStatus", Set.of(), Knobs::numbers);
    static final Knob<Integer> MAX_RETRIES = Knob.of("retry.maxRetries", Retry.DEFAULT_MAX_RETRIES);
    static final Knob<Duration> RETRY_INTERVAL = time("retry.interval", Retry.DEFAULT_INTERVAL);

    static final Knob<List<String>> TLS_PROTOCOLS = Knob.of("tls.protocols", List.of(), Knobs::words);
    static final Knob<List<String>> CIPHER_SUITES = Knob.of("tls.cipherSuites", List.of(), Knobs::words);
    static final Knob<Duration> HANDSHAKE = time("tls.handshake", null);
    static final Knob<HostnameVerifier> HOSTNAME_VERIFIER = Knob.of(
            "tls.hostnameVerifier", null, verifier -> verifier.getClass().getName());

    static final Knob<Boolean> TCP_NO_DELAY = Knob.of("socket.tcpNoDelay", SocketOptions.DEFAULT_TCP_NO_DELAY);
    static final Knob<Boolean> SO_KEEP_ALIVE = Knob.of("socket.keepAlive", SocketOptions.DEFAULT_KEEP_ALIVE);
    static final Knob<Integer> RECEIVE_BUFFER = Knob.of("socket.receiveBuffer", SocketOptions.DEFAULT_BUFFER);
    static final Knob<Integer> SEND_BUFFER = Knob.of("socket.sendBuffer", SocketOptions.DEFAULT_BUFFER);
    static final Knob<Duration> LINGER = time("socket.linger", null);
    static final Knob<Boolean> REUSE_ADDRESS = Knob.of("socket.reuseAddress", SocketOptions.DEFAULT_REUSE_ADDRESS);

    /** Every knob once, in the order in which they are shown. */
    static final List<Knob<?>> ALL = List.of(
            MAX_TOTAL,
            MAX_PER_ROUTE,
            MAX_IDLE,
            MAX_PENDING,
            POOL_WAIT,
            CONNECT,
            READ,
            TOTAL,
            UNORDERED,
            SERVER_IDLE,
            KEEP_ALIVE_MAX,
            MARGIN,
            LEARN,
            IDLE,
            MAX_LIFETIME,
            JITTER,
            MAX_REQUESTS,
            VALIDATE_AFTER,
            INTERVAL,
            DNS_TTL,
            NEGATIVE_TTL,
            SERVE_STALE,
            DRAIN_ON_CHANGE,
            MAX_CONCURRENT,
            MAX_LINE_LENGTH,
            MAX_HEADERS,
            HTTP1_CONFIG,
            CHAR_CODING,
            MAX_STREAMS,
            STRICT,
            PING,
            PING_TIMEOUT,
            HTTP2_CONFIG,
            OWN_REACTOR,
            IO_THREADS,
            IO_REACTOR_CONFIG,
            CALLBACKS_ON_IO_THREAD,
            REUSE,
            LEAK_DETECTION,
            PATHS_IN_REPORTS,
            MAX_DECODED_SIZE,
            PROTOCOL,
            PROXY,
            REDIRECTS,
            COOKIES,
            PROTOCOL_UPGRADE,
            CONNECTION_STATE,
            LOCAL_ADDRESS,
            RETRY_STATUSES,
            MAX_RETRIES,
            RETRY_INTERVAL,
            TLS_PROTOCOLS,
            CIPHER_SUITES,
            HANDSHAKE,
            HOSTNAME_VERIFIER,
            TCP_NO_DELAY,
            SO_KEEP_ALIVE,
            RECEIVE_BUFFER,
            SEND_BUFFER,
            LINGER,
            REUSE_ADDRESS);

    private Knobs() {}

    private static Knob<Duration> time(String name, @Nullable Duration fallback) {
        return Knob.of(name, fallback, DurationText::of);
    }

    private static String numbers(Set<Integer> values) {
        return values.isEmpty()
                ? "none"
                : values.stream().sorted().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private static String words(List<String> values) {
        return values.isEmpty() ? "JDK's" : String.join(", ", values);
    }
}
