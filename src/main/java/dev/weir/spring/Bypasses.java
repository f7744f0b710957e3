package dev.weir.spring;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.boot.http.client.autoconfigure.reactive.ClientHttpConnectorBuilderCustomizer;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.core.env.Environment;
import org.springframework.http.client.AbstractClientHttpRequestFactoryWrapper;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpRequestInitializer;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.util.ClassUtils;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Says in the log which kinds of clients run on pools, and names what makes requests without: kinds of clients, and beans that
 * were created without Boot's builders. Clients do not tell what they run on, so builders leave a mark in them. Thread-safe.
 */
final class Bypasses implements BeanPostProcessor, SmartInitializingSingleton {

    /** The configuration that is there if reactive clients could run on pools. */
    private static final String REACTIVE_PART = "dev.weir.spring.WeirAutoConfiguration$Reactive";

    private static final Logger LOG = LoggerFactory.getLogger(HttpPools.class);
    private static final ClassLoader LOADER = Bypasses.class.getClassLoader();
    private static final boolean HAS_WEB_CLIENT =
            ClassUtils.isPresent("org.springframework.web.reactive.function.client.WebClient", LOADER);
    private static final ClientHttpRequestInitializer MARK = request -> {};

    private final ListableBeanFactory beans;
    private final Environment environment;
    private final List<String> found = new CopyOnWriteArrayList<>();

    Bypasses(ListableBeanFactory beans, Environment environment) {
        this.beans = beans;
        this.environment = environment;
    }

    /** Returns a sentence for each of them. */
    List<String> found() {
        return List.copyOf(found);
    }

    private void tell(String text) {
        found.add(text);
        LOG.warn(text);
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (bean instanceof RestTemplate template && !isPooled(template.getRequestFactory())) {
            tell(beanName, "RestTemplateBuilder", OnPools.BLOCKING);
        } else if (bean instanceof RestClient client && !isMarked(client.mutate())) {
            tell(beanName, "RestClient.Builder", OnPools.BLOCKING);
        } else if (HAS_WEB_CLIENT && Reactive.isUnmarked(bean)) {
            tell(beanName, "WebClient.Builder", OnPools.REACTIVE);
        }
        return bean;
    }

    /** Where no client of that kind runs on a pool, its builder is no remedy. */
    private void tell(String bean, String builder, String kind) {
        if (OnPools.isBuiltBy(kind, beans)) {
            tell("The bean '" + bean + "' makes requests without a Weir pool: build it with the injected " + builder);
        }
    }

    @Override
    public void afterSingletonsInstantiated() {
        List<String> kinds = new ArrayList<>();
        if (OnPools.isBuiltBy(OnPools.BLOCKING, beans)) {
            kinds.add("RestClient, RestTemplate and HTTP service interfaces");
        } else {
            tell("Blocking HTTP clients run without Weir pools: " + reason());
        }
        boolean isReactive = beans.containsBeanDefinition(REACTIVE_PART);
        if (OnPools.isBuiltBy(OnPools.REACTIVE, beans)) {
            kinds.add("WebClient");
        } else if (isReactive) {
            tell("Reactive HTTP clients run without Weir pools: " + Reactive.reason(this));
        }
        if (!kinds.isEmpty()) {
            boolean isMissed = !isReactive
                    && ClassUtils.isPresent("org.springframework.boot.webclient.WebClientCustomizer", LOADER);
            LOG.info(
                    "Using Weir pools: {}{}",
                    String.join("; ", kinds),
                    isMissed ? "; not WebClient, which needs httpcore5-reactive" : "");
        }
    }

    private String reason() {
        return beans.containsBean(OnPools.BLOCKING)
                ? customized(
                        ClientHttpRequestFactoryBuilderCustomizer.class,
                        customizer -> BootClients.customized(List.of(customizer)) != null)
                : replaced(OnHttpComponents.Blocking.PROPERTY, ClientHttpRequestFactoryBuilder.class);
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
                ? PropertyNames.describe(environment, property) + " chooses another library"
                : "the bean '" + String.join("', '", beans.getBeanNamesForType(builder, true, false)) + "' builds them";
    }

    /** What mocking libraries return, and what tests put in place of a server, is left alone. */
    private static boolean isPooled(@Nullable ClientHttpRequestFactory factory) {
        ClientHttpRequestFactory innermost = factory;
        while (innermost instanceof AbstractClientHttpRequestFactoryWrapper wrapper) {
            innermost = wrapper.getDelegate();
        }
        return innermost == null
                || innermost instanceof PooledRequestFactory
                || (innermost instanceof HttpComponentsClientHttpRequestFactory requests
                        && requests.getHttpClient() instanceof PooledClient)
                || innermost.getClass().getName().startsWith("org.springframework.test.");
    }

    private static boolean isMarked(RestClient.@Nullable Builder builder) {
        AtomicBoolean isMarked = new AtomicBoolean(builder == null);
        if (builder != null) {
            builder.requestInitializers(all -> isMarked.set(all.contains(MARK)));
        }
        return isMarked.get();
    }

    /** Marks what a builder makes. */
    static void mark(RestClient.Builder builder) {
        builder.requestInitializers(all -> {
            if (!all.contains(MARK)) {
                all.add(MARK);
            }
        });
    }

    /** Apart, because WebClient may be missing. */
    static final class Reactive {

        private static final ExchangeFilterFunction MARK = (request, next) -> next.exchange(request);

        private Reactive() {}

        static String reason(Bypasses bypasses) {
            return bypasses.beans.containsBean(OnPools.REACTIVE)
                    ? bypasses.customized(
                            ClientHttpConnectorBuilderCustomizer.class,
                            customizer -> BootClients.Reactive.customized(List.of(customizer)) != null)
                    : bypasses.replaced(OnHttpComponents.Reactive.PROPERTY, ClientHttpConnectorBuilder.class);
        }

        static boolean isUnmarked(Object bean) {
            if (!(bean instanceof WebClient client)) {
                return false;
            }
            WebClient.Builder builder = client.mutate();
            AtomicBoolean isMarked = new AtomicBoolean(builder == null);
            if (builder != null) {
                builder.filters(all -> isMarked.set(all.contains(MARK)));
            }
            return !isMarked.get();
        }

        static void mark(WebClient.Builder builder) {
            builder.filters(all -> {
                if (!all.contains(MARK)) {
                    all.add(MARK);
                }
            });
        }
    }
}
