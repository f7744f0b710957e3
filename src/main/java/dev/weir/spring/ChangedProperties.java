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
            throw new InvalidPropertiesException(List.of(text(e, environment)));
        }
    }

    private static String text(BindException failure, Environment environment) {
        FailureAnalysis unknown = new UnboundPropertyFailureAnalyzer().analyze(failure);
        FailureAnalysis analysis =
                unknown == null ? new WrongValueFailureAnalyzer(environment).analyze(failure) : unknown;
        return analysis == null
                ? failure.getMessage() + ": " + root(failure).getMessage()
                : String.valueOf(analysis.getDescription());
    }

    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    private static WeirProperties bound(Environment environment) {
        return Binder.get(environment)
                .bindOrCreate(
                        "weir",
                        Bindable.of(WeirProperties.class),
                        new NoUnboundElementsBindHandler(BindHandler.DEFAULT, new UnboundElementsSourceFilter()));
    }
}
