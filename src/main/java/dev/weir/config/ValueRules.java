package dev.weir.config;

import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.reactor.IOReactorConfig;

/** What single values must keep to. */
final class ValueRules {
    private static final double MOST_RETRIES_PER_REQUEST = 10;
    private static final String WITHOUT_TIMEOUT_AND_PROXY = "must leave soTimeout and the SOCKS proxy alone";

    private ValueRules() {}

    static void check(Judge judge) {
        Scope scope = judge.scope();
        for (Knob<?> knob : Knobs.ALL) {
            if (scope.has(knob) && scope.concerns(knob)) {
                check(judge, knob, scope.get(knob));
            }
        }
    }

    private static void check(Judge judge, Knob<?> knob, Object value) {
        if (value instanceof Duration time) {
            time(judge, knob, time);
        } else if (value instanceof Integer count) {
            count(judge, knob, count);
        } else if (value instanceof Double share) {
            share(judge, knob, share);
        } else if (knob == Retry.STATUSES) {
            statuses(judge);
        } else if (knob == Knobs.PROTOCOL) {
            protocol(judge);
        } else if (knob == Tls.PROTOCOLS || knob == Tls.CIPHER_SUITES) {
            names(judge, knob == Tls.PROTOCOLS ? Tls.PROTOCOLS : Tls.CIPHER_SUITES);
        } else if (knob == Knobs.HTTP1_CONFIG) {
            http1Config(judge, (Http1Config) value);
        } else if (knob == Knobs.SOCKET_CONFIG) {
            socketConfig(judge, (SocketConfig) value);
        } else if (knob == Knobs.REACTOR_CONFIG) {
            reactorConfig(judge, (IOReactorConfig) value);
        }
    }

    private static void time(Judge judge, Knob<?> knob, Duration time) {
        if (time.isNegative()) {
            judge.number(Rule.DURATION_NOT_NEGATIVE, "must not be negative", knob);
        } else if (time.isZero() && !knob.startsAt(Duration.ZERO)) {
            judge.number(Rule.DURATION_NOT_ZERO, "must be longer than 0s", knob);
        } else if (!time.isZero() && time.compareTo(Knob.SHORTEST) < 0) {
            judge.number(Rule.DURATION_NOT_TOO_SHORT, "must be at least 1ms", knob);
        } else if (time.compareTo(Knob.LONGEST) > 0) {
            judge.number(Rule.DURATION_NOT_TOO_LONG, "must be at most " + DurationText.of(Knob.LONGEST), knob);
        }
    }

    private static void count(Judge judge, Knob<?> knob, int count) {
        if (count < 1 && knob.startsAt(1)) {
            judge.number(Rule.COUNT_AT_LEAST_ONE, "must be at least 1", knob);
        } else if (count < 0) {
            judge.number(Rule.COUNT_NOT_NEGATIVE, "must be at least 0", knob);
        }
    }

    private static void share(Judge judge, Knob<?> knob, double share) {
        if (knob == Eviction.JITTER && !(share >= 0 && share < 1)) {
            judge.number(Rule.JITTER_IS_A_SHARE, "must be at least 0 and below 1", knob);
        } else if (knob == Retry.BUDGET && !(share >= 0 && share <= MOST_RETRIES_PER_REQUEST)) {
            judge.number(Rule.RETRY_BUDGET_IS_A_SHARE, "must be at least 0 and at most 10", knob);
        }
    }

    private static void statuses(Judge judge) {
        Set<Integer> statuses = judge.scope().get(Retry.STATUSES);
        Set<Integer> errors = new TreeSet<>(statuses).subSet(400, 600);
        if (errors.size() < statuses.size()) {
            Set<Integer> passing = errors.isEmpty() ? Set.of(503) : errors;
            judge.breach(Rule.RETRY_STATUS_IS_AN_ERROR, "must be statuses from 400 to 599", Retry.STATUSES, passing);
        }
    }

    private static void protocol(Judge judge) {
        if (judge.scope().get(Knobs.PROTOCOL) != Protocol.HTTP_1_1
                && !judge.scope().draft().isAsync()) {
            judge.breach(Rule.PROTOCOL_OF_BLOCKING_POOL, "must be HTTP_1_1", Knobs.PROTOCOL, Protocol.HTTP_1_1);
        }
    }

    private static void http1Config(Judge judge, Http1Config config) {
        if (config.getMaxLineLength() <= 0 || config.getMaxHeaderCount() <= 0) {
            judge.breach(
                    Rule.HTTP1_CONFIG_HAS_LIMITS,
                    "must limit lines and headers to at least 1",
                    Knobs.HTTP1_CONFIG,
                    Http1Config.DEFAULT);
        }
    }

    private static void socketConfig(Judge judge, SocketConfig config) {
        if (!Objects.equals(config.getSoTimeout(), SocketConfig.DEFAULT.getSoTimeout())
                || config.getSocksProxyAddress() != null) {
            SocketConfig passing = SocketConfig.copy(config)
                    .setSoTimeout(SocketConfig.DEFAULT.getSoTimeout())
                    .setSocksProxyAddress(null)
                    .build();
            judge.breach(
                    Rule.SOCKET_CONFIG_WITHOUT_TIMEOUT_AND_PROXY,
                    WITHOUT_TIMEOUT_AND_PROXY,
                    Knobs.SOCKET_CONFIG,
                    passing);
        }
    }

    private static void reactorConfig(Judge judge, IOReactorConfig config) {
        if (!Objects.equals(config.getSoTimeout(), IOReactorConfig.DEFAULT.getSoTimeout())
                || config.getSocksProxyAddress() != null) {
            IOReactorConfig passing = IOReactorConfig.copy(config)
                    .setSoTimeout(IOReactorConfig.DEFAULT.getSoTimeout())
                    .setSocksProxyAddress(null)
                    .build();
            judge.breach(
                    Rule.REACTOR_CONFIG_WITHOUT_TIMEOUT_AND_PROXY,
                    WITHOUT_TIMEOUT_AND_PROXY,
                    Knobs.REACTOR_CONFIG,
                    passing);
        }
    }

    private static void names(Judge judge, Knob<List<String>> knob) {
        List<String> set = judge.scope().get(knob);
        boolean isProtocols = knob == Tls.PROTOCOLS;
        List<String> known = supported(judge.scope().draft(), isProtocols).orElse(set);
        if (!known.containsAll(set)) {
            // The suites are fifty.
            String listed = isProtocols ? " (" + String.join(", ", known) + ")" : "";
            judge.breach(
                    isProtocols ? Rule.TLS_PROTOCOLS_KNOWN : Rule.CIPHER_SUITES_KNOWN,
                    "must contain only names that the SSL context supports" + listed,
                    knob,
                    mended(set, known));
        }
    }

    private static Optional<List<String>> supported(Draft draft, boolean isProtocols) {
        try {
            SSLContext own = draft.sslContext();
            SSLParameters all = (own != null ? own : SSLContext.getDefault()).getSupportedSSLParameters();
            return Optional.of(List.of(isProtocols ? all.getProtocols() : all.getCipherSuites()));
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
        return Stream.concat(Stream.of("TLSv1.3", "TLS_AES_128_GCM_SHA256").filter(known::contains), known.stream())
                .limit(1)
                .toList();
    }

    /** Letters and digits alone: {@code TLS1.3}, {@code tlsv1.3} and {@code TLSv1_3} mean one protocol. */
    private static String bare(String name) {
        return name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "").replaceFirst("^(TLS|SSL)V", "$1");
    }
}
