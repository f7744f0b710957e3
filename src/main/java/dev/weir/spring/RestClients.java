package dev.weir.spring;

import java.util.function.Consumer;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/** Keeps the types of {@code RestClient} out of classes that must do without. */
final class RestClients {

    private RestClients() {}

    static Consumer<RestClient.Builder> on(ClientHttpRequestFactory requestFactory) {
        return builder -> builder.requestFactory(requestFactory);
    }
}
