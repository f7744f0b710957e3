package dev.weir.spring;

import dev.weir.config.InvalidPoolConfigException;
import dev.weir.config.PoolConfig;
import dev.weir.config.RouteRule;
import dev.weir.config.Violation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/**
 * The settings to change in a running pool, or for one of its routes: limits, timeouts, keep-alive, eviction, DNS, dials,
 * retries and the log of slow requests. Each has the form of its property, under the name of the setting
 * ({@code timeouts.read}) or of the property ({@code timeouts.pool-wait}). Immutable.
 */
public final class PoolChange {

    private static final String PREFIX = "change";
    private static final Pattern NUMBER = Pattern.compile("[+-]?[1-9]\\d*");

    /** The rest belongs to connections, clients or reports as they were built, or moves a pool to another kind. */
    private static final Pattern LIVE =
            Pattern.compile("max-(total|per-route|idle-per-route|pending|connections|idle)|slow-requests"
                    + "|(timeouts|keep-alive|eviction|dns|dialing|retry)\\..*");

    private final @Nullable String route;
    private final Map<String, String> settings;
    // What is wrong with the rest of the settings, which no configuration is needed for.
    private final List<String> problems;

    private PoolChange(@Nullable String route, Map<String, String> settings, List<String> problems) {
        this.route = route;
        this.settings = settings;
        this.problems = problems;
    }

    /**
     * Describes a change. {@link #in} refuses settings that cannot be changed or have a value of the wrong kind, together
     * with the rules that the others break.
     *
     * @param route the target, or the pattern of a rule, that the settings are for; null for the pool
     * @param settings values by the name of the setting, such as {@code "3s"} by {@code "timeouts.read"}
     * @return the change
     * @throws IllegalArgumentException if there are no settings
     */
    public static PoolChange of(@Nullable String route, Map<String, ?> settings) {
        if (settings.isEmpty()) {
            throw new IllegalArgumentException(
                    "settings must name what changes, but names nothing: such as maxTotal=50 timeouts.read=3s");
        }
        List<String> known = names(route);
        Map<String, String> values = new LinkedHashMap<>();
        List<String> problems = new ArrayList<>();
        settings.forEach((name, value) -> known.stream()
                .filter(each -> PoolNames.canonical(each).equals(PoolNames.canonical(name)))
                .findFirst()
                .ifPresentOrElse(each -> values.put(each, text(value)), () -> problems.add(unknown(name, known))));
        values.entrySet().removeIf(setting -> {
            Optional<String> problem = problem(setting.getKey(), setting.getValue(), route);
            problem.ifPresent(problems::add);
            return problem.isPresent();
        });
        return new PoolChange(route, values, problems);
    }

    private static List<String> names(@Nullable String route) {
        return PropertyNames.of(type(route)).stream()
                .filter(LIVE.asMatchPredicate())
                .toList();
    }

    private static Class<?> type(@Nullable String route) {
        return route == null ? PoolProperties.class : RouteProperties.class;
    }

    private static String text(@Nullable Object value) {
        return value instanceof List<?> list
                ? list.stream().map(String::valueOf).collect(Collectors.joining(","))
                : String.valueOf(value);
    }

    private static String unknown(String name, List<String> known) {
        List<String> names = known.stream().map(PoolChange::camel).toList();
        String shown = name.length() > 64 ? name.substring(0, 64) + "…" : name;
        return PoolNames.nearest(name, names)
                .map(nearest -> "there is no setting " + shown + ": did you mean " + nearest + "?")
                .orElseGet(
                        () -> shown + " cannot be changed while the pool runs; these can: " + String.join(", ", names));
    }

    /** The names of the settings in the responses of the endpoint, and in the pool. */
    private static String camel(String property) {
        return Pattern.compile("-([a-z])")
                .matcher(property)
                .replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT));
    }

    private static Optional<String> problem(String name, String value, @Nullable String route) {
        if (PropertyChecks.isTime(name) && NUMBER.matcher(value.strip()).matches()) {
            return Optional.of(camel(name) + " must have a unit, but was " + value + ": such as " + camel(name) + "="
                    + value + "ms");
        }
        try {
            bound(Map.of(name, value), type(route));
            return Optional.empty();
        } catch (BindException e) {
            return Optional.of(camel(name) + " must be " + kind(e) + ", but was "
                    + (value.length() > 64 ? value.substring(0, 64) + "…" : value));
        }
    }

    private static String kind(BindException failure) {
        return ValueKind.of(failure.getTarget().getType().resolve(Object.class));
    }

    private static <T> T bound(Map<String, String> settings, Class<T> type) {
        Map<String, String> source = new LinkedHashMap<>();
        settings.forEach((name, value) -> source.put(PREFIX + "." + name, value));
        return new Binder(new MapConfigurationPropertySource(source))
                .bind(PREFIX, type)
                .get();
    }

    /**
     * Creates the configuration with these settings, and checks it like the one at start.
     *
     * @param config the present configuration
     * @return the configuration with the settings, for {@link dev.weir.ManagedPool#reconfigure(PoolConfig, String)}
     * @throws IllegalArgumentException if a setting cannot be changed or has a value of the wrong kind, if the settings
     *     break rules, or if the route cannot have its own rule; names all of them
     */
    public PoolConfig in(PoolConfig config) {
        PoolConfig.Builder builder = config.toBuilder();
        List<String> wrong = new ArrayList<>(problems);
        if (route != null) {
            checkRule(config, route);
        }
        if (!settings.isEmpty()) {
            apply(builder);
        }
        try {
            PoolConfig changed = builder.build();
            if (wrong.isEmpty()) {
                return changed;
            }
        } catch (InvalidPoolConfigException e) {
            e.violations().stream().map(PoolChange::asWritten).forEach(wrong::add);
        }
        throw refused(wrong);
    }

    private void apply(PoolConfig.Builder builder) {
        if (route == null) {
            PoolMapper.change(bound(settings, PoolProperties.class), builder);
        } else {
            PoolMapper.change(route, bound(settings, RouteProperties.class), builder);
        }
    }

    /** A value that passes, in the form of properties and not of Java. */
    private static String asWritten(Violation violation) {
        String suggestion = violation.suggestion();
        int open = suggestion.indexOf('(');
        return open < 0 || !suggestion.endsWith(")")
                ? violation.message()
                : violation
                        .message()
                        .replace(
                                suggestion,
                                suggestion.substring(0, open) + "="
                                        + suggestion.substring(open + 1, suggestion.length() - 1));
    }

    private static IllegalArgumentException refused(List<String> problems) {
        return new IllegalArgumentException(
                problems.stream().collect(Collectors.joining("\n- ", "nothing was changed:\n- ", "")));
    }

    /** A target has its own rule beside those of patterns. A pattern without a rule is probably a mistake. */
    private static void checkRule(PoolConfig config, String target) {
        if (target.contains("*")
                && config.routes().stream().map(RouteRule::target).noneMatch(target::equals)) {
            throw new IllegalArgumentException(
                    "route must be a target, or a pattern that the pool has a rule for, but was "
                            + target.replaceAll("//.*@", "//***@")
                            + ": such as https://recs:8443");
        }
    }

    /** Returns what changes. */
    @Override
    public String toString() {
        return (route == null ? "" : "route[" + route.replaceAll("//.*@", "//***@") + "] ")
                + Objects.toString(settings);
    }
}
