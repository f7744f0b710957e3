package dev.weir.spring;

import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/** Keeps the types of {@code RestClient} out of classes that must do without. */
final class RestClients {

    private RestClients() {}

    /** Has a builder make requests by the bundle of keys that it has already. */
    static Consumer<RestClient.Builder> on(Function<@Nullable SslBundle, ClientHttpRequestFactory> requests) {
        return builder -> {
            builder.requestFactory(requests.apply(PresentBundle.of(builder, "requestFactory")));
            Bypasses.mark(builder);
        };
    }
}
