package dev.weir.spring;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Says which property was probably meant by one that does not exist. Before Boot's own, which names it only. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class UnboundPropertyFailureAnalyzer extends AbstractFailureAnalyzer<UnboundConfigurationPropertiesException> {

    private static final Pattern ROUTE =
            Pattern.compile("\\.routes\\.[^.\\[]+\\.((?:(?:timeouts|keep-alive|eviction)\\.)?[^.\\[]+)$");
    private static final Pattern LIST = Pattern.compile("^weir\\.pools\\[\\d+]");
    private static final Pattern POOL = Pattern.compile("^weir\\.pools(\\[[^]]+]|\\.[^.\\[]+)(?=[.\\[])");

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, UnboundConfigurationPropertiesException cause) {
        List<ConfigurationProperty> ours = cause.getUnboundProperties().stream()
                .filter(property -> property.getName().toString().startsWith("weir."))
                .toList();
        if (ours.isEmpty()) {
            return null;
        }
        String description = String.join(
                "\n",
                ours.stream().flatMap(UnboundPropertyFailureAnalyzer::lines).toList());
        return new FailureAnalysis(description, "Correct or remove the properties.", cause);
    }

    private static Stream<String> lines(ConfigurationProperty property) {
        String name = property.getName().toString();
        return Stream.of(
                isWithoutValue(name, property)
                        ? SetProperties.named(name, property) + " has no value."
                        : "There is no property " + SetProperties.describe(name, property) + ". " + advice(property));
    }

    // Boot binds no empty text to a number or a time.
    private static boolean isWithoutValue(String name, ConfigurationProperty property) {
        return String.valueOf(property.getValue()).isBlank() && isKnown(name);
    }

    private static boolean isKnown(String name) {
        Matcher route = ROUTE.matcher(name);
        if (route.find()) {
            return PropertyNames.of(RouteProperties.class).contains(route.group(1));
        }
        return elsewhere(name, name.substring(name.lastIndexOf('.') + 1)).contains(name);
    }

    private static String advice(ConfigurationProperty property) {
        String name = property.getName().toString();
        if (LIST.matcher(name).find()) {
            return "Pools are keyed by name, not listed: weir.pools.payments.max-total=50";
        }
        Matcher route = ROUTE.matcher(name);
        if (route.find()) {
            return ofRoute(route.group(1));
        }
        if (name.contains(".routes.")) {
            return "A route has a nickname without dots as its key, and the host is a value:"
                    + " weir.defaults.routes.recs.target=https://recs:8443";
        }
        String last = name.substring(name.lastIndexOf('.') + 1);
        List<String> elsewhere = elsewhere(name, last);
        if (!elsewhere.isEmpty()) {
            return "Did you mean " + String.join(", or ", elsewhere) + "?";
        }
        return PoolNames.nearest(last, PropertyNames.leaves())
                .map(nearest -> "Did you mean " + nearest + "?")
                .orElse("");
    }

    /** For a key that no host can be part of. */
    private static String ofRoute(String key) {
        List<String> known = PropertyNames.of(RouteProperties.class);
        return PoolNames.nearest(key, known)
                .map(nearest -> "Did you mean " + nearest + "?")
                .orElseGet(() -> "A route has " + String.join(", ", known) + ".");
    }

    // The same word at the places where it means something.
    private static List<String> elsewhere(String name, String last) {
        Stream<String> general = PropertyNames.of(WeirProperties.class).stream()
                .filter(known -> endsWith(known, last) && !known.startsWith("defaults."))
                .map(known -> "weir." + known);
        Stream<String> ofPools = PropertyNames.of(PoolProperties.class).stream()
                .filter(known -> endsWith(known, last))
                .map(known -> poolOf(name) + "." + known);
        List<String> known = Stream.concat(general, ofPools).toList();
        return known.isEmpty() ? ofRoutes(name, last) : known;
    }

    private static List<String> ofRoutes(String name, String last) {
        return PropertyNames.of(RouteProperties.class).stream()
                .filter(known -> endsWith(known, last))
                .map(known -> poolOf(name) + ".routes.<nickname>." + known)
                .toList();
    }

    private static boolean endsWith(String name, String word) {
        return name.equals(word) || name.endsWith("." + word);
    }

    // A pool may have a name in brackets, with dots.
    private static String poolOf(String name) {
        Matcher pool = POOL.matcher(name);
        return pool.find() ? pool.group() : "weir.defaults";
    }
}
