package dev.weir.config;

import java.time.Duration;
import java.util.List;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.reactor.IOReactorConfig;

/** The knobs of the pool that belong to no group, with their defaults. {@link PoolConfig} tells users of these. */
final class PoolKnobs {
    static final int DEFAULT_MAX_TOTAL = 100;
    static final int DEFAULT_MAX_PER_ROUTE = 20;
    static final int DEFAULT_MAX_IDLE = 0;
    static final int DEFAULT_MIN_IDLE = 0;
    static final int DEFAULT_MAX_PENDING = 1_000;
    static final int DEFAULT_MAX_IN_FLIGHT = 0;
    static final ReusePolicy DEFAULT_REUSE = ReusePolicy.ALWAYS;
    static final Duration DEFAULT_LEAK_DETECTION = Duration.ZERO;
    static final boolean DEFAULT_PATHS_IN_REPORTS = true;
    static final Duration DEFAULT_SLOW_REQUESTS = Duration.ZERO;
    static final boolean DEFAULT_REDIRECTS = true;
    static final boolean DEFAULT_COOKIES = false;
    static final boolean DEFAULT_CONNECTION_STATE = false;

    private static final KnobList LIMIT_LIST = new KnobList("");

    static final Knob<Integer> MAX_TOTAL = LIMIT_LIST.count("maxTotal", 1, DEFAULT_MAX_TOTAL);
    static final Knob<Integer> MAX_PER_ROUTE =
            LIMIT_LIST.count("maxPerRoute", "maxConnections", 1, DEFAULT_MAX_PER_ROUTE);
    static final Knob<Integer> MAX_IDLE = LIMIT_LIST.count("maxIdlePerRoute", "maxIdle", 0, null);
    /** Of routes alone: a pool as a whole has no origin to dial. */
    static final Knob<Integer> MIN_IDLE = LIMIT_LIST.count("minIdle", 0, DEFAULT_MIN_IDLE);

    static final Knob<Integer> MAX_IDLE_IN_ALL = LIMIT_LIST.count("maxIdle", "pool.maxIdle", 0, DEFAULT_MAX_IDLE);
    static final Knob<Integer> MAX_IN_FLIGHT = LIMIT_LIST.count("maxInFlight", 0, DEFAULT_MAX_IN_FLIGHT);
    static final Knob<Integer> MAX_PENDING = LIMIT_LIST.count("maxPending", 0, DEFAULT_MAX_PENDING);

    /** Those that are shown before all groups. */
    static final List<Knob<?>> LIMITS = LIMIT_LIST.knobs();

    private static final KnobList LIST = new KnobList("");

    static final Knob<ReusePolicy> REUSE = LIST.choice("reuse", ReusePolicy.class, DEFAULT_REUSE);
    static final Knob<Duration> LEAK_DETECTION = LIST.timeOrOff("leakDetection", DEFAULT_LEAK_DETECTION);
    static final Knob<Boolean> PATHS_IN_REPORTS = LIST.flag("pathsInReports", DEFAULT_PATHS_IN_REPORTS);
    static final Knob<Duration> SLOW_REQUESTS = LIST.timeOrOff("slowRequests", DEFAULT_SLOW_REQUESTS);
    static final Knob<Protocol> PROTOCOL = LIST.choice("protocol", Protocol.class, null);
    static final Knob<String> PROXY = LIST.object("proxy", String.class, UserInfo::hidden);
    static final Knob<List<String>> NO_PROXY = LIST.names("noProxy", "none");
    static final Knob<Boolean> REDIRECTS = LIST.flag("redirects", DEFAULT_REDIRECTS);
    static final Knob<Boolean> COOKIES = LIST.flag("cookies", DEFAULT_COOKIES);
    static final Knob<Boolean> CONNECTION_STATE = LIST.flag("connectionState", DEFAULT_CONNECTION_STATE);
    static final Knob<SocketConfig> SOCKET_CONFIG = LIST.object("socketConfig", SocketConfig.class);
    static final Knob<Http1Config> HTTP1_CONFIG = LIST.object("http1Config", Http1Config.class);
    static final Knob<H2Config> HTTP2_CONFIG = LIST.object("http2Config", H2Config.class);
    static final Knob<IOReactorConfig> REACTOR_CONFIG = LIST.object("reactorConfig", IOReactorConfig.class);

    /** The others. */
    static final List<Knob<?>> OTHERS = LIST.knobs();

    private PoolKnobs() {}
}
