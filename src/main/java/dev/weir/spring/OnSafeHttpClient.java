package dev.weir.spring;

import dev.weir.internal.client.HttpClientVersionException;
import dev.weir.internal.client.LibraryVersions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if HttpClient is new enough. An application that set nothing of ours starts without pools and a warning; one that
 * counts on them does not start.
 */
final class OnSafeHttpClient extends SpringBootCondition implements ConfigurationCondition {

    private static final Logger LOG = LoggerFactory.getLogger(HttpPools.class);

    private static final String CURE = "Set the properties httpclient5.version to " + LibraryVersions.CLIENT
            + " and httpcore5.version to " + LibraryVersions.CORE
            + " or newer in the build, or use Spring Boot 4.1.1 or newer";

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
            if (isAnySet(context.getEnvironment())) {
                throw e;
            }
            LOG.warn("HTTP clients run without Weir pools: {}. {}", cause(e), CURE);
            return ConditionOutcome.noMatch(message.because(String.valueOf(e.getMessage())));
        }
    }

    /** Says the same to an application that does not start. */
    static FailureAnalysis analysis(HttpClientVersionException e) {
        return new FailureAnalysis(
                cause(e) + ".", CURE + ", or remove the weir.* properties to start without pools.", e);
    }

    private static String cause(HttpClientVersionException e) {
        return e.artifact() + " " + e.found() + " is on the class path, but " + e.required() + " or newer is needed";
    }

    /** Whether the application counts on pools: most set nothing, and start without a look at each property. */
    static boolean isAnySet(Environment environment) {
        for (var source : ConfigurationPropertySources.get(environment)) {
            for (String name : new String[] {"weir.defaults", "weir.pools"}) {
                if (source.containsDescendantOf(ConfigurationPropertyName.of(name))
                        == ConfigurationPropertyState.PRESENT) {
                    return true;
                }
            }
        }
        return false;
    }
}
