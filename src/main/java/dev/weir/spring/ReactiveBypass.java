package dev.weir.spring;

import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;

/** Knows reactive clients that make requests without a pool. */
final class ReactiveBypass {

    private ReactiveBypass() {}

    static boolean is(Object bean) {
        return bean instanceof WebClient client
                && !(PresentBundle.read(client.mutate(), "connector") instanceof PoolConnector);
    }

    static Object adopted(Object client, ClientHttpConnector pool) {
        return ((WebClient) client).mutate().clientConnector(pool).build();
    }
}
