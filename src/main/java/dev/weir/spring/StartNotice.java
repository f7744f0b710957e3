package dev.weir.spring;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** Says in one line of the log which kinds of clients run on pools, and which of those that are there do not. */
final class StartNotice implements SmartInitializingSingleton {

    private static final Logger LOG = LoggerFactory.getLogger(HttpPools.class);

    static final String BLOCKING = "httpPoolRequestFactoryBuilder";
    static final String REACTIVE = "httpPoolConnectorBuilder";
    /** The bean that is there if the reactive clients could run on pools. */
    private static final String REACTIVE_PART = "httpPoolAsyncBoot";

    private static final String BOOT = "org.springframework.boot.";

    private final ListableBeanFactory beans;
    private final ObjectProvider<HttpPools> pools;
    private final Environment environment;

    StartNotice(ListableBeanFactory beans, ObjectProvider<HttpPools> pools, Environment environment) {
        this.beans = beans;
        this.pools = pools;
        this.environment = environment;
    }

    @Override
    public void afterSingletonsInstantiated() {
        boolean isBlocking = beans.containsBeanDefinition(BLOCKING);
        boolean isReactive = beans.containsBeanDefinition(REACTIVE);
        if (isBlocking || isReactive) {
            LOG.info(text(isBlocking, isReactive) + clients(pools.getObject().clients()));
        }
        ownBuilders().forEach(LOG::info);
        otherLibrary().ifPresentOrElse(LOG::warn, () -> otherLibraries().forEach(LOG::info));
    }

    /** Returns which kinds of clients run without pools altogether, and why. */
    List<String> bypasses() {
        return Stream.of(otherLibraries(), ownBuilders()).flatMap(List::stream).toList();
    }

    private List<String> otherLibraries() {
        Stream<String> blocking = otherLibrary("Blocking", BLOCKING, OnHttpComponents.FACTORY);
        Stream<String> reactive = beans.containsBeanDefinition(REACTIVE_PART)
                ? otherLibrary("Reactive", REACTIVE, OnReactiveHttpComponents.CONNECTOR)
                : Stream.empty();
        return Stream.concat(blocking, reactive).toList();
    }

    private Stream<String> otherLibrary(String clients, String bean, String choice) {
        return beans.containsBeanDefinition(bean) || !isOther(choice)
                ? Stream.empty()
                : new SetProperties(environment)
                        .find(choice).stream()
                                .map(property -> clients + " HTTP clients run without pools of Weir: "
                                        + SetProperties.describe(choice, property)
                                        + ". To put them on pools, remove it or set it to http-components");
    }

    /** Returns the line. */
    static String text(boolean isBlocking, boolean isReactive) {
        return "Weir puts on pools: " + String.join(", ", kinds(isBlocking, isReactive)) + "."
                + webClientNote(isReactive);
    }

    /** Returns what the line says of the clients that were made so far. Pure. */
    static String clients(Map<String, Integer> byPool) {
        return byPool.isEmpty()
                ? ""
                : byPool.entrySet().stream()
                        .map(pool -> pool.getValue() + " of '" + pool.getKey() + "'")
                        .collect(Collectors.joining(", ", " Clients so far: ", "."));
    }

    /** Returns which clients run without pools because the application has a builder of its own, which stays in charge. */
    List<String> ownBuilders() {
        List<String> notices = new ArrayList<>();
        if (!beans.containsBeanDefinition(BLOCKING) && !isOther(OnHttpComponents.FACTORY)) {
            notices.addAll(ownBuilders("Blocking HTTP clients", ClientHttpRequestFactoryBuilder.class));
        }
        if (!beans.containsBeanDefinition(REACTIVE)
                && beans.containsBeanDefinition(REACTIVE_PART)
                && !isOther(OnReactiveHttpComponents.CONNECTOR)) {
            notices.addAll(ownBuilders("Reactive HTTP clients", ClientHttpConnectorBuilder.class));
        }
        return notices;
    }

    private boolean isOther(String property) {
        return OnHttpComponents.isOther(Binder.get(environment), property);
    }

    private List<String> ownBuilders(String clients, Class<?> builder) {
        String[] names = beans.getBeanNamesForType(builder, true, false);
        return names.length == 0
                ? List.of()
                : List.of(clients + " run without pools of Weir: the application has a " + builder.getSimpleName()
                        + " of its own, the bean '" + String.join("', '", names) + "'");
    }

    /** Returns why properties of ours shape no blocking client; empty if they do, or there are none. */
    Optional<String> otherLibrary() {
        if (beans.containsBeanDefinition(BLOCKING)) {
            return Optional.empty();
        }
        SetProperties set = new SetProperties(environment);
        return set.find(OnHttpComponents.FACTORY)
                .filter(property -> set.areAnySet())
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
