package dev.weir.spring;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches unless the application chose another library than Apache HttpClient for its reactive clients. */
final class OnReactiveHttpComponents extends SpringBootCondition {

    static final String CONNECTOR = "spring.http.clients.reactive.connector";

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ConditionMessage.Builder message = ConditionMessage.forCondition("reactive HTTP library");
        return OnHttpComponents.isOther(Binder.get(context.getEnvironment()), CONNECTOR)
                ? ConditionOutcome.noMatch(message.because(CONNECTOR + " names another"))
                : ConditionOutcome.match(message.because("none other chosen"));
    }
}
