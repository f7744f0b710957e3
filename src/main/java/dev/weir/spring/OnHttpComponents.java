package dev.weir.spring;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches unless the application chose another library than Apache HttpClient for its blocking clients. */
final class OnHttpComponents extends SpringBootCondition {

    static final String FACTORY = "spring.http.clients.imperative.factory";

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ConditionMessage.Builder message = ConditionMessage.forCondition("HTTP library");
        return isOther(Binder.get(context.getEnvironment()), FACTORY)
                ? ConditionOutcome.noMatch(message.because(FACTORY + " names another"))
                : ConditionOutcome.match(message.because("none other chosen"));
    }

    /** Whether a property names another library: http-components may be written in many ways. */
    static boolean isOther(Binder binder, String property) {
        String value = binder.bind(property, String.class).orElse("");
        return !value.isBlank() && !PoolNames.canonical(value).equals("httpcomponents");
    }
}
