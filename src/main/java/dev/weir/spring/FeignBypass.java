package dev.weir.spring;

import feign.hc5.ApacheHttp5Client;
import org.apache.hc.client5.http.classic.HttpClient;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/** Knows Feign's clients that make requests without a pool. Names their types in text where Feign may be missing. */
final class FeignBypass {

    /** What the clients of Feign are called. */
    static final String KIND = "feign.Client";

    static final String OF_HTTP_CLIENT = "feign.hc5.ApacheHttp5Client";

    /** What Spring Cloud puts around one, to choose among servers. */
    static final String BALANCED = "org.springframework.cloud.openfeign.loadbalancer.FeignBlockingLoadBalancerClient";

    // Every bean is compared with it at start.
    private static final @Nullable Class<?> CLIENT = client();

    private FeignBypass() {}

    private static @Nullable Class<?> client() {
        try {
            return ClassUtils.forName(KIND, FeignBypass.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError missing) {
            return null;
        }
    }

    /** Whether a bean is a client of Feign's, or one around such, that is not known to use a pool. */
    static boolean is(Object bean) {
        if (CLIENT == null || !CLIENT.isInstance(bean)) {
            return false;
        }
        Object inner = PresentBundle.read(bean, isAdoptable(bean) ? "client" : "delegate");
        return inner == null || (inner instanceof HttpClient ? !PoolHttpClient.isPooled(inner) : is(inner));
    }

    /** Whether a client can be replaced by one on a pool. */
    static boolean isAdoptable(@Nullable Object client) {
        return client != null && client.getClass().getName().equals(OF_HTTP_CLIENT);
    }

    /**
     * Whether a client is one of Spring Cloud's around another, which runs on a pool once the bean of its HttpClient does.
     */
    static boolean isBalanced(Object client) {
        return client.getClass().getName().equals(BALANCED);
    }

    /** Returns a client of Feign's around one of HttpClient's; Feign's own timeouts come with each of its requests. */
    static Object adopted(HttpClient pooled) {
        return new ApacheHttp5Client(pooled);
    }
}
