package dev.weir.spring;

import java.util.function.Consumer;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.springframework.boot.http.client.HttpClientSettings;

/** How Boot builds an asynchronous HttpClient. Thread-safe. */
interface AsyncBoot {

    /** Lets Boot build a client that is never used, and notes what was decided for it. */
    ManagerChoices choices(HttpClientSettings settings);

    /** Lets Boot begin the builder of a client, with the pool's part before that of the application's customizers. */
    HttpAsyncClientBuilder builder(HttpClientSettings settings, Consumer<HttpAsyncClientBuilder> pool);
}
