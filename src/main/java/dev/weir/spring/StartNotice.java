package dev.weir.spring;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** Says in the log which kinds of clients run on pools, and which of those that are there do not. */
final class StartNotice implements SmartInitializingSingleton {

    static final String BLOCKING = "httpPoolRequestFactoryBuilder";
    static final String REACTIVE = "httpPoolConnectorBuilder";
    /** The bean that is there if reactive clients could run on pools. */
    static final String REACTIVE_PART = "httpPoolReactiveClients";

    private static final Logger LOG = LoggerFactory.getLogger(HttpPools.class);

    private final ListableBeanFactory beans;
    private final PropertyNames names;
    private final Environment environment;

    StartNotice(ListableBeanFactory beans, PropertyNames names, Environment environment) {
        this.beans = beans;
        this.names = names;
        this.environment = environment;
    }

    @Override
    public void afterSingletonsInstantiated() {
        List<String> kinds = new ArrayList<>();
        if (beans.containsBeanDefinition(BLOCKING)) {
            kinds.add("RestClient, RestTemplate and HTTP service interfaces");
        }
        if (beans.containsBeanDefinition(REACTIVE)) {
            kinds.add("WebClient");
        }
        if (!kinds.isEmpty()) {
            LOG.info("On pools of Weir: {}{}", String.join("; ", kinds), webClientNote());
        }
        notes().forEach(LOG::warn);
    }

    private String webClientNote() {
        boolean isMissed = !beans.containsBeanDefinition(REACTIVE_PART)
                && ClassUtils.isPresent(
                        "org.springframework.boot.webclient.WebClientCustomizer", StartNotice.class.getClassLoader());
        return isMissed ? "; not WebClient, which needs httpcore5-reactive" : "";
    }

    /** Returns which kinds of clients run without pools altogether, and why. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (!beans.containsBeanDefinition(BLOCKING)) {
            notes.add(note("Blocking", OnHttpComponents.Blocking.PROPERTY, ClientHttpRequestFactoryBuilder.class));
        }
        if (!beans.containsBeanDefinition(REACTIVE) && beans.containsBeanDefinition(REACTIVE_PART)) {
            notes.add(note("Reactive", OnHttpComponents.Reactive.PROPERTY, ClientHttpConnectorBuilder.class));
        }
        return notes;
    }

    private String note(String clients, String property, Class<?> builder) {
        return clients + " HTTP clients run without pools of Weir: "
                + (OnHttpComponents.isOther(environment, property)
                        ? names.describe(property) + " chooses another library"
                        : "the bean '" + String.join("', '", beans.getBeanNamesForType(builder, true, false))
                                + "' builds them");
    }
}
