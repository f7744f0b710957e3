package dev.weir.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.convert.ConversionException;

/** Says what a property of ours takes that has no value of its kind. Before Boot's own, which names the types of Java. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class WrongValueFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
        ConfigurationProperty property = cause.getProperty();
        if (property == null
                || !property.getName().toString().startsWith("weir.")
                || !(cause.getCause() instanceof ConversionException)) {
            return null;
        }
        String name = property.getName().toString();
        Class<?> type = cause.getTarget().getType().resolve(Object.class);
        return new FailureAnalysis(
                SetProperties.describe(name, property) + " must be " + ValueKind.of(type, property.getValue()) + ".",
                "Correct the value.",
                cause);
    }
}
