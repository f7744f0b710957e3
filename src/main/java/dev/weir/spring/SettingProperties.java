package dev.weir.spring;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Calls the settings of a pool as the properties do: by the one that is set, or that would set them. Thread-safe. */
final class SettingProperties implements UnaryOperator<String> {

    private static final Pattern ROUTE = Pattern.compile("route\\[(.*?)\\]\\.?(.*)", Pattern.DOTALL);
    private static final Pattern SETTING = Pattern.compile("[a-zA-Z0-9]+(\\.[a-zA-Z0-9]+)?");
    private static final String SOME = "<nickname>";
    private static final Map<String, String> BOOT =
            Map.of("timeouts.connect", "connect-timeout", "timeouts.read", "read-timeout");

    private static final Set<String> NAMES = Set.copyOf(PropertyNames.of(PoolProperties.class));

    /** What findings advise to call, in the words of Spring. */
    private static final Map<String, String> CALLS = Map.of(
            "JvmDnsCache.apply(...) at the very start of the program",
            "weir.jvm-dns.ttl",
            "client.execute(request, handler)",
            "retrieve() of RestClient or WebClient",
            "client.execute(request, handler) with EntityUtils.consume(response.getEntity())",
            "retrieve() with body(...) or toBodilessEntity()",
            "sslContext(...) and tls(...)",
            "spring.http.*.ssl.bundle and spring.ssl.bundle.*");

    private final String pool;
    private final WeirProperties properties;
    private final SetProperties set;
    // No more than there are settings, nicknames and calls in advice; each caller without a connection asks.
    private final ConcurrentMap<String, String> known = new ConcurrentHashMap<>();

    SettingProperties(String pool, WeirProperties properties, SetProperties set) {
        this.pool = pool;
        this.properties = properties;
        this.set = set;
    }

    @Override
    public String apply(String setting) {
        return setting.startsWith("route[")
                ? known.computeIfAbsent(key(setting), key -> inForce(setting, key))
                : known.computeIfAbsent(setting, this::ofPoolOrCall);
    }

    private String ofPoolOrCall(String setting) {
        if (setting.equals("buildAsync() and use its blockingClient()")) {
            return ofPool() + ".protocol=negotiate";
        }
        if (!SETTING.matcher(setting).matches()) {
            return CALLS.getOrDefault(setting, setting);
        }
        String key = key(setting);
        return NAMES.contains(key) ? inForce(setting, key) : setting + " (by an HttpPoolCustomizer)";
    }

    /** The most specific property that is set. */
    private String inForce(String setting, String key) {
        List<String> candidates = candidates(setting, key);
        return candidates.stream()
                .filter(name -> !name.contains(SOME) && set.find(name).isPresent())
                .findFirst()
                .orElse(candidates.get(0));
    }

    private List<String> candidates(String setting, String key) {
        Stream<String> ours = Stream.of(ofPool() + "." + key, "weir.defaults." + key);
        if (!BOOT.containsKey(setting)) {
            return ours.toList();
        }
        return List.of(
                ofPool() + "." + key,
                PropertyNames.of("spring.http.serviceclient", pool) + "." + BOOT.get(setting),
                "weir.defaults." + key,
                "spring.http.clients." + BOOT.get(setting));
    }

    private String ofPool() {
        return PropertyNames.of("weir.pools", pool);
    }

    private String key(String setting) {
        Matcher route = ROUTE.matcher(setting);
        return route.matches() ? "routes." + nickname(route.group(1)) + "." + rest(route.group(2)) : words(setting);
    }

    private static String rest(String setting) {
        return setting.isEmpty() ? "target" : setting.equals("sslContext") ? "ssl.bundle" : words(setting);
    }

    private static String words(String setting) {
        return setting.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    private String nickname(String target) {
        return Stream.of(properties.pools().getOrDefault(pool, PoolProperties.NONE), properties.defaults())
                .flatMap(layer -> layer.routes().entrySet().stream())
                .filter(route ->
                        target.isEmpty() || isShownAs(target, route.getValue().target()))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(SOME);
    }

    /** Violations show a target without what may be secret in it. */
    private static boolean isShownAs(String shown, @Nullable String target) {
        String parts = Stream.of(shown.split(Pattern.quote("***"), -1))
                .map(Pattern::quote)
                .collect(Collectors.joining(".*"));
        return target != null
                && Pattern.compile(parts, Pattern.DOTALL).matcher(target).matches();
    }
}
