package dev.weir.config;

import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.reactor.IOReactorConfig;

/** What single values must keep to. */
final class ValueRules {
    static final List<Knob<Duration>> TIMES = Knobs.of(Duration.class);
    private static final List<Knob<Integer>> COUNTS = Knobs.of(Integer.class);
    private static final double MOST_RETRIES_PER_REQUEST = 10;
    private static final int LONGEST_FRAME = 16_384;
    private static final String UNKNOWN = "every https connection would fail, because TLS does not know the name";
    private static final String READ_AND_PROXY_DECIDE =
            "timeouts.read bounds the silence of a server, and proxy names the proxy of the pool";

    static final List<Rule> ALL = List.of(
            times(
                    "duration-not-negative",
                    "a time cannot be negative",
                    TIMES,
                    "must not be negative",
                    Duration::isNegative),
            times(
                    "duration-not-zero",
                    "it cannot be switched off",
                    TIMES.stream().filter(knob -> !knob.startsAt(Duration.ZERO)).toList(),
                    "must be longer than 0s",
                    Duration::isZero),
            times(
                    "duration-not-too-short",
                    "HttpClient counts whole milliseconds",
                    TIMES,
                    "must be at least 1ms",
                    time -> !time.isNegative() && !time.isZero() && time.compareTo(Knob.SHORTEST) < 0),
            times(
                    "duration-not-too-long",
                    "times are counted in nanoseconds, and sums of them must fit",
                    TIMES,
                    "must be at most " + DurationText.of(Knob.LONGEST),
                    time -> time.compareTo(Knob.LONGEST) > 0),
            Rule.ofNumbers(
                    "count-at-least-one",
                    "with 0 no request could be sent",
                    COUNTS.stream().filter(knob -> knob.startsAt(1)).toList(),
                    "must be at least 1",
                    count -> count < 1,
                    1),
            Rule.ofNumbers(
                    "count-not-negative",
                    "it is a number of connections, callers or requests",
                    COUNTS.stream().filter(knob -> knob.startsAt(0)).toList(),
                    "must be at least 0",
                    count -> count < 0,
                    0),
            Rule.ofNumbers(
                    "jitter-is-a-share",
                    "jitter is the share of maxLifetime by which a connection may end early",
                    List.of(Eviction.JITTER),
                    "must be at least 0 and below 1",
                    jitter -> !(jitter >= 0 && jitter < 1),
                    0.1),
            Rule.ofEach(
                    "retry-status-is-an-error",
                    "only an error response is worth a retry",
                    List.of(Retry.STATUSES),
                    "must be statuses from 400 to 599",
                    statuses -> !statuses.stream().allMatch(ValueRules::isError),
                    ValueRules::errors),
            Rule.ofNumbers(
                    "retry-budget-is-a-share",
                    "it is the share of requests that may be sent again, not a number or a percentage of them",
                    List.of(Retry.BUDGET),
                    "must be at least 0 and at most 10",
                    budget -> !(budget >= 0 && budget <= MOST_RETRIES_PER_REQUEST),
                    0.2),
            new Rule(
                    "tls-protocols-known",
                    UNKNOWN,
                    scope -> unknown(scope, Tls.PROTOCOLS, SSLParameters::getProtocols)),
            new Rule(
                    "cipher-suites-known",
                    UNKNOWN,
                    scope -> unknown(scope, Tls.CIPHER_SUITES, SSLParameters::getCipherSuites)),
            new Rule(
                    "protocol-of-blocking-pool",
                    "build() speaks HTTP/1.1, and buildAsync().blockingClient() gives HTTP/2 to blocking code",
                    ValueRules::protocol),
            ofConfig(
                    "http1-config-has-limits",
                    "an endless head would fill the memory",
                    Knobs.HTTP1_CONFIG,
                    "must limit lines and headers to at least 1",
                    config -> config.getMaxLineLength() > 0 && config.getMaxHeaderCount() > 0,
                    config -> Http1Config.DEFAULT),
            ofConfig(
                    "http2-config-frame-size",
                    "HttpCore sends frames up to the length that it accepts, and servers need not accept longer ones"
                            + " (RFC 9113, 4.2)",
                    Knobs.HTTP2_CONFIG,
                    "must have a maxFrameSize of at most " + LONGEST_FRAME,
                    config -> config.getMaxFrameSize() <= LONGEST_FRAME,
                    config ->
                            H2Config.copy(config).setMaxFrameSize(LONGEST_FRAME).build()),
            ofConfig(
                    "socket-config-without-timeout-and-proxy",
                    READ_AND_PROXY_DECIDE,
                    Knobs.SOCKET_CONFIG,
                    "must leave soTimeout and the SOCKS proxy alone",
                    config -> Objects.equals(config.getSoTimeout(), SocketConfig.DEFAULT.getSoTimeout())
                            && config.getSocksProxyAddress() == null,
                    config -> SocketConfig.copy(config)
                            .setSoTimeout(SocketConfig.DEFAULT.getSoTimeout())
                            .setSocksProxyAddress(null)
                            .build()),
            ofConfig(
                    "reactor-config-without-timeout-and-proxy",
                    READ_AND_PROXY_DECIDE,
                    Knobs.REACTOR_CONFIG,
                    "must leave soTimeout and the SOCKS proxy alone",
                    config -> Objects.equals(config.getSoTimeout(), IOReactorConfig.DEFAULT.getSoTimeout())
                            && config.getSocksProxyAddress() == null,
                    config -> IOReactorConfig.copy(config)
                            .setSoTimeout(IOReactorConfig.DEFAULT.getSoTimeout())
                            .setSocksProxyAddress(null)
                            .build()));

    private ValueRules() {}

    private static Rule times(
            String name, String reason, List<Knob<Duration>> knobs, String demand, Predicate<Duration> isWrong) {
        return Rule.ofNumbers(name, reason, knobs, demand, isWrong, Knob.SHORTEST);
    }

    private static <T> Rule ofConfig(
            String name, String reason, Knob<T> knob, String demand, Predicate<T> isSound, Function<T, T> passing) {
        return Rule.ofEach(name, reason, List.of(knob), demand, isSound.negate(), passing);
    }

    private static boolean isError(int status) {
        return status >= 400 && status <= 599;
    }

    private static Set<Integer> errors(Set<Integer> statuses) {
        Set<Integer> errors = new TreeSet<>(statuses);
        errors.removeIf(status -> !isError(status));
        return errors.isEmpty() ? Set.of(503) : Set.copyOf(errors);
    }

    private static Stream<Breach> protocol(Scope scope) {
        Protocol protocol = scope.find(Knobs.PROTOCOL);
        boolean isSound = protocol == null
                || protocol == Protocol.HTTP_1_1
                || scope.draft().isAsync();
        return isSound || !scope.concerns(List.of(Knobs.PROTOCOL))
                ? Stream.empty()
                : Stream.of(Breach.of(
                        scope,
                        "must be HTTP_1_1",
                        List.of(Knobs.PROTOCOL),
                        sound -> Rule.suggestion(scope, Knobs.PROTOCOL, Protocol.HTTP_1_1)));
    }

    private static Stream<Breach> unknown(
            Scope scope, Knob<List<String>> knob, Function<SSLParameters, String[]> names) {
        List<String> set = scope.isPool() ? scope.find(knob) : null;
        if (set == null) {
            return Stream.empty();
        }
        List<String> known = supported(scope.draft()).map(names).map(List::of).orElse(set);
        // The suites are fifty.
        String listed = knob == Tls.PROTOCOLS ? " (" + String.join(", ", known) + ")" : "";
        return known.containsAll(set)
                ? Stream.empty()
                : Stream.of(Breach.of(
                        scope,
                        "must contain only names that the SSL context supports" + listed,
                        List.of(knob),
                        sound -> Rule.suggestion(scope, knob, mended(set, known))));
    }

    private static Optional<SSLParameters> supported(Draft draft) {
        try {
            SSLContext own = draft.sslContext();
            return Optional.of((own != null ? own : SSLContext.getDefault()).getSupportedSSLParameters());
        } catch (NoSuchAlgorithmException | UnsupportedOperationException e) {
            // Without a context that tells its names there is nothing to compare with.
            return Optional.empty();
        }
    }

    private static List<String> mended(List<String> set, List<String> known) {
        List<String> mended = set.stream()
                .flatMap(name -> Stream.concat(
                                known.stream().filter(name::equals),
                                known.stream().filter(each -> bare(each).equals(bare(name))))
                        .limit(1))
                .distinct()
                .toList();
        return mended.isEmpty() ? sample(known) : mended;
    }

    private static List<String> sample(List<String> known) {
        return Stream.of("TLSv1.3", "TLS_AES_128_GCM_SHA256")
                .filter(known::contains)
                .findFirst()
                .or(() -> known.stream().findFirst())
                .stream()
                .toList();
    }

    /** Letters and digits alone: {@code TLS1.3}, {@code tlsv1.3} and {@code TLSv1_3} mean one protocol. */
    private static String bare(String name) {
        return name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "").replaceFirst("^(TLS|SSL)V", "$1");
    }
}
