package dev.weir.spring;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches unless the application chose another library than Apache HttpClient for its clients of one kind. */
abstract class OnHttpComponents extends SpringBootCondition {

    private final String property;

    private OnHttpComponents(String property) {
        this.property = property;
    }

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ConditionMessage.Builder message = ConditionMessage.forCondition("HTTP library");
        return isOther(context.getEnvironment(), property)
                ? ConditionOutcome.noMatch(message.because(property + " names another"))
                : ConditionOutcome.match(message.because("none other chosen"));
    }

    /** Whether a property names another library: http-components may be written in many ways. */
    static boolean isOther(Environment environment, String property) {
        String value = environment.getProperty(property, "");
        return !value.isBlank() && !value.replaceAll("[^A-Za-z]", "").equalsIgnoreCase("httpcomponents");
    }

    static final class Blocking extends OnHttpComponents {

        static final String PROPERTY = "spring.http.clients.imperative.factory";

        Blocking() {
            super(PROPERTY);
        }
    }

    static final class Reactive extends OnHttpComponents {

        static final String PROPERTY = "spring.http.clients.reactive.connector";

        Reactive() {
            super(PROPERTY);
        }
    }
}
