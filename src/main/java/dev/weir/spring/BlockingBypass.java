package dev.weir.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.http.client.AbstractClientHttpRequestFactoryWrapper;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

/** Knows blocking clients that make requests without a pool. */
final class BlockingBypass {

    // By its name, because most applications never load it.
    private static final String MANAGER = "org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager";

    private BlockingBypass() {}

    /** Returns what kind of such a client a bean is; null if it is none. */
    static @Nullable String kind(Object bean) {
        if (bean instanceof RestTemplate template) {
            return isMock(template.getRequestFactory()) || isPooled(template.getRequestFactory())
                    ? null
                    : "RestTemplate";
        }
        if (bean instanceof RestClient client) {
            RestClient.Builder builder = client.mutate();
            return isMock(builder) || isPooled(PresentBundle.read(builder, "requestFactory")) ? null : "RestClient";
        }
        if (bean.getClass() == HttpComponentsClientHttpRequestFactory.class) {
            return isPooled(bean) ? null : "HttpComponentsClientHttpRequestFactory";
        }
        return bean.getClass().getName().equals(MANAGER) ? "HttpClient connection manager" : null;
    }

    /** Puts a client on a pool. */
    static Object adopted(Object client, ClientHttpRequestFactory pool) {
        if (client instanceof RestTemplate template) {
            template.setRequestFactory(pool);
            return template;
        }
        return ((RestClient) client).mutate().requestFactory(pool).build();
    }

    /** Whether what a client always has is missing, as with those of mocking libraries. */
    static boolean isMock(@Nullable Object part) {
        return part == null;
    }

    /** Returns the library that such a client makes its requests with; null if that cannot be known. */
    static @Nullable String library(Object client) {
        if (client instanceof RestTemplate template) {
            return BlockingRequests.libraryOf(template.getRequestFactory());
        }
        return client instanceof RestClient rest
                ? BlockingRequests.libraryOf(PresentBundle.read(rest.mutate(), "requestFactory"))
                : BlockingRequests.libraryOf(client);
    }

    /** Returns what is behind the wrappers of a request factory. */
    static @Nullable Object innermost(@Nullable Object factory) {
        Object innermost = factory;
        while (innermost instanceof AbstractClientHttpRequestFactoryWrapper wrapper) {
            innermost = wrapper.getDelegate();
        }
        return innermost;
    }

    /** What tests put in place of a server is left alone. */
    static boolean isPooled(@Nullable Object factory) {
        Object innermost = innermost(factory);
        return innermost instanceof PoolRequestFactory
                || (innermost instanceof HttpComponentsClientHttpRequestFactory requests
                        && PoolHttpClient.isPooled(requests.getHttpClient()))
                || (innermost != null && innermost.getClass().getName().startsWith("org.springframework.test."));
    }
}
