package dev.weir.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;

/** Sets knobs from text, the way a suggestion writes them. */
final class ExplicitKnob {
    private static final Map<String, BiConsumer<PoolConfig.Builder, String>> POOL = new LinkedHashMap<>();
    private static final Map<String, BiConsumer<RouteRule, String>> ROUTE = new LinkedHashMap<>();

    static {
        POOL.put("maxTotal", (b, v) -> b.maxTotal(Integer.parseInt(v)));
        POOL.put("maxPerRoute", (b, v) -> b.maxPerRoute(Integer.parseInt(v)));
        POOL.put("maxIdlePerRoute", (b, v) -> b.maxIdlePerRoute(Integer.parseInt(v)));
        POOL.put("maxIdle", (b, v) -> b.maxIdle(Integer.parseInt(v)));
        POOL.put("maxInFlight", (b, v) -> b.maxInFlight(Integer.parseInt(v)));
        POOL.put("maxPending", (b, v) -> b.maxPending(Integer.parseInt(v)));
        POOL.put("dns.ttl", (b, v) -> b.dns(d -> d.ttl(time(v))));
        POOL.put("dns.negativeTtl", (b, v) -> b.dns(d -> d.negativeTtl(time(v))));
        POOL.put("dns.serveStale", (b, v) -> b.dns(d -> d.serveStale(time(v))));
        POOL.put("dialing.maxConcurrent", (b, v) -> b.dialing(d -> d.maxConcurrent(Integer.parseInt(v))));
        POOL.put("leakDetection", (b, v) -> b.leakDetection(time(v)));
        POOL.put("slowRequests", (b, v) -> b.slowRequests(time(v)));
        POOL.put("protocol", (b, v) -> b.protocol(Protocol.valueOf(v)));
        POOL.put("proxy", PoolConfig.Builder::proxy);
        POOL.put("noProxy", (b, v) -> b.noProxy(v.split(", ")));
        POOL.put("retry.onStatus", (b, v) -> b.retry(r -> r.onStatus(numbers(v))));
        POOL.put("retry.maxRetries", (b, v) -> b.retry(r -> r.maxRetries(Integer.parseInt(v))));
        POOL.put("retry.backoff", (b, v) -> b.retry(r -> r.backoff(time(v))));
        POOL.put("retry.maxBackoff", (b, v) -> b.retry(r -> r.maxBackoff(time(v))));
        POOL.put("retry.budget", (b, v) -> b.retry(r -> r.budget(Double.parseDouble(v))));
        POOL.put("tls.protocols", (b, v) -> b.tls(t -> t.protocols(v.split(", "))));
        POOL.put("tls.cipherSuites", (b, v) -> b.tls(t -> t.cipherSuites(v.split(", "))));
        POOL.put("tls.handshake", (b, v) -> b.tls(t -> t.handshake(time(v))));
        ROUTE.put("maxConnections", (r, v) -> r.maxConnections(Integer.parseInt(v)));
        ROUTE.put("maxIdle", (r, v) -> r.maxIdle(Integer.parseInt(v)));
        ROUTE.put("minIdle", (r, v) -> r.minIdle(Integer.parseInt(v)));
        ROUTE.put("maxInFlight", (r, v) -> r.maxInFlight(Integer.parseInt(v)));
        ROUTE.put("maxPending", (r, v) -> r.maxPending(Integer.parseInt(v)));
        timeouts("poolWait", (t, v) -> t.poolWait(time(v)));
        timeouts("connect", (t, v) -> t.connect(time(v)));
        timeouts("read", (t, v) -> t.read(time(v)));
        timeouts("total", (t, v) -> t.total(time(v)));
        keepAlive("serverIdle", (k, v) -> k.serverIdle(time(v)));
        keepAlive("max", (k, v) -> k.max(time(v)));
        keepAlive("margin", (k, v) -> k.margin(time(v)));
        eviction("idle", (e, v) -> e.idle(time(v)));
        eviction("maxLifetime", (e, v) -> e.maxLifetime(time(v)));
        eviction("validateAfter", (e, v) -> e.validateAfter(time(v)));
        eviction("interval", (e, v) -> e.interval(time(v)));
        eviction("maxRequests", (e, v) -> e.maxRequests(Integer.parseInt(v)));
        eviction("jitter", (e, v) -> e.jitter(Double.parseDouble(v)));
    }

    private ExplicitKnob() {}

    /** Reads {@code timeouts.read=5s; route[https://recs].maxIdle=3}. */
    static Map<String, String> map(String settings) {
        Map<String, String> map = new LinkedHashMap<>();
        Arrays.stream(settings.split("; ")).map(each -> each.split("=", 2)).forEach(each -> map.put(each[0], each[1]));
        return map;
    }

    static List<String> onPool() {
        return List.copyOf(POOL.keySet());
    }

    static List<String> onRoutes() {
        return List.copyOf(ROUTE.keySet());
    }

    /** Takes {@code timeouts.read} or {@code route[https://recs].timeouts.read}. */
    static void set(PoolConfig.Builder builder, String name, String value) {
        if (!name.startsWith("route[")) {
            knob(POOL, name).accept(builder, value);
            return;
        }
        int end = name.indexOf("].");
        String target = name.substring("route[".length(), end);
        builder.route(target, rule -> knob(ROUTE, name.substring(end + 2)).accept(rule, value));
    }

    /** Builds from explicit values, those of one target in one rule. */
    static PoolConfig.Builder builder(Map<String, String> explicit) {
        PoolConfig.Builder builder = PoolConfig.builder("shop");
        List<String> targets = new ArrayList<>();
        explicit.forEach((name, value) -> {
            if (!name.startsWith("route[")) {
                set(builder, name, value);
            } else if (!targets.contains(name.substring(0, name.indexOf("].")))) {
                targets.add(name.substring(0, name.indexOf("].")));
            }
        });
        targets.forEach(target -> builder.route(
                target.substring("route[".length()),
                rule -> explicit.forEach((n, v) -> {
                    if (n.startsWith(target + "].")) {
                        knob(ROUTE, n.substring(target.length() + 2)).accept(rule, v);
                    }
                })));
        return builder;
    }

    private static <B> BiConsumer<B, String> knob(Map<String, BiConsumer<B, String>> knobs, String name) {
        return Objects.requireNonNull(knobs.get(name), name);
    }

    private static void timeouts(String name, BiConsumer<Timeouts, String> knob) {
        POOL.put("timeouts." + name, (b, v) -> b.timeouts(t -> knob.accept(t, v)));
        ROUTE.put("timeouts." + name, (r, v) -> r.timeouts(t -> knob.accept(t, v)));
    }

    private static void keepAlive(String name, BiConsumer<KeepAlive, String> knob) {
        POOL.put("keepAlive." + name, (b, v) -> b.keepAlive(k -> knob.accept(k, v)));
        ROUTE.put("keepAlive." + name, (r, v) -> r.keepAlive(k -> knob.accept(k, v)));
    }

    private static void eviction(String name, BiConsumer<Eviction, String> knob) {
        POOL.put("eviction." + name, (b, v) -> b.eviction(e -> knob.accept(e, v)));
        ROUTE.put("eviction." + name, (r, v) -> r.eviction(e -> knob.accept(e, v)));
    }

    static Duration time(String text) {
        if (text.indexOf(' ') > 0) {
            return words(text);
        }
        int unit = 0;
        while (unit < text.length() && (Character.isDigit(text.charAt(unit)) || text.charAt(unit) == '-')) {
            unit++;
        }
        long amount = Long.parseLong(text.substring(0, unit));
        return switch (text.substring(unit)) {
            case "ns" -> Duration.ofNanos(amount);
            case "us" -> Duration.ofNanos(amount * 1_000);
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            case "d" -> Duration.ofDays(amount);
            default -> throw new IllegalArgumentException(text);
        };
    }

    private static Duration words(String text) {
        String[] words = text.split(" ", -1);
        Duration sum = Duration.ZERO;
        for (int i = 0; i < words.length; i += 2) {
            long count = Long.parseLong(words[i]);
            sum = sum.plus(words[i + 1].startsWith("year") ? Duration.ofDays(365 * count) : Duration.ofDays(count));
        }
        return sum;
    }

    private static int[] numbers(String text) {
        return Arrays.stream(text.split(", ")).mapToInt(Integer::parseInt).toArray();
    }
}
