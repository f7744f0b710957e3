package dev.weir.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each rule at its limit and above it, with the whole message. */
class RuleTest {

    record Case(String rule, Map<String, String> passing, Map<String, String> failing, String message) {
        @Override
        public String toString() {
            return rule + " " + failing;
        }
    }

    static Stream<Case> cases() {
        return Stream.of(
                when(
                        "duration-not-negative",
                        "timeouts.read=0s",
                        "timeouts.read=-1s",
                        "timeouts.read must not be negative, but was -1s: a time cannot be negative; "
                                + "timeouts.read(5s) would pass [duration-not-negative]"),
                when(
                        "duration-not-zero",
                        "timeouts.connect=1ms",
                        "timeouts.connect=0s",
                        "timeouts.connect must be longer than 0s, but was 0s: it cannot be switched off"
                                + "; timeouts.connect(2s) would pass [duration-not-zero]"),
                when(
                        "duration-not-zero",
                        "tls.handshake=1s",
                        "tls.handshake=0s",
                        "tls.handshake must be longer than 0s, but was 0s: it cannot be switched off"
                                + "; tls.handshake(2s) would pass [duration-not-zero]"),
                when(
                        "duration-not-too-short",
                        "timeouts.total=1ms",
                        "timeouts.total=999us",
                        "timeouts.total must be at least 1ms, but was 999us: HttpClient counts whole "
                                + "milliseconds; timeouts.total(10s) would pass [duration-not-too-short]"),
                when(
                        "duration-not-too-long",
                        "timeouts.poolWait=9125d",
                        "timeouts.poolWait=25 years 1 day",
                        "timeouts.poolWait must be at most 25 years, but was 25 years 1 day: times are counted in"
                                + " nanoseconds, and sums of them must fit; timeouts.poolWait(1s) would pass"
                                + " [duration-not-too-long]"),
                when(
                        "count-at-least-one",
                        "maxTotal=1",
                        "maxTotal=0",
                        "maxTotal must be at least 1, but was 0: with 0 no request could be sent; maxTotal(100) would"
                                + " pass [count-at-least-one]"),
                when(
                        "count-not-negative",
                        "maxPending=0",
                        "maxPending=-1",
                        "maxPending must be at least 0, but was -1: it is a number of connections, callers or"
                                + " requests; maxPending(1000) would pass [count-not-negative]"),
                when(
                        "count-not-negative",
                        "maxIdlePerRoute=0",
                        "maxIdlePerRoute=-1",
                        "maxIdlePerRoute must be at least 0, but was -1: it is a number of connections, callers or"
                                + " requests; "
                                + "maxIdlePerRoute(20) would pass [count-not-negative]"),
                when(
                        "jitter-is-a-share",
                        "eviction.jitter=0.0",
                        "eviction.jitter=1.0",
                        "eviction.jitter must be at least 0 and below 1, but was 1.0: jitter is the share of "
                                + "maxLifetime by which a connection may end early; eviction.jitter(0.1) would pass "
                                + "[jitter-is-a-share]"),
                when(
                        "jitter-is-a-share",
                        "eviction.jitter=0.999",
                        "eviction.jitter=NaN",
                        "eviction.jitter must be at least 0 and below 1, but was NaN: jitter is the share of"
                                + " maxLifetime by which a connection may end early; eviction.jitter(0.1) would pass"
                                + " [jitter-is-a-share]"),
                when(
                        "retry-status-is-an-error",
                        "retry.onStatus=400, 599",
                        "retry.onStatus=399, 503",
                        "retry.onStatus must be statuses from 400 to 599, but was 399, 503: only an error response is"
                                + " worth a retry; retry.onStatus(503) would pass "
                                + "[retry-status-is-an-error]"),
                when(
                        "retry-budget-is-a-share",
                        "retry.budget=0.0",
                        "retry.budget=-0.1",
                        "retry.budget must be at least 0 and at most 10, but was -0.1: it is the share of requests"
                            + " that may be sent again, not a number or a percentage of them; retry.budget(0.2) would"
                            + " pass [retry-budget-is-a-share]"),
                when(
                        "retry-budget-is-a-share",
                        "retry.budget=10.0",
                        "retry.budget=20.0",
                        "retry.budget must be at least 0 and at most 10, but was 20.0: it is the share of requests"
                            + " that may be sent again, not a number or a percentage of them; retry.budget(0.2) would"
                            + " pass [retry-budget-is-a-share]"),
                when(
                        "proxy-address",
                        "proxy=http://proxy:3128",
                        "proxy=http://proxy",
                        "proxy must be http, https or socks://host:port without user info and path, but was"
                            + " \"http://proxy\": the proxy is reached at a host and a port, and credentials belong to"
                            + " a credentials provider; proxy(\"http://proxy:3128\") would pass [proxy-address]"),
                when(
                        "proxy-address",
                        "proxy=socks://[::1]:1080",
                        "proxy=https://proxy:3128/path",
                        "proxy must be http, https or socks://host:port without user info and path, but was"
                            + " \"https://proxy:3128/path\": the proxy is reached at a host and a port, and"
                            + " credentials belong to a credentials provider; proxy(\"http://proxy:3128\") would pass"
                            + " [proxy-address]"),
                when(
                        "no-proxy-entry",
                        "proxy=http://proxy:3128; noProxy=*.internal, 10.0.0.0/8",
                        "proxy=http://proxy:3128; noProxy=.internal",
                        "noProxy must contain only host names, *.domain, *, IP addresses and CIDR blocks, each with or"
                                + " without :port, but was \".internal\": an entry that matches no host would send its"
                                + " requests through the proxy; noProxy(\"*.internal\") would pass [no-proxy-entry]"),
                when(
                        "no-proxy-entry",
                        "proxy=http://proxy:3128; noProxy=10.0.0.0/32",
                        "proxy=http://proxy:3128; noProxy=10.0.0.0/33",
                        "noProxy must contain only host names, *.domain, *, IP addresses and CIDR blocks, each with or"
                            + " without :port, but was \"10.0.0.0/33\": an entry that matches no host would send its"
                            + " requests through the proxy; noProxy(\"10.0.0.0\") would pass [no-proxy-entry]"),
                when(
                        "no-proxy-needs-proxy",
                        "proxy=http://proxy:3128; noProxy=localhost",
                        "noProxy=localhost",
                        "noProxy needs a proxy, but was \"localhost\": without a proxy all connections are direct, and"
                                + " there is nothing to exclude; leaving it out would pass [no-proxy-needs-proxy]"),
                when(
                        "tls-protocols-known",
                        "tls.protocols=TLSv1.3, TLSv1.2",
                        "tls.protocols=TLS1.3, TLSv1.2",
                        "tls.protocols must contain only names that the SSL context supports (TLSv1.3, TLSv1.2,"
                            + " TLSv1.1, TLSv1, SSLv3, SSLv2Hello), but was \"TLS1.3\", \"TLSv1.2\": every https"
                            + " connection would fail, because TLS does not know the name; tls.protocols(\"TLSv1.3\","
                            + " \"TLSv1.2\") would pass [tls-protocols-known]"),
                when(
                        "tls-protocols-known",
                        "tls.protocols=TLSv1.3",
                        "tls.protocols= ",
                        "tls.protocols must contain only names that the SSL context supports (TLSv1.3, TLSv1.2,"
                            + " TLSv1.1, TLSv1, SSLv3, SSLv2Hello), but was \" \": every https connection would fail,"
                            + " because TLS does not know the name; tls.protocols(\"TLSv1.3\") would pass"
                            + " [tls-protocols-known]"),
                when(
                        "cipher-suites-known",
                        "tls.cipherSuites=TLS_AES_256_GCM_SHA384",
                        "tls.cipherSuites=AES256",
                        "tls.cipherSuites must contain only names that the SSL context supports, but was \"AES256\":"
                                + " every https connection would fail, because TLS does not know the name;"
                                + " tls.cipherSuites(\"TLS_AES_128_GCM_SHA256\") would pass [cipher-suites-known]"),
                when(
                        "protocol-of-blocking-pool",
                        "protocol=HTTP_1_1",
                        "protocol=NEGOTIATE",
                        "protocol must be HTTP_1_1, but was NEGOTIATE: build() speaks HTTP/1.1, and"
                            + " buildAsync().blockingClient() gives HTTP/2 to blocking code; protocol(HTTP_1_1) would"
                            + " pass [protocol-of-blocking-pool]"),
                when(
                        "per-route-within-total",
                        "maxTotal=30; maxPerRoute=30",
                        "maxTotal=30; maxPerRoute=31",
                        "maxPerRoute must not exceed maxTotal (30), but was 31: a route can never have more"
                                + " connections than all routes together; maxPerRoute(30) or maxTotal(31) would pass"
                                + " [per-route-within-total]"),
                when(
                        "per-route-within-total",
                        "maxTotal=30; route[https://recs].maxConnections=30",
                        "maxTotal=30; route[https://recs].maxConnections=31",
                        "route[https://recs].maxConnections must not exceed maxTotal (30), but was 31: a route can"
                                + " never have more connections than all routes together;"
                                + " route[https://recs].maxConnections(30) or maxTotal(31) would pass"
                                + " [per-route-within-total]"),
                when(
                        "idle-within-route",
                        "maxPerRoute=5; maxIdlePerRoute=5",
                        "maxPerRoute=5; maxIdlePerRoute=6",
                        "maxIdlePerRoute must not exceed maxPerRoute (5), but was 6: idle connections count against"
                                + " the limit of their route; maxIdlePerRoute(5) or maxPerRoute(6) would pass"
                                + " [idle-within-route]"),
                when(
                        "idle-within-route",
                        "maxPerRoute=5; route[https://recs].maxIdle=5",
                        "maxPerRoute=5; route[https://recs].maxIdle=6",
                        "route[https://recs].maxIdle must not exceed maxPerRoute (5), but was 6: idle connections"
                                + " count against the limit of their route; route[https://recs].maxIdle(5) or"
                                + " maxPerRoute(6) would pass [idle-within-route]"),
                when(
                        "idle-within-total",
                        "maxTotal=5; maxIdlePerRoute=5",
                        "maxTotal=5; maxIdlePerRoute=6",
                        "maxIdlePerRoute must not exceed maxTotal (5), but was 6: idle connections count against the"
                            + " limit of the pool; maxIdlePerRoute(5) or maxTotal(6) would pass [idle-within-total]"),
                when(
                        "idle-of-route-within-idle",
                        "maxIdle=5; maxIdlePerRoute=5",
                        "maxIdle=5; maxIdlePerRoute=6",
                        "maxIdlePerRoute must not exceed maxIdle (5), but was 6: a route can never keep more idle"
                                + " connections than all routes together; maxIdlePerRoute(5) or maxIdle(6) would pass"
                                + " [idle-of-route-within-idle]"),
                when(
                        "idle-of-route-within-idle",
                        "maxIdle=0; route[https://recs].maxIdle=6",
                        "maxIdle=5; route[https://recs].maxIdle=6",
                        "route[https://recs].maxIdle must not exceed maxIdle (5), but was 6: a route can never keep"
                                + " more idle connections than all routes together; route[https://recs].maxIdle(5) or"
                                + " maxIdle(6) would pass [idle-of-route-within-idle]"),
                when(
                        "min-idle-of-origin",
                        "route[https://recs].minIdle=2",
                        "route[https://*.eu].minIdle=2",
                        "route[https://*.eu].minIdle must be in the rule of an origin, such as"
                            + " route(\"https://recs:8443\", r -> r.minIdle(2)), but was 2: a pattern does not say"
                            + " which origins to connect to before the first request; route[https://*.eu].minIdle(0)"
                            + " would pass [min-idle-of-origin]"),
                when(
                        "min-idle-within-max-idle",
                        "route[https://recs].maxIdle=3; route[https://recs].minIdle=3",
                        "route[https://recs].maxIdle=3; route[https://recs].minIdle=4",
                        "route[https://recs].minIdle must not exceed route[https://recs].maxIdle (3), but was 4:"
                            + " connections above maxIdle would be closed at once; route[https://recs].minIdle(3) or"
                            + " route[https://recs].maxIdle(4) would pass [min-idle-within-max-idle]"),
                when(
                        "min-idle-within-route",
                        "maxPerRoute=3; route[https://recs].minIdle=3",
                        "maxPerRoute=3; route[https://recs].minIdle=4",
                        "route[https://recs].minIdle must not exceed maxPerRoute (3), but was 4: idle connections"
                                + " count against the limit of their route; route[https://recs].minIdle(3) or"
                                + " maxPerRoute(4) would pass [min-idle-within-route]"),
                when(
                        "min-idle-within-total",
                        "maxTotal=6; route[https://recs].minIdle=3; route[https://stock].minIdle=3",
                        "maxTotal=5; route[https://recs].minIdle=3; route[https://stock].minIdle=3",
                        "maxTotal must be at least the minIdle of all routes together (6), but was 5: the idle"
                            + " connections of all routes count against the limit of the pool; maxTotal(6) would pass"
                            + " [min-idle-within-total]"),
                when(
                        "min-idle-within-idle",
                        "maxIdle=6; route[https://recs].minIdle=3; route[https://stock].minIdle=3",
                        "maxIdle=5; route[https://recs].minIdle=3; route[https://stock].minIdle=3",
                        "maxIdle must be at least the minIdle of all routes together (6), but was 5: connections above"
                                + " maxIdle over all routes would be closed at once; maxIdle(6) would pass"
                                + " [min-idle-within-idle]"),
                when(
                        "min-idle-needs-keep-alive",
                        "keepAlive.max=1s; route[https://recs].minIdle=1",
                        "keepAlive.max=0s; route[https://recs].minIdle=1",
                        "route[https://recs].minIdle must be 0 where keepAlive.max is 0s, but was 1: without"
                            + " keep-alive no connection stays open between requests; route[https://recs].minIdle(0)"
                            + " would pass [min-idle-needs-keep-alive]"),
                when(
                        "min-idle-needs-direct-route",
                        "proxy=http://proxy:3128; noProxy=recs; route[https://recs].minIdle=1",
                        "proxy=http://proxy:3128; noProxy=stock; route[https://recs].minIdle=1",
                        "route[https://recs].minIdle must be 0 where proxy http://proxy:3128 leads to the origin, but"
                                + " was 1: connections through a proxy are opened by the requests that need them;"
                                + " route[https://recs].minIdle(0) would pass [min-idle-needs-direct-route]"),
                when(
                        "count-not-negative",
                        "maxIdle=0",
                        "maxIdle=-1",
                        "maxIdle must be at least 0, but was -1: it is a number of connections, callers or requests; "
                                + "maxIdle(0) would pass [count-not-negative]"),
                when(
                        "count-not-negative",
                        "maxInFlight=0",
                        "maxInFlight=-1",
                        "maxInFlight must be at least 0, but was -1: it is a number of connections, callers or"
                                + " requests; maxInFlight(0) would pass [count-not-negative]"),
                when(
                        "pool-wait-below-connect",
                        "timeouts.poolWait=999ms; timeouts.connect=1s",
                        "timeouts.poolWait=1s; timeouts.connect=1s",
                        "timeouts.poolWait must be shorter than timeouts.connect (1s), but was 1s: waiting longer than"
                                + " a new connection takes is pointless; timeouts.poolWait(800ms) would pass"
                                + " [pool-wait-below-connect]"),
                when(
                        "pool-wait-below-read",
                        "timeouts.poolWait=4999ms; timeouts.read=5s",
                        "timeouts.poolWait=5s; timeouts.read=5s",
                        "timeouts.poolWait must be at least 1ms shorter than timeouts.read (5s), but was 5s:"
                                + " timeouts.connect must lie between the two; timeouts.poolWait(1s) would pass"
                                + " [pool-wait-below-read]"),
                when(
                        "pool-wait-below-total",
                        "timeouts.poolWait=9999ms; timeouts.read=0s; timeouts.total=10s",
                        "timeouts.poolWait=10s; timeouts.read=0s; timeouts.total=10s",
                        "timeouts.poolWait must be at least 1ms shorter than timeouts.total (10s), but was 10s:"
                                + " timeouts.connect must lie between the two; timeouts.total(15625ms) would pass"
                                + " [pool-wait-below-total]"),
                when(
                        "connect-below-read",
                        "timeouts.connect=4999ms; timeouts.read=5s",
                        "timeouts.connect=5s; timeouts.read=5s",
                        "timeouts.connect must be shorter than timeouts.read (5s), but was 5s: a host that takes"
                                + " longer to connect to than to respond is unreachable, and waiting hides it; "
                                + "timeouts.connect(2s) would pass [connect-below-read]"),
                when(
                        "connect-below-read",
                        "timeouts.connect=4s; route[https://*.internal].timeouts.read=4001ms",
                        "timeouts.connect=4s; route[https://*.internal].timeouts.read=4s",
                        "timeouts.connect must be shorter than route[https://*.internal].timeouts.read (4s), but was"
                            + " 4s: a host that takes longer to connect to than to respond is unreachable, and waiting"
                            + " hides it; timeouts.connect(2s) would pass [connect-below-read]"),
                when(
                        "connect-below-total",
                        "timeouts.connect=9999ms; timeouts.read=0s; timeouts.total=10s",
                        "timeouts.connect=10s; timeouts.read=0s; timeouts.total=10s",
                        "timeouts.connect must be shorter than timeouts.total (10s), but was 10s: a call that may be"
                                + " over before it is connected reports the wrong cause; timeouts.total(12500ms) would"
                                + " pass [connect-below-total]"),
                when(
                        "read-below-total",
                        "timeouts.read=9999ms; timeouts.total=10s",
                        "timeouts.read=10s; timeouts.total=10s",
                        "timeouts.read must be shorter than timeouts.total (10s), but was 10s: a call that is over"
                                + " before its read timeout never reports that the server was silent;"
                                + " timeouts.total(12500ms) would pass [read-below-total]"),
                when(
                        "total-covers-connect-and-read",
                        "timeouts.connect=2s; timeouts.read=5s; timeouts.total=7s",
                        "timeouts.connect=2s; timeouts.read=5s; timeouts.total=6999ms",
                        "timeouts.total must be at least 7s for timeouts.connect (2s) and timeouts.read (5s), but was"
                            + " 6999ms: a call must be able to use the time to connect and the time to read in full;"
                            + " timeouts.total(10s) would pass [total-covers-connect-and-read]"),
                when(
                        "total-covers-connect-and-read",
                        "timeouts.connect=2s; timeouts.total=4001ms",
                        "timeouts.connect=2s; timeouts.total=4s",
                        "timeouts.total must be at least 4001ms for timeouts.connect (2s) and a longer timeouts.read,"
                                + " but was 4s: a call must be able to use the time to connect and the time to read in"
                                + " full; timeouts.total(10s) would pass [total-covers-connect-and-read]"),
                when(
                        "total-covers-connect-and-read",
                        "timeouts.poolWait=2s; timeouts.read=5s; timeouts.total=7001ms",
                        "timeouts.poolWait=2s; timeouts.read=5s; timeouts.total=7s",
                        "timeouts.total must be at least 7001ms for a timeouts.connect not below timeouts.poolWait"
                                + " (2s) and timeouts.read (5s), but was 7s: a call must be able to use the time to"
                                + " connect and the time to read in full; timeouts.total(10s) would pass "
                                + "[total-covers-connect-and-read]"),
                when(
                        "total-covers-connect-and-read",
                        "timeouts.read=5s; timeouts.total=5001ms",
                        "timeouts.read=5s; timeouts.total=5000500us",
                        "timeouts.total must be at least 5001ms for a timeouts.connect and timeouts.read (5s), but was"
                                + " 5000500us: a call must be able to use the time to connect and the time to read in"
                                + " full; timeouts.total(10s) would pass [total-covers-connect-and-read]"),
                when(
                        "total-covers-connect-and-read",
                        "tls.handshake=2s; timeouts.read=5s; timeouts.total=7s",
                        "tls.handshake=2s; timeouts.read=5s; timeouts.total=6s",
                        "timeouts.total must be at least 7s for a timeouts.connect not below tls.handshake (2s) and"
                            + " timeouts.read (5s), but was 6s: a call must be able to use the time to connect and the"
                            + " time to read in full; timeouts.total(10s) would pass [total-covers-connect-and-read]"),
                when(
                        "handshake-within-connect",
                        "tls.handshake=2s; timeouts.connect=2s",
                        "tls.handshake=3s; timeouts.connect=2s",
                        "tls.handshake must not be longer than timeouts.connect (2s), but was 3s: the handshake is a"
                                + " part of connecting, and timeouts.connect bounds the whole; tls.handshake(2s) would"
                                + " pass [handshake-within-connect]"),
                when(
                        "handshake-below-read",
                        "tls.handshake=4s; timeouts.read=5s",
                        "tls.handshake=5s; timeouts.read=5s",
                        "tls.handshake must be shorter than timeouts.read (5s), but was 5s: the handshake is a part of"
                                + " connecting, and timeouts.connect bounds the whole; tls.handshake(2s) would pass "
                                + "[handshake-below-read]"),
                when(
                        "handshake-below-total",
                        "tls.handshake=9s; timeouts.read=0s; timeouts.total=10s",
                        "tls.handshake=10s; timeouts.read=0s; timeouts.total=10s",
                        "tls.handshake must be shorter than timeouts.total (10s), but was 10s: the handshake is a part"
                                + " of connecting, and timeouts.connect bounds the whole; timeouts.total(12500ms) would"
                                + " pass [handshake-below-total]"),
                when(
                        "margin-below-server-idle",
                        "keepAlive.margin=4s; keepAlive.serverIdle=5s",
                        "keepAlive.margin=5s; keepAlive.serverIdle=5s",
                        "keepAlive.margin must be shorter than keepAlive.serverIdle (5s), but was 5s: with a "
                                + "margin as long as serverIdle no connection could be kept; "
                                + "keepAlive.margin(1250ms) would pass [margin-below-server-idle]"),
                when(
                        "keep-alive-below-server-idle",
                        "keepAlive.max=4s; keepAlive.margin=1s; keepAlive.serverIdle=5s",
                        "keepAlive.max=4001ms; keepAlive.margin=1s; keepAlive.serverIdle=5s",
                        "keepAlive.max must be at most 4s, which is keepAlive.serverIdle (5s) less keepAlive.margin"
                                + " (1s), but was 4001ms: the client must be the first to close, else a request meets a"
                                + " connection that the server has closed; keepAlive.max(2500ms) would pass "
                                + "[keep-alive-below-server-idle]"),
                when(
                        "keep-alive-below-server-idle",
                        "keepAlive.max=4999ms; keepAlive.serverIdle=5s",
                        "keepAlive.max=5s; keepAlive.serverIdle=5s",
                        "keepAlive.max must be shorter than keepAlive.serverIdle (5s), but was 5s: the client "
                                + "must be the first to close, else a request meets a connection that the server has "
                                + "closed; keepAlive.max(2500ms) would pass [keep-alive-below-server-idle]"),
                when(
                        "validate-after-below-idle",
                        "eviction.validateAfter=9s; eviction.idle=10s",
                        "eviction.validateAfter=10s; eviction.idle=10s",
                        "eviction.validateAfter must be shorter than eviction.idle (10s), but was 10s: a "
                                + "connection that is closed before it is due for a check is never checked; "
                                + "eviction.validateAfter(2s) would pass [validate-after-below-idle]"),
                when(
                        "validate-after-below-max-lifetime",
                        "eviction.validateAfter=9s; eviction.maxLifetime=10s",
                        "eviction.validateAfter=10s; eviction.maxLifetime=10s",
                        "eviction.validateAfter must be shorter than eviction.maxLifetime (10s), but was 10s: a "
                                + "connection that is closed before it is due for a check is never checked; "
                                + "eviction.validateAfter(2s) would pass [validate-after-below-max-lifetime]"),
                when(
                        "idle-within-max-lifetime",
                        "eviction.idle=10s; eviction.maxLifetime=10s",
                        "eviction.idle=11s; eviction.maxLifetime=10s",
                        "eviction.idle must not be longer than eviction.maxLifetime (10s), but was 11s: no "
                                + "connection can idle for longer than it lives; eviction.idle(10s) would pass "
                                + "[idle-within-max-lifetime]"),
                when(
                        "dns-ttl-within-max-lifetime",
                        "dns.ttl=10s; eviction.maxLifetime=10s",
                        "dns.ttl=11s; eviction.maxLifetime=10s",
                        "dns.ttl must not be longer than eviction.maxLifetime (10s), but was 11s: a new "
                                + "connection must not be opened to an address older than the connections it replaces; "
                                + "dns.ttl(10s) would pass [dns-ttl-within-max-lifetime]"),
                when(
                        "dns-ttl-within-max-lifetime",
                        "dns.ttl=10s; route[https://recs].eviction.maxLifetime=10s",
                        "dns.ttl=11s; route[https://recs].eviction.maxLifetime=10s",
                        "dns.ttl must not be longer than route[https://recs].eviction.maxLifetime (10s), but was 11s:"
                                + " a new connection must not be opened to an address older than the connections it"
                                + " replaces; dns.ttl(10s) would pass [dns-ttl-within-max-lifetime]"),
                when(
                        "backoff-within-max-backoff",
                        "retry.backoff=3s; retry.maxBackoff=3s",
                        "retry.backoff=3001ms; retry.maxBackoff=3s",
                        "retry.backoff must not be longer than retry.maxBackoff (3s), but was 3001ms: pauses grow from"
                            + " backoff to maxBackoff; retry.backoff(50ms) would pass [backoff-within-max-backoff]"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void passesAtTheLimit(Case each) {
        assertThat(Violations.of(ExplicitKnob.builder(each.passing()))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void failsAboveTheLimitWithAllThatHelps(Case each) {
        List<Violation> violations = Violations.of(ExplicitKnob.builder(each.failing()));

        assertThat(violations).extracting(Violation::message).containsExactly(each.message());
        assertThat(violations).extracting(Violation::rule).containsExactly(each.rule());
        assertThat(each.failing()).containsAllEntriesOf(violations.get(0).values());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void passesWithTheSuggestion(Case each) {
        String suggestion =
                Violations.of(ExplicitKnob.builder(each.failing())).get(0).suggestion();

        assertThat(Suggestions.heal(each.failing(), suggestion, each.message()))
                .allSatisfy(healed ->
                        assertThat(Violations.of(ExplicitKnob.builder(healed))).isEmpty());
    }

    @Test
    void coversEveryRuleOnKnobs() {
        Set<String> covered = cases().map(Case::rule).collect(Collectors.toSet());
        covered.addAll(List.of("http1-config-has-limits", "http2-config-frame-size")); // by ProtocolRulesTest
        covered.add("socket-config-without-timeout-and-proxy"); // likewise
        covered.add("reactor-config-without-timeout-and-proxy"); // likewise
        covered.add("no-proxy-without-async-socks"); // by NoProxyTest
        covered.add("route-proxy-without-async-socks"); // by RouteProxyIT
        covered.addAll(List.of( // by SettingsWithoutEffectTest
                "for-asynchronous-pools",
                "for-blocking-pools",
                "tls-strategy-decides",
                "connection-factory-decides",
                "proxy-selector-decides",
                "proxy-credentials-need-proxy"));

        assertThat(EnumSet.range(Rule.DURATION_NOT_NEGATIVE, Rule.FOR_BLOCKING_POOLS))
                .extracting(Rule::toString)
                .allMatch(covered::contains);
    }

    private static Map<String, String> map(String settings) {
        Map<String, String> map = new LinkedHashMap<>();
        Arrays.stream(settings.split("; ")).map(each -> each.split("=", 2)).forEach(each -> map.put(each[0], each[1]));
        return map;
    }

    private static Case when(String rule, String passing, String failing, String message) {
        return new Case(rule, map(passing), map(failing), message);
    }
}
