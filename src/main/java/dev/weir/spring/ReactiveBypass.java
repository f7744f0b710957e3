package dev.weir.spring;

import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;

/** Knows reactive clients that make requests without a pool. */
final class ReactiveBypass {

    private ReactiveBypass() {}

    static boolean is(Object bean) {
        if (!(bean instanceof WebClient client)) {
            return false;
        }
        WebClient.Builder builder = client.mutate();
        return !BlockingBypass.isMock(builder) && !(PresentBundle.read(builder, "connector") instanceof PoolConnector);
    }

    static Object adopted(Object client, ClientHttpConnector pool) {
        return ((WebClient) client).mutate().clientConnector(pool).build();
    }
}
