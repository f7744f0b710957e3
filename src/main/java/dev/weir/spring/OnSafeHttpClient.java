package dev.weir.spring;

import dev.weir.failure.HttpClientVersionException;
import dev.weir.internal.client.LibraryVersions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if HttpClient is new enough. An application that set nothing of ours starts without pools and a warning; one that
 * counts on them does not start.
 */
final class OnSafeHttpClient extends SpringBootCondition implements ConfigurationCondition {

    private static final Logger LOG = LoggerFactory.getLogger(HttpPools.class);

    @Override
    public ConfigurationPhase getConfigurationPhase() {
        return ConfigurationPhase.REGISTER_BEAN;
    }

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ConditionMessage.Builder message = ConditionMessage.forCondition("HttpClient's version");
        try {
            LibraryVersions.check();
            return ConditionOutcome.match(message.because("new enough"));
        } catch (HttpClientVersionException e) {
            if (new SetProperties(context.getEnvironment()).areAnySet()) {
                throw e;
            }
            LOG.warn(
                    "HTTP clients run without pools of Weir. {} Set httpclient5.version to {} and httpcore5.version to {}"
                            + " or newer; a build that imports Boot's BOM, instead of having its parent, sets the versions"
                            + " of the artifacts in <dependencyManagement>",
                    e.getMessage(),
                    LibraryVersions.CLIENT,
                    LibraryVersions.CORE);
            return ConditionOutcome.noMatch(message.because(String.valueOf(e.getMessage())));
        }
    }
}
