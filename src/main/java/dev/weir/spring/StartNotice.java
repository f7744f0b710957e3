package dev.weir.spring;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.boot.http.client.autoconfigure.reactive.ClientHttpConnectorBuilderCustomizer;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** Says in the log which kinds of clients run on pools, and which of those that are there do not. */
final class StartNotice implements SmartInitializingSingleton {

    /** The configuration that is there if reactive clients could run on pools. */
    private static final String REACTIVE_PART = "dev.weir.spring.WeirAutoConfiguration$Reactive";

    private static final Logger LOG = LoggerFactory.getLogger(HttpPools.class);

    private final ListableBeanFactory beans;
    private final PropertyNames names;
    private final Environment environment;
    // Written once, when the application has its beans.
    private volatile List<String> notes = List.of();

    StartNotice(ListableBeanFactory beans, PropertyNames names, Environment environment) {
        this.beans = beans;
        this.names = names;
        this.environment = environment;
    }

    /** Returns which kinds of clients run without pools altogether, and why. */
    List<String> notes() {
        return notes;
    }

    @Override
    public void afterSingletonsInstantiated() {
        List<String> kinds = new ArrayList<>();
        List<String> others = new ArrayList<>();
        if (OnPools.isBuiltBy(OnPools.BLOCKING, beans)) {
            kinds.add("RestClient, RestTemplate and HTTP service interfaces");
        } else {
            others.add("Blocking HTTP clients run without Weir pools: " + blockingReason());
        }
        if (OnPools.isBuiltBy(OnPools.REACTIVE, beans)) {
            kinds.add("WebClient");
        } else if (beans.containsBeanDefinition(REACTIVE_PART)) {
            others.add("Reactive HTTP clients run without Weir pools: " + Reactive.reason(this));
        }
        if (!kinds.isEmpty()) {
            LOG.info("Using Weir pools: {}{}", String.join("; ", kinds), webClientNote());
        }
        others.forEach(LOG::warn);
        notes = List.copyOf(others);
    }

    private String webClientNote() {
        boolean isMissed = !beans.containsBeanDefinition(REACTIVE_PART)
                && ClassUtils.isPresent(
                        "org.springframework.boot.webclient.WebClientCustomizer", StartNotice.class.getClassLoader());
        return isMissed ? "; not WebClient, which needs httpcore5-reactive" : "";
    }

    private String blockingReason() {
        return beans.containsBean(OnPools.BLOCKING)
                ? customized(
                        ClientHttpRequestFactoryBuilderCustomizer.class,
                        customizer -> BootClients.customized(List.of(customizer)) != null)
                : replaced(OnHttpComponents.Blocking.PROPERTY, ClientHttpRequestFactoryBuilder.class);
    }

    /** Apart, because WebClient may be missing. */
    private static final class Reactive {

        private Reactive() {}

        static String reason(StartNotice notice) {
            return notice.beans.containsBean(OnPools.REACTIVE)
                    ? notice.customized(
                            ClientHttpConnectorBuilderCustomizer.class,
                            customizer -> BootClients.Reactive.customized(List.of(customizer)) != null)
                    : notice.replaced(OnHttpComponents.Reactive.PROPERTY, ClientHttpConnectorBuilder.class);
        }
    }

    private String customized(Class<?> type, Predicate<Object> changesIt) {
        String culprits = beans.getBeansOfType(type).entrySet().stream()
                .filter(customizer -> changesIt.test(customizer.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.joining("', '"));
        return "the customizer '" + culprits
                + "' changes what Boot builds, connections maybe, which stays in force. To use"
                + " pools, set limits by weir.* properties and the rest in a bean of type HttpPoolCustomizer instead";
    }

    private String replaced(String property, Class<?> builder) {
        return OnHttpComponents.isOther(environment, property)
                ? names.describe(property) + " chooses another library"
                : "the bean '" + String.join("', '", beans.getBeanNamesForType(builder, true, false)) + "' builds them";
    }
}
