package dev.weir.spring;

import java.util.List;
import java.util.Set;
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
        return Stream.of("There is no property " + SetProperties.describe(name, property) + ". " + advice(property));
    }

    private static String advice(ConfigurationProperty property) {
        String name = property.getName().toString();
        if (name.contains(".routes.")) {
            return "A route has a nickname without dots as its key, and the host is a value:"
                    + " weir.defaults.routes.recs.target=https://recs:8443";
        }
        String last = name.substring(name.lastIndexOf('.') + 1);
        Set<String> known = PropertyNames.leaves();
        if (known.contains(last)) {
            return "There is one of that name, but not there: pools have it below weir.defaults, or below weir.pools.<name>.";
        }
        return PoolNames.nearest(last, known)
                .map(nearest -> "Did you mean " + nearest + "?")
                .orElse("");
    }
}
