package dev.weir.spring;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.http.client.AbstractClientHttpRequestFactoryWrapper;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpRequestInitializer;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.util.ClassUtils;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

/**
 * Names the beans that make requests without a pool, because they were created without Boot's builders. Clients do not tell
 * what they run on, so builders leave a mark in them. Thread-safe.
 */
final class Bypasses implements BeanPostProcessor {

    private static final Logger LOG = LoggerFactory.getLogger(HttpPools.class);
    private static final boolean HAS_WEB_CLIENT = ClassUtils.isPresent(
            "org.springframework.web.reactive.function.client.WebClient", Bypasses.class.getClassLoader());

    private final BeanFactory beans;
    private final List<String> found = new CopyOnWriteArrayList<>();

    Bypasses(BeanFactory beans) {
        this.beans = beans;
    }

    /** Returns a sentence for each of them. */
    List<String> found() {
        return List.copyOf(found);
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        String builder = missedBuilder(bean);
        if (builder != null) {
            String text = "The bean '" + beanName + "' makes requests without a Weir pool: build it with the injected "
                    + builder;
            found.add(text);
            LOG.warn(text);
        }
        return bean;
    }

    private @Nullable String missedBuilder(Object bean) {
        if (bean instanceof RestTemplate template) {
            return isPooled(template.getRequestFactory()) ? null : onPools("RestTemplateBuilder", OnPools.BLOCKING);
        }
        if (bean instanceof RestClient client) {
            return isMarked(client.mutate()) ? null : onPools("RestClient.Builder", OnPools.BLOCKING);
        }
        return HAS_WEB_CLIENT && Reactive.isUnmarked(bean) ? onPools("WebClient.Builder", OnPools.REACTIVE) : null;
    }

    /** Where no client of that kind runs on a pool, its builder is no remedy. */
    private @Nullable String onPools(String builder, String bean) {
        return OnPools.isBuiltBy(bean, beans) ? builder : null;
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
            builder.requestInitializers(all -> isMarked.set(all.contains(Mark.INSTANCE)));
        }
        return isMarked.get();
    }

    /** Marks what a builder makes. */
    static void mark(RestClient.Builder builder) {
        builder.requestInitializers(all -> {
            if (!all.contains(Mark.INSTANCE)) {
                all.add(Mark.INSTANCE);
            }
        });
    }

    private enum Mark implements ClientHttpRequestInitializer {
        INSTANCE;

        @Override
        public void initialize(ClientHttpRequest request) {}
    }

    /** Apart, because WebClient may be missing. */
    static final class Reactive {

        private Reactive() {}

        static boolean isUnmarked(Object bean) {
            if (!(bean instanceof WebClient client)) {
                return false;
            }
            WebClient.Builder builder = client.mutate();
            AtomicBoolean isMarked = new AtomicBoolean(builder == null);
            if (builder != null) {
                builder.filters(all -> isMarked.set(all.contains(ReactiveMark.INSTANCE)));
            }
            return !isMarked.get();
        }

        static void mark(WebClient.Builder builder) {
            builder.filters(all -> {
                if (!all.contains(ReactiveMark.INSTANCE)) {
                    all.add(ReactiveMark.INSTANCE);
                }
            });
        }
    }

    private enum ReactiveMark implements ExchangeFilterFunction {
        INSTANCE;

        @Override
        public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
            return next.exchange(request);
        }
    }
}
