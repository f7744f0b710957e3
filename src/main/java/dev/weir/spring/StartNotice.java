package dev.weir.spring;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** Says in one line of the log which kinds of clients run on pools, and which of those that are there do not. */
final class StartNotice implements SmartInitializingSingleton {

    private static final Logger LOG = LoggerFactory.getLogger(HttpPools.class);

    private static final String BLOCKING = "httpPoolRequestFactoryBuilder";
    private static final String REACTIVE = "httpPoolConnectorBuilder";
    private static final String BOOT = "org.springframework.boot.";

    private final ListableBeanFactory beans;
    private final SetProperties set;

    StartNotice(ListableBeanFactory beans, Environment environment) {
        this.beans = beans;
        this.set = new SetProperties(environment);
    }

    @Override
    public void afterSingletonsInstantiated() {
        boolean isBlocking = beans.containsBeanDefinition(BLOCKING);
        boolean isReactive = beans.containsBeanDefinition(REACTIVE);
        if (isBlocking || isReactive) {
            LOG.info(text(isBlocking, isReactive));
        }
        otherLibrary().ifPresent(LOG::warn);
    }

    /** Returns the line. */
    static String text(boolean isBlocking, boolean isReactive) {
        return "Weir puts on pools: " + String.join(", ", kinds(isBlocking, isReactive)) + "."
                + webClientNote(isReactive);
    }

    /** Returns why properties of ours shape no blocking client; empty if they do, or there are none. */
    Optional<String> otherLibrary() {
        return set.find(OnHttpComponents.FACTORY)
                .filter(property -> !beans.containsBeanDefinition(BLOCKING) && set.areAnySet())
                .map(property ->
                        "Blocking HTTP clients run without pools of Weir, though properties below weir are set: "
                                + SetProperties.describe(OnHttpComponents.FACTORY, property)
                                + ". Remove it, or set it to http-components");
    }

    private static List<String> kinds(boolean isBlocking, boolean isReactive) {
        List<String> kinds = new ArrayList<>();
        if (isBlocking) {
            add(kinds, "RestClient.Builder", "restclient.RestClientCustomizer");
            add(kinds, "RestTemplateBuilder", "restclient.RestTemplateBuilder");
            add(
                    kinds,
                    "HTTP service interfaces",
                    "restclient.autoconfigure.service.HttpServiceClientAutoConfiguration");
        }
        if (isReactive) {
            add(kinds, "WebClient.Builder", "webclient.WebClientCustomizer");
        }
        return kinds;
    }

    private static void add(List<String> kinds, String kind, String type) {
        if (isPresent(type)) {
            kinds.add(kind);
        }
    }

    private static boolean isPresent(String type) {
        return ClassUtils.isPresent(BOOT + type, StartNotice.class.getClassLoader());
    }

    private static String webClientNote(boolean isReactive) {
        return isReactive || !isPresent("webclient.WebClientCustomizer")
                ? ""
                : " Not WebClient.Builder, which needs httpcore5-reactive.";
    }
}
