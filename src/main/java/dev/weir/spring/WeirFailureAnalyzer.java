package dev.weir.spring;

import dev.weir.failure.HttpClientVersionException;
import dev.weir.internal.client.LibraryVersions;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;

/** Says why the application did not start, and what to change, for failures of ours. */
final class WeirFailureAnalyzer implements FailureAnalyzer {

    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String action = action(cause);
            if (action != null) {
                return new FailureAnalysis(String.valueOf(cause.getMessage()), action, cause);
            }
        }
        return null;
    }

    private static @Nullable String action(Throwable cause) {
        if (cause instanceof InvalidPropertiesException) {
            return "Change the properties as suggested. Every weir.* property is explained in"
                    + " https://github.com/weir-dev/weir/blob/main/docs/spring.md#all-properties.";
        }
        if (cause instanceof HttpClientVersionException) {
            return "Set the properties httpclient5.version to " + LibraryVersions.CLIENT + " and httpcore5.version to "
                    + LibraryVersions.CORE + " or newer in the build, use a Spring Boot that manages these, or remove"
                    + " the weir.* properties to start without pools.";
        }
        if (cause instanceof WarmUpException) {
            return "Start what the pool connects to before the application, correct the targets, or set required=false.";
        }
        if (cause instanceof UnknownPoolException) {
            return "Correct the name in the code or in the properties.";
        }
        if (cause instanceof ReplacedConnectionManagerException) {
            return "Remove the call of setConnectionManager. Use weir.* properties or a bean of type"
                    + " HttpPoolCustomizer instead; weir.enabled=false leaves the application without pools.";
        }
        if (cause instanceof ReplacedBuilderException) {
            return "Return a builder derived from the given one by its with* methods. Put what wraps request factories into"
                    + " a RestClientCustomizer; weir.enabled=false leaves the application without pools.";
        }
        return null;
    }
}
