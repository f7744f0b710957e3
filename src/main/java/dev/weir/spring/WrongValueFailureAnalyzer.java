package dev.weir.spring;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.env.Environment;

/** Says what properties of ours take that have no value of their kind. Before Boot's own, which names the types of Java. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class WrongValueFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

    private final Environment environment;

    WrongValueFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
        ConfigurationProperty property = cause.getProperty();
        if (property == null
                || !property.getName().toString().startsWith("weir.")
                || !(cause.getCause() instanceof ConversionException)) {
            return null;
        }
        String first = WrongValues.text(property, cause.getTarget());
        List<String> all = Stream.concat(Stream.of(first), WrongValues.in(environment).stream())
                .distinct()
                .toList();
        return new FailureAnalysis(
                String.join("\n", all), all.size() == 1 ? "Correct the value." : "Correct the values.", cause);
    }
}
