package dev.weir.spring;

import java.util.List;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/** Reads the properties as they are now; the bean has them as they were at the start. */
final class ChangedProperties {

    private ChangedProperties() {}

    /** Throws {@link InvalidPropertiesException} if a property does not exist, or has no value of its kind. */
    static WeirProperties of(Environment environment) {
        try {
            return bound(environment);
        } catch (BindException e) {
            Throwable root = e;
            while (root.getCause() != null) {
                root = root.getCause();
            }
            FailureAnalysis analysis = new UnboundPropertyFailureAnalyzer().analyze(e);
            String problem = String.valueOf(root.getMessage());
            throw new InvalidPropertiesException(
                    List.of(analysis == null ? e.getMessage() + ": " + problem : analysis.getDescription()));
        }
    }

    private static WeirProperties bound(Environment environment) {
        return Binder.get(environment)
                .bindOrCreate(
                        "weir",
                        Bindable.of(WeirProperties.class),
                        new NoUnboundElementsBindHandler(BindHandler.DEFAULT, new UnboundElementsSourceFilter()));
    }
}
