package dev.weir.config;

import dev.weir.internal.log.PlainText;
import java.net.SocketAddress;
import java.security.NoSuchAlgorithmException;
import java.text.Normalizer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** What a name, a target, single values and objects must keep to, each by itself or beside the objects of its pool. */
final class ValueRules {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    /** What only blocking pools use, and what asynchronous ones use in its place. */
    private static final Map<Knob<?>, String> OF_BLOCKING = Map.of(
            Knobs.SOCKET_CONFIG, "reactorConfig(...)",
            Knobs.CONNECTION_FACTORY, "http1Config(...)",
            Knobs.CUSTOMIZE_CLIENT, "customizeAsyncClient(...)",
            Knobs.TLS_STRATEGY, "asyncTlsStrategy(...)");

    /** What only asynchronous pools use, and what blocking ones use in its place, if anything. */
    private static final Map<Knob<?>, String> OF_ASYNC = Map.of(
            Knobs.HTTP2_CONFIG, "",
            Knobs.REACTOR_CONFIG, "",
            Knobs.CUSTOMIZE_ASYNC_CLIENT, "customizeClient(...)",
            Knobs.ASYNC_TLS_STRATEGY, "tlsStrategy(...)");

    private final Judge judge;
    private final Scope scope;
    private final Layer own;
    private final Draft draft;

    ValueRules(Judge judge) {
        this.judge = judge;
        this.scope = judge.scope();
        this.own = scope.own();
        this.draft = scope.draft();
    }

    void check() {
        if (own.isPool()) {
            name(draft.name());
        } else {
            target();
        }
        for (Knob<?> knob : Knobs.ALL) {
            Object value = own.values().get(knob);
            if (value != null) {
                value(knob, value);
            }
        }
        // A framework gives a pool objects of its own, beside what the user has set.
        if (own.isPool() && draft.names() == null && !own.values().isEmpty()) {
            besideOthers();
            for (List<Knob<?>> knobs : List.of(Knobs.ALL, Knobs.OBJECTS)) {
                for (Knob<?> knob : knobs) {
                    ofTheOtherKind(knob);
                }
            }
        }
    }

    private void name(String name) {
        if (!NAME.matcher(name).matches()) {
            String shown = PlainText.of(name);
            String plain = Normalizer.normalize(name.strip(), Normalizer.Form.NFD)
                    .replaceAll("\\p{M}+", "")
                    .replaceAll("[^A-Za-z0-9._-]+", "-");
            boolean isTelling = plain.chars().anyMatch(Character::isLetterOrDigit);
            String proposed = isTelling ? plain.substring(0, Math.min(64, plain.length())) : "pool";
            judge.breach(
                    Rule.NAME_SYNTAX,
                    "name",
                    shown,
                    Knob.quote(shown),
                    "must be 1 to 64 letters, digits, dots, underscores or hyphens",
                    "name(" + Knob.quote(proposed) + ")");
        }
    }

    private void target() {
        String name = own.name();
        String shown = own.target();
        if (own.parsed().isEmpty()) {
            String suggestion = "route(" + Knob.quote(proposedTarget()) + ")";
            String demand = Target.flaw(own.givenTarget());
            judge.breach(Rule.TARGET_SYNTAX, name, shown, Knob.quote(shown), demand, suggestion);
        } else if (own.has(Knobs.SSL_CONTEXT) && !own.parsed().get().isSecure()) {
            String demand = "needs a target with https";
            judge.breach(Rule.SSL_CONTEXT_NEEDS_HTTPS, demand, Judge.LEAVING_IT_OUT, Knobs.SSL_CONTEXT);
        }
        earlierRule(own.parsed()).ifPresent(earlier -> {
            Map<String, String> subjects = new LinkedHashMap<>();
            subjects.put(name, shown);
            subjects.put(earlier.name(), earlier.target());
            judge.breach(
                    Rule.TARGET_UNIQUE,
                    subjects,
                    Knob.quote(shown),
                    "must be another target than " + earlier.name() + " of the same pool",
                    "route(" + Knob.quote(earlier.target()) + ") once, with the values of both,");
        });
        if (own.values().isEmpty()) {
            String demand = "must set something";
            judge.breach(Rule.RULE_SETS_SOMETHING, name, "empty", "empty", demand, Judge.LEAVING_IT_OUT);
        }
    }

    /** The first that the text may have meant, unless there is a rule for it. */
    private String proposedTarget() {
        String authority = Target.authority(own.target());
        String scheme = own.target().strip().toLowerCase(Locale.ROOT).startsWith("http://") ? "http://" : "https://";
        List<String> targets = new ArrayList<>();
        targets.add(scheme + authority);
        targets.add(scheme + "[" + authority + "]");
        targets.add(scheme + authority.replaceFirst(":[^:\\]]*$", ""));
        targets.add("https://api.example");
        for (String target : targets) {
            Optional<Target> parsed = Target.parse(target);
            if (parsed.isPresent()
                    && draft.routes().stream().noneMatch(rule -> rule.parsed().equals(parsed))) {
                return target;
            }
        }
        return "https://spare.example";
    }

    @SuppressWarnings("ReferenceEquality") // two rules may say the same
    private Optional<Layer> earlierRule(Optional<Target> target) {
        return draft.routes().stream()
                .takeWhile(rule -> rule != own)
                .filter(rule -> target.isPresent() && rule.parsed().equals(target))
                .findFirst();
    }

    private void value(Knob<?> knob, Object value) {
        if (!knob.allows(value)) {
            Object usual = scope.resolve().values().get(knob);
            Object passing = usual != null && knob.allows(usual) ? usual : knob.least();
            breach(outOfBounds(knob, value), "must be " + knob.bounds(), passing, knob);
        } else if (knob == Retry.STATUSES) {
            statuses(Retry.STATUSES.get(own.values()));
        } else if (knob == Knobs.PROTOCOL && value != Protocol.HTTP_1_1 && !draft.isAsync()) {
            breach(Rule.PROTOCOL_OF_BLOCKING_POOL, "must be HTTP_1_1", Protocol.HTTP_1_1, knob);
        } else if (knob == Tls.PROTOCOLS) {
            tlsNames(Tls.PROTOCOLS);
        } else if (knob == Tls.CIPHER_SUITES) {
            tlsNames(Tls.CIPHER_SUITES);
        } else if (knob == Knobs.HTTP1_CONFIG) {
            http1Config((Http1Config) value);
        } else if (knob == Knobs.SOCKET_CONFIG) {
            SocketConfig config = (SocketConfig) value;
            sockets(knob, config.getSoTimeout(), SocketConfig.DEFAULT.getSoTimeout(), config.getSocksProxyAddress());
        } else if (knob == Knobs.REACTOR_CONFIG) {
            IOReactorConfig config = (IOReactorConfig) value;
            sockets(knob, config.getSoTimeout(), IOReactorConfig.DEFAULT.getSoTimeout(), config.getSocksProxyAddress());
        } else if (knob == Knobs.PROXY) {
            ProxyRules.address(judge, (String) value);
        } else if (knob == Knobs.NO_PROXY) {
            ProxyRules.exclusions(judge, Knobs.NO_PROXY.get(own.values()));
        }
    }

    private void breach(Rule rule, String demand, Object passing, Knob<?> knob) {
        judge.breach(rule, demand, scope.suggestion(knob, passing), knob);
    }

    private static Rule outOfBounds(Knob<?> knob, Object value) {
        if (value instanceof Duration) {
            return Rule.TIME_IN_RANGE;
        }
        if (value instanceof Integer) {
            return knob.startsAt(1) ? Rule.COUNT_AT_LEAST_ONE : Rule.COUNT_NOT_NEGATIVE;
        }
        return knob == Eviction.JITTER ? Rule.JITTER_IS_A_SHARE : Rule.RETRY_BUDGET_IS_A_SHARE;
    }

    private void statuses(Set<Integer> statuses) {
        Set<Integer> errors = new TreeSet<>(statuses).subSet(400, 600);
        if (errors.size() < statuses.size()) {
            Set<Integer> passing = errors.isEmpty() ? Set.of(503) : errors;
            breach(Rule.RETRY_STATUS_IS_AN_ERROR, "must be statuses from 400 to 599", passing, Retry.STATUSES);
        }
    }

    private void http1Config(Http1Config config) {
        if (config.getMaxLineLength() <= 0 || config.getMaxHeaderCount() <= 0) {
            String demand = "must limit lines and headers to at least 1";
            breach(Rule.HTTP1_CONFIG_HAS_LIMITS, demand, Http1Config.DEFAULT, Knobs.HTTP1_CONFIG);
        }
    }

    private void sockets(Knob<?> knob, Timeout timeout, Timeout usual, @Nullable SocketAddress socks) {
        if (socks != null || !Objects.equals(timeout, usual)) {
            String demand = "must leave soTimeout and the SOCKS proxy alone";
            judge.breach(Rule.SOCKETS_WITHOUT_TIMEOUT_AND_PROXY, demand, "one with neither", knob);
        }
    }

    private void tlsNames(Knob<List<String>> knob) {
        boolean isProtocols = knob == Tls.PROTOCOLS;
        List<String> set = knob.get(own.values());
        List<String> known = supported(isProtocols);
        if (known.isEmpty() || known.containsAll(set)) {
            return;
        }
        List<String> meant = known.stream()
                .filter(each -> set.stream().anyMatch(name -> bare(name).equals(bare(each))))
                .toList();
        // The suites are fifty.
        String listed = isProtocols ? " (" + String.join(", ", known) + ")" : "";
        String demand = "must contain only names that the SSL context supports" + listed;
        breach(Rule.TLS_NAMES_KNOWN, demand, meant.isEmpty() ? known.subList(0, 1) : meant, knob);
    }

    /** Empty if the context does not tell its names. */
    private List<String> supported(boolean isProtocols) {
        try {
            SSLContext given = Knobs.SSL_CONTEXT.find(draft.pool().values());
            SSLParameters all = (given != null ? given : SSLContext.getDefault()).getSupportedSSLParameters();
            return List.of(isProtocols ? all.getProtocols() : all.getCipherSuites());
        } catch (NoSuchAlgorithmException | UnsupportedOperationException e) {
            // Then there is nothing to compare with.
            return List.of();
        }
    }

    /** Letters and digits alone: {@code TLS1.3}, {@code tlsv1.3} and {@code TLSv1_3} mean one protocol. */
    private static String bare(String name) {
        return name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "").replaceFirst("^(TLS|SSL)V", "$1");
    }

    /** What another object of the pool decides instead, or what would need one. */
    private void besideOthers() {
        leftTo(
                draft.isAsync() ? Knobs.ASYNC_TLS_STRATEGY : Knobs.TLS_STRATEGY,
                Rule.TLS_STRATEGY_DECIDES,
                Tls.PROTOCOLS,
                Tls.CIPHER_SUITES,
                Tls.HOSTNAME_VERIFIER,
                Knobs.SSL_CONTEXT);
        if (!draft.isAsync()) {
            leftTo(Knobs.CONNECTION_FACTORY, Rule.CONNECTION_FACTORY_DECIDES, Knobs.HTTP1_CONFIG);
        }
        String proxy = scope.find(Knobs.PROXY);
        if (own.has(Knobs.PROXY_CREDENTIALS) && !ProxyRules.isHttp(proxy)) {
            String was = "set " + (proxy == null ? "without one" : "for " + scope.quoted(Knobs.PROXY));
            judge.breach(
                    Rule.PROXY_CREDENTIALS_NEED_PROXY,
                    Knobs.PROXY_CREDENTIALS.name(),
                    was,
                    was,
                    "needs an http or https proxy",
                    scope.suggestion(Knobs.PROXY, "http://proxy:3128"));
        }
    }

    private void leftTo(Knob<?> object, Rule rule, Knob<?>... knobs) {
        for (Knob<?> knob : knobs) {
            if (own.has(object) && own.has(knob)) {
                String demand = "must be left to " + object + " (" + scope.text(object) + ")";
                judge.breach(rule, demand, Judge.LEAVING_IT_OUT, knob);
            }
        }
    }

    private void ofTheOtherKind(Knob<?> knob) {
        String instead = own.has(knob) ? (draft.isAsync() ? OF_BLOCKING : OF_ASYNC).get(knob) : null;
        if (instead == null) {
            return;
        }
        if (draft.isAsync()) {
            judge.breach(Rule.FOR_BLOCKING_POOLS, "needs a blocking pool", instead, knob);
            return;
        }
        if (instead.isEmpty()) {
            boolean isForBlocking = OF_BLOCKING.keySet().stream().anyMatch(own::has);
            instead = isForBlocking ? Judge.LEAVING_IT_OUT : "buildAsync()";
        }
        judge.breach(Rule.FOR_ASYNCHRONOUS_POOLS, "needs an asynchronous pool", instead, knob);
    }
}
