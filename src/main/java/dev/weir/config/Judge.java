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
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** Finds what is wrong in one scope, and for each a value that would pass. Not thread-safe. */
final class Judge {

    private static final String LEAVING_IT_OUT = "leaving it out";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    /** What only blocking pools use, and what asynchronous ones use in its place. */
    private static final Map<Knob<?>, String> OF_BLOCKING = Map.of(
            Knobs.SOCKET_CONFIG, "reactorConfig(...)",
            Knobs.CUSTOMIZE_CLIENT, "customizeAsyncClient(...)",
            Knobs.TLS_STRATEGY, "asyncTlsStrategy(...)");

    /** What only asynchronous pools use, and what blocking ones use in its place, if anything. */
    private static final Map<Knob<?>, String> OF_ASYNC = Map.of(
            Knobs.HTTP2_CONFIG, "",
            Knobs.REACTOR_CONFIG, "",
            Knobs.CUSTOMIZE_ASYNC_CLIENT, "customizeClient(...)",
            Knobs.ASYNC_TLS_STRATEGY, "tlsStrategy(...)");

    private final Scope scope;
    private final PoolConfig config;
    private final Layer own;
    private final List<Violation> violations;

    private Judge(Scope scope, List<Violation> violations) {
        this.scope = scope;
        this.config = scope.config();
        this.own = scope.own();
        this.violations = violations;
    }

    /** Finds all that is wrong with a configuration: first single values, then how the others relate. */
    static List<Violation> violations(PoolConfig config) {
        List<Violation> violations = new ArrayList<>();
        List<Scope> scopes = Scope.all(config);
        for (Scope scope : scopes) {
            new Judge(scope, violations).values();
        }
        for (Scope scope : scopes) {
            new Judge(scope, violations).relations();
        }
        return violations;
    }

    /**
     * Takes down that a knob, with the others that take part, breaks a rule; the demand is on the first. What only values of the
     * pool or of more general rules break is reported there, not again for each of the others.
     */
    private void breach(Rule rule, String demand, String suggestion, Knob<?>... knobs) {
        Map<String, String> subjects = new LinkedHashMap<>();
        boolean isSetHere = own.isPool();
        for (Knob<?> knob : knobs) {
            isSetHere |= scope.place(knob).equals(own);
            subjects.put(scope.place(knob).name(knob), scope.text(knob));
        }
        if (isSetHere) {
            breach(rule, subjects, quoted(knobs[0]), demand, suggestion);
        }
    }

    /** Likewise of something else than a knob. */
    private void breach(Rule rule, Map<String, String> subjects, String was, String demand, String suggestion) {
        Map<String, String> shown = new LinkedHashMap<>();
        subjects.forEach((name, value) -> shown.put(config.shown(name), value));
        String sentence = shown.keySet().iterator().next() + " " + demand + ", but was " + was + ": " + rule.reason
                + "; " + suggestion + " would pass [" + rule + "]";
        violations.add(new Violation(shown, rule.toString(), rule.reason, suggestion, sentence));
    }

    private String quoted(Knob<?> knob) {
        return knob.quoted(scope.place(knob).values().get(knob));
    }

    /** A knob with a value, as the user sets it. */
    private String suggestion(Knob<?> knob, Object value) {
        String name = scope.name(knob);
        return config.names == null ? name + "(" + knob.quoted(value) + ")" : name + "=" + knob.text(value);
    }

    /** What a name, a target, single values and objects must keep to, each by itself or beside the objects of its pool. */
    private void values() {
        if (own.isPool()) {
            name(config.name());
        } else {
            target(own.name(), own.target());
        }
        for (Knob<?> knob : Knobs.ALL) {
            Object value = own.values().get(knob);
            if (value != null) {
                value(knob, value);
            }
        }
        // A framework gives a pool objects of its own, beside what the user has set.
        if (own.isPool() && config.names == null && !own.values().isEmpty()) {
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
            String demand = "must be 1 to 64 letters, digits, dots, underscores or hyphens";
            String suggestion = "name(" + Knob.quote(proposed) + ")";
            breach(Rule.NAME_SYNTAX, Map.of("name", shown), Knob.quote(shown), demand, suggestion);
        }
    }

    private void target(String name, String shown) {
        Target parsed = own.parsed();
        if (parsed == null) {
            String proposed = proposedTarget(shown);
            String suggestion =
                    config.names == null ? "route(" + Knob.quote(proposed) + ")" : config.shown(name) + "=" + proposed;
            String demand = Target.flaw(Objects.requireNonNull(own.given()));
            breach(Rule.TARGET_SYNTAX, Map.of(name, shown), Knob.quote(shown), demand, suggestion);
        } else if (own.has(Knobs.SSL_CONTEXT) && !parsed.scheme().equals("https")) {
            breach(Rule.SSL_CONTEXT_NEEDS_HTTPS, "needs a target with https", LEAVING_IT_OUT, Knobs.SSL_CONTEXT);
        }
        Layer earlier = otherRule(parsed);
        if (earlier != null) {
            Map<String, String> subjects = new LinkedHashMap<>();
            subjects.put(name, shown);
            subjects.put(earlier.name(), earlier.target());
            String demand = "must be another target than " + earlier.name() + " of the same pool";
            String once = config.names == null
                    ? "route(" + Knob.quote(earlier.target()) + ") once"
                    : config.shown(earlier.name()) + " alone";
            String suggestion = once + ", with the values of both,";
            breach(Rule.TARGET_UNIQUE, subjects, Knob.quote(shown), demand, suggestion);
        }
        if (own.values().isEmpty()) {
            breach(Rule.RULE_SETS_SOMETHING, Map.of(name, "empty"), "empty", "must set something", LEAVING_IT_OUT);
        }
    }

    /** The first that the text may have meant, unless there is a rule for it. */
    private String proposedTarget(String shown) {
        String authority = Target.authority(shown);
        String scheme = shown.strip().toLowerCase(Locale.ROOT).startsWith("http://") ? "http://" : "https://";
        return Stream.of(
                        scheme + authority,
                        scheme + "[" + authority + "]",
                        scheme + authority.replaceFirst(":[^:\\]]*$", ""),
                        "https://api.example")
                .filter(each -> Target.parse(each) != null && otherRule(Target.parse(each)) == null)
                .findFirst()
                .orElse("https://spare.example");
    }

    /** The first rule for a target; null if it is this one, or there is none. */
    @SuppressWarnings("ReferenceEquality") // two rules may say the same
    private @Nullable Layer otherRule(@Nullable Target target) {
        for (Layer rule : config.rules) {
            if (target != null && target.equals(rule.parsed())) {
                return rule == own ? null : rule;
            }
        }
        return null;
    }

    private void value(Knob<?> knob, Object value) {
        if (!knob.allows(value)) {
            Object usual = scope.resolve().values().get(knob);
            Object passing = usual != null && knob.allows(usual) ? usual : knob.least();
            Rule ofShare = knob == Eviction.JITTER ? Rule.JITTER_IS_A_SHARE : Rule.RETRY_BUDGET_IS_A_SHARE;
            Rule ofCount = knob.startsAt(1) ? Rule.COUNT_AT_LEAST_ONE : Rule.COUNT_NOT_NEGATIVE;
            Rule rule = value instanceof Duration ? Rule.TIME_IN_RANGE : value instanceof Double ? ofShare : ofCount;
            breach(rule, "must be " + knob.bounds(), suggestion(knob, passing), knob);
        } else if (knob == Retry.STATUSES) {
            statuses(Retry.STATUSES.get(own.values()));
        } else if (knob == Tls.PROTOCOLS || knob == Tls.CIPHER_SUITES) {
            tlsNames(knob == Tls.PROTOCOLS ? Tls.PROTOCOLS : Tls.CIPHER_SUITES);
        } else if (knob == Knobs.PROXY) {
            proxy(Knobs.PROXY.get(own.values()));
        } else if (knob == Knobs.NO_PROXY) {
            exclusions(Knobs.NO_PROXY.get(own.values()));
        } else if (knob == Knobs.PROTOCOL && value != Protocol.HTTP_1_1 && !config.isAsync()) {
            breach(Rule.PROTOCOL_OF_BLOCKING_POOL, "must be HTTP_1_1", suggestion(knob, Protocol.HTTP_1_1), knob);
        } else if (value instanceof Http1Config http
                && (http.getMaxLineLength() <= 0 || http.getMaxHeaderCount() <= 0)) {
            String demand = "must limit lines and headers to at least 1";
            breach(Rule.HTTP1_CONFIG_HAS_LIMITS, demand, suggestion(knob, Http1Config.DEFAULT), knob);
        } else if (value instanceof SocketConfig it) {
            sockets(knob, it.getSoTimeout(), SocketConfig.DEFAULT.getSoTimeout(), it.getSocksProxyAddress());
        } else if (value instanceof IOReactorConfig it) {
            sockets(knob, it.getSoTimeout(), IOReactorConfig.DEFAULT.getSoTimeout(), it.getSocksProxyAddress());
        }
    }

    private void statuses(Set<Integer> statuses) {
        Set<Integer> errors = new TreeSet<>(statuses).subSet(400, 600);
        if (errors.size() < statuses.size()) {
            String passing = suggestion(Retry.STATUSES, errors.isEmpty() ? Set.of(503) : errors);
            breach(Rule.RETRY_STATUS_IS_AN_ERROR, "must be statuses from 400 to 599", passing, Retry.STATUSES);
        }
    }

    private void sockets(Knob<?> knob, Timeout timeout, Timeout usual, @Nullable SocketAddress socks) {
        if (socks != null || !Objects.equals(timeout, usual)) {
            String demand = "must leave soTimeout and the SOCKS proxy alone";
            breach(Rule.SOCKETS_WITHOUT_TIMEOUT_AND_PROXY, demand, "one with neither", knob);
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
        breach(Rule.TLS_NAMES_KNOWN, demand, suggestion(knob, meant.isEmpty() ? known.subList(0, 1) : meant), knob);
    }

    /** Empty if the context does not tell its names. */
    private List<String> supported(boolean isProtocols) {
        try {
            SSLContext given = Knobs.SSL_CONTEXT.find(config.pool.values());
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

    private void proxy(String proxy) {
        String none = own.isPool() ? "" : ", or " + NoProxy.NONE;
        if (NoProxy.proxy(proxy) == null && (own.isPool() || !proxy.equals(NoProxy.NONE))) {
            String meant = "http://" + Target.authority(proxy);
            String passing = Stream.of(meant, meant + ":3128")
                    .filter(each -> NoProxy.proxy(each) != null)
                    .findFirst()
                    .orElse(NoProxy.SAMPLE);
            String demand = "must be http, https or socks://host:port without user info and path" + none;
            breach(Rule.PROXY_ADDRESS, demand, suggestion(Knobs.PROXY, passing), Knobs.PROXY);
        }
        String ofPool = NoProxy.scheme(Knobs.PROXY.find(config.pool.values()));
        boolean isSocks = List.of(NoProxy.scheme(proxy), ofPool).contains("socks");
        if (!own.isPool() && config.isAsync() && isSocks) {
            String demand = "must be left out where a proxy of buildAsync() is socks";
            breach(Rule.ASYNC_SOCKS_FOR_ALL, demand, LEAVING_IT_OUT, Knobs.PROXY);
        }
    }

    private void exclusions(List<String> entries) {
        List<String> mended = entries.stream()
                .map(entry -> NoProxy.isEntry(entry) ? entry : NoProxy.meant(entry))
                .distinct()
                .toList();
        String demand = "must contain only host names, *.domain, *, IP addresses and CIDR blocks, each with or without"
                + " :port";
        for (String entry : entries) {
            if (!NoProxy.isEntry(entry)) {
                String shown = PlainText.withoutSecrets(entry);
                Map<String, String> subjects = Map.of(Knobs.NO_PROXY.toString(), shown);
                String passing = suggestion(Knobs.NO_PROXY, mended);
                breach(Rule.NO_PROXY_ENTRY, subjects, Knob.quote(shown), demand, passing);
            }
        }
        String proxy = scope.find(Knobs.PROXY);
        if (proxy == null && !entries.isEmpty()) {
            breach(Rule.NO_PROXY_NEEDS_PROXY, "needs a proxy", LEAVING_IT_OUT, Knobs.NO_PROXY);
        } else if (NoProxy.scheme(proxy).equals("socks") && !entries.isEmpty() && config.isAsync()) {
            String empty = "must be empty where buildAsync() has proxy " + scope.text(Knobs.PROXY);
            breach(Rule.ASYNC_SOCKS_FOR_ALL, empty, "noProxy()", Knobs.NO_PROXY, Knobs.PROXY);
        }
    }

    /** What another object of the pool decides instead, or what would need one. */
    private void besideOthers() {
        Knob<?> strategy = config.isAsync() ? Knobs.ASYNC_TLS_STRATEGY : Knobs.TLS_STRATEGY;
        for (Knob<?> knob : List.of(Tls.PROTOCOLS, Tls.CIPHER_SUITES, Tls.HOSTNAME_VERIFIER, Knobs.SSL_CONTEXT)) {
            if (own.has(strategy) && own.has(knob)) {
                String demand = "must be left to " + strategy + " (" + scope.text(strategy) + ")";
                breach(Rule.TLS_STRATEGY_DECIDES, demand, LEAVING_IT_OUT, knob);
            }
        }
        String proxy = scope.find(Knobs.PROXY);
        if (own.has(Knobs.PROXY_CREDENTIALS) && !NoProxy.scheme(proxy).startsWith("http")) {
            String was = "set " + (proxy == null ? "without one" : "for " + quoted(Knobs.PROXY));
            Map<String, String> subjects = Map.of(Knobs.PROXY_CREDENTIALS.toString(), was);
            String passing = suggestion(Knobs.PROXY, NoProxy.SAMPLE);
            breach(Rule.PROXY_CREDENTIALS_NEED_PROXY, subjects, was, "needs an http or https proxy", passing);
        }
    }

    private void ofTheOtherKind(Knob<?> knob) {
        String instead = own.has(knob) ? (config.isAsync() ? OF_BLOCKING : OF_ASYNC).get(knob) : null;
        if (instead != null && config.isAsync()) {
            breach(Rule.FOR_BLOCKING_POOLS, "needs a blocking pool", instead, knob);
        } else if (instead != null) {
            boolean isForBlocking = OF_BLOCKING.keySet().stream().anyMatch(own::has);
            String passing = !instead.isEmpty() ? instead : isForBlocking ? LEAVING_IT_OUT : "buildAsync()";
            breach(Rule.FOR_ASYNCHRONOUS_POOLS, "needs an asynchronous pool", passing, knob);
        }
    }

    private void relations() {
        for (Rule rule : Rule.values()) {
            int upper = 1;
            while (upper < rule.knobs.size() && on(scope, rule.knobs.get(upper)) == null) {
                upper++;
            }
            if (upper < rule.knobs.size() && on(scope, rule.knobs.get(0)) != null) {
                relation(rule, rule.knobs.get(0), rule.knobs.get(upper));
            }
        }
        sum();
        if (own.isPool()) {
            keptIn(Knobs.MAX_TOTAL);
            keptIn(Knobs.MAX_IDLE_IN_ALL);
        } else if (on(scope, Knobs.MIN_IDLE) != null) {
            minIdle();
        }
    }

    private void relation(Rule rule, Knob<?> lower, Knob<?> upper) {
        if ((scope.isAdopted(lower) && scope.isAdopted(upper)) || isKept(scope, rule, upper)) {
            return;
        }
        if (scope.get(lower) instanceof Integer low) {
            String either = suggestion(lower, scope.get(upper)) + " or " + suggestion(upper, low);
            breach(rule, "must not exceed " + scope.named(upper), either, lower, upper);
            return;
        }
        // Who asked for a long read wants a longer total, rather than less of what was asked for.
        List<Knob<?>> inOrderOfUse =
                new ArrayList<>(upper == Timeouts.TOTAL ? List.of(upper, lower) : List.of(lower, upper));
        List<Knob<?>> knobs = new ArrayList<>(List.of(lower, upper));
        String demand =
                (rule.isStrictFor(upper) ? "must be shorter than " : "must not be longer than ") + scope.named(upper);
        if (hasMargin(scope, rule)) {
            inOrderOfUse.add(KeepAlive.MARGIN);
            knobs.add(KeepAlive.MARGIN);
            demand += " by at least " + scope.named(KeepAlive.MARGIN);
        }
        String passing = fitting(inOrderOfUse, each -> isKept(each, rule, upper));
        breach(rule, demand, passing, knobs.toArray(new Knob<?>[0]));
    }

    private static boolean hasMargin(Scope scope, Rule rule) {
        Duration margin = rule == Rule.KEEP_ALIVE_BELOW_SERVER_IDLE ? scope.find(KeepAlive.MARGIN) : null;
        Duration serverIdle = scope.find(KeepAlive.SERVER_IDLE);
        return margin != null && serverIdle != null && margin.compareTo(serverIdle) < 0;
    }

    private static boolean isKept(Scope scope, Rule rule, Knob<?> upper) {
        Long low = on(scope, rule.knobs.get(0));
        Long high = on(scope, upper);
        boolean isUnordered = rule.knobs.contains(Timeouts.TOTAL) && scope.isTrue(Timeouts.UNORDERED);
        return low == null || high == null || isUnordered || low + gap(scope, rule, upper) <= high;
    }

    private static long gap(Scope scope, Rule rule, Knob<?> upper) {
        if (hasMargin(scope, rule)) {
            return scope.get(KeepAlive.MARGIN).toNanos();
        }
        return scope.get(upper) instanceof Duration && rule.isStrictFor(upper) ? Knob.SHORTEST.toNanos() : 0;
    }

    /** An explicit count, or time in nanoseconds; null if there is none, or one that is no limit. */
    private static @Nullable Long on(Scope scope, Knob<?> knob) {
        Object value = scope.find(knob);
        if (value instanceof Duration time) {
            return time.isZero() ? null : time.toNanos();
        }
        boolean isNone = (knob == Knobs.MAX_IDLE && scope.hasIdleThatGivesWay())
                || (value instanceof Integer count && count == 0 && knob != Knobs.MAX_IDLE);
        return value instanceof Integer count && !isNone ? Long.valueOf(count) : null;
    }

    /** Where defaults cannot make way so far that connecting and reading fit into an explicit total. */
    private void sum() {
        List<Knob<?>> knobs = new ArrayList<>(List.of(Timeouts.TOTAL));
        List<String> parts = new ArrayList<>();
        for (Knob<Duration> knob : List.of(Timeouts.CONNECT, Timeouts.POOL_WAIT, Tls.HANDSHAKE, Timeouts.READ)) {
            boolean isPart = knob == Timeouts.CONNECT || knob == Timeouts.READ || !scope.has(Timeouts.CONNECT);
            if (isPart && scope.findOn(knob) != null) {
                knobs.add(knob);
                parts.add(scope.named(knob));
            }
        }
        if (!isCovered(scope) && Stream.of(Rule.values()).allMatch(this::isKeptByTotal)) {
            String demand = "must cover connecting and reading, with " + String.join(" and ", parts);
            String passing = fitting(knobs, Judge::isCovered);
            breach(Rule.TOTAL_COVERS_CONNECT_AND_READ, demand, passing, knobs.toArray(new Knob<?>[0]));
        }
    }

    private boolean isKeptByTotal(Rule rule) {
        return !rule.knobs.contains(Timeouts.TOTAL) || isKept(scope, rule, Timeouts.TOTAL);
    }

    private static boolean isCovered(Scope scope) {
        if (scope.findOn(Timeouts.TOTAL) == null || scope.isTrue(Timeouts.UNORDERED)) {
            return true;
        }
        Defaults.Resolved all = scope.resolve();
        Duration read = all.get(Timeouts.READ);
        return read.isZero() || all.get(Timeouts.CONNECT).plus(read).compareTo(all.get(Timeouts.TOTAL)) <= 0;
    }

    private void keptIn(Knob<Integer> limit) {
        Long most = on(scope, limit);
        int sum = scope.minIdleOfAll();
        if (most != null && sum > most) {
            String demand = "must be at least the minIdle of all routes together (" + sum + ")";
            breach(Rule.MIN_IDLE_WITHIN_POOL, demand, suggestion(limit, sum), limit);
        }
    }

    /** Connections that the pool opens by itself, and keeps, need an origin that is connected to directly. */
    private void minIdle() {
        Rule rule = Rule.MIN_IDLE_CAN_BE_KEPT;
        String none = suggestion(Knobs.MIN_IDLE, 0);
        if (own.isPattern()) {
            breach(rule, "must be in the rule of an origin, such as https://recs:8443", none, Knobs.MIN_IDLE);
            return;
        }
        if (Objects.equals(scope.find(KeepAlive.MAX), Duration.ZERO)) {
            String demand = "must be 0 where " + scope.name(KeepAlive.MAX) + " is 0s";
            breach(rule, demand, none, Knobs.MIN_IDLE, KeepAlive.MAX);
        }
        if (isProxied()) {
            String demand = "must be 0 where " + scope.name(Knobs.PROXY) + " " + scope.text(Knobs.PROXY)
                    + " leads to the origin";
            breach(rule, demand, none, Knobs.MIN_IDLE, Knobs.PROXY);
        }
    }

    /** Whether an http or https proxy leads to the one origin of the scope. */
    private boolean isProxied() {
        Target origin = own.parsed();
        List<String> exclusions = scope.isFromRoute(Knobs.PROXY) ? null : scope.find(Knobs.NO_PROXY);
        boolean isExcluded =
                origin != null && exclusions != null && NoProxy.of(exclusions).excludes(origin.host(), origin.port());
        return NoProxy.scheme(scope.find(Knobs.PROXY)).startsWith("http") && !isExcluded;
    }

    /**
     * The first knob, with the value that it would have by default, that heals a breach: beside all that is set, or else
     * beside the other knobs of the breach alone.
     */
    private String fitting(List<Knob<?>> knobs, Predicate<Scope> isKept) {
        for (Scope from : List.of(scope, scope.changed(values -> values.keySet().retainAll(knobs)))) {
            for (Knob<?> knob : knobs) {
                Object value = from.changed(values -> values.remove(knob))
                        .resolve()
                        .values()
                        .get(knob);
                if (value != null
                        && knob.allows(value)
                        && isKept.test(scope.changed(values -> values.put(knob, value)))) {
                    return suggestion(knob, value);
                }
            }
        }
        return LEAVING_IT_OUT;
    }
}
