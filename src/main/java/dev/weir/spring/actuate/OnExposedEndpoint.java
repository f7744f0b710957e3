package dev.weir.spring.actuate;

import java.util.stream.Stream;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if an endpoint of ours answers over HTTP. */
final class OnExposedEndpoint extends SpringBootCondition implements ConfigurationCondition {

    @Override
    public ConfigurationPhase getConfigurationPhase() {
        return ConfigurationPhase.REGISTER_BEAN;
    }

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        BeanDefinitionRegistry beans = context.getRegistry();
        return new ConditionOutcome(
                Stream.of("httpPoolsEndpoint", "statsPageEndpoint").anyMatch(beans::containsBeanDefinition),
                ConditionMessage.forCondition("endpoints over HTTP").because("httppools or httppoolspage is exposed"));
    }
}
