package dev.weir.spring;

import dev.weir.internal.client.HttpClientVersionException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Says why the application did not start, and what to change. Before Boot's own, which only names an unknown property. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class WeirFailureAnalyzer implements FailureAnalyzer {

    private static final Pattern ROUTE = Pattern.compile("\\.routes\\.[^.\\[]+\\.(.+)$");
    private static final Pattern POOL = Pattern.compile("^weir\\.(?:defaults|pools\\.[^.\\[]+|pools\\[[^]]+])\\.(.+)$");

    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            FailureAnalysis analysis = analysis(cause);
            if (analysis != null) {
                return analysis;
            }
        }
        return null;
    }

    private static @Nullable FailureAnalysis analysis(Throwable cause) {
        if (cause instanceof InvalidPropertiesException) {
            return new FailureAnalysis(cause.getMessage(), "Change the properties as suggested.", cause);
        }
        if (cause instanceof HttpClientVersionException old) {
            return OnSafeHttpClient.analysis(old);
        }
        if (cause instanceof UnboundConfigurationPropertiesException unbound) {
            List<ConfigurationProperty> ours = unbound.getUnboundProperties().stream()
                    .filter(property -> property.getName().toString().startsWith("weir."))
                    .toList();
            return ours.isEmpty()
                    ? null
                    : new FailureAnalysis(
                            ours.stream().map(WeirFailureAnalyzer::unknown).collect(Collectors.joining("\n")),
                            "Correct or remove the properties.",
                            cause);
        }
        return null;
    }

    private static String unknown(ConfigurationProperty property) {
        String name = property.getName().toString();
        return String.valueOf(property.getValue()).isBlank()
                ? name + " has no value, or there is no such property (" + property.getOrigin() + ")."
                : "There is no property " + PropertyNames.describe(property) + "." + advice(name);
    }

    private static String advice(String name) {
        if (name.matches("weir\\.pools\\[\\d+].*")) {
            return " Pools have names and are no list: weir.pools.payments.max-total=50";
        }
        Matcher route = ROUTE.matcher(name);
        if (route.find()) {
            return meant(route.group(1), PropertyNames.Known.OF_ROUTE)
                    + " A route has a nickname without dots as its key, and the host is a value:"
                    + " weir.defaults.routes.recs.target=https://recs:8443";
        }
        Matcher pool = POOL.matcher(name);
        return pool.find() ? meant(pool.group(1), PropertyNames.Known.OF_POOL) : meant("", List.of(name));
    }

    /** The whole name may be misspelled, or its last word stand in the wrong place. */
    private static String meant(String key, List<String> known) {
        String last = key.substring(key.lastIndexOf('.') + 1);
        return Stream.concat(
                        known.stream().filter(name -> name.endsWith("." + last)), nearest(key, known.stream()).stream())
                .findFirst()
                .map(name -> " Did you mean " + name + "?")
                .orElse("");
    }

    /** Finds what was probably meant: at most a third of the letters may differ, and never more than two. */
    private static Optional<String> nearest(String wanted, Stream<String> names) {
        int most = Math.min(2, wanted.length() / 3);
        return names.distinct()
                .filter(name -> !name.equals(wanted) && distance(wanted, name) <= most)
                .findFirst();
    }

    /** The number of letters to insert, leave out or replace. */
    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        Arrays.setAll(row, j -> j);
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()];
    }
}
