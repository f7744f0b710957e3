package dev.weir.internal.client;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Lets a framework take part in building a pool, in ways that users cannot. A builder with a framework is for pools of both
 * kinds, each of which ignores the settings of the other. Immutable.
 *
 * @param settingNames maps the Java name of a setting to its name in findings, exceptions and the log
 * @param connect the timeout to connect that was meant for HTTP clients in general; null for none
 * @param read the timeout between bytes, likewise
 * @param client begins the builder of blocking clients; null for HttpClient's own builder
 * @param asyncClient begins the builder of asynchronous clients; null for HttpClient's own builder
 */
public record Framework(
        UnaryOperator<String> settingNames,
        @Nullable Duration connect,
        @Nullable Duration read,
        @Nullable Function<Consumer<HttpClientBuilder>, HttpClientBuilder> client,
        @Nullable Function<Consumer<HttpAsyncClientBuilder>, HttpAsyncClientBuilder> asyncClient) {

    /**
     * Creates the part of a framework that starts no builder of HttpClient.
     *
     * @param settingNames gets the name of a setting, such as {@code timeouts.read}, {@code
     *     route[https://recs:8443].maxConnections} or {@code timeouts.unordered}, and other calls that findings advise;
     *     returns what the user would write, or its argument if there is no other name. Thread-safe and quick, as each
     *     caller that gets no connection may need it
     */
    public Framework(UnaryOperator<String> settingNames) {
        this(settingNames, null, null, null, null);
    }

    /**
     * Begins the builder of each blocking client in place of {@link HttpClientBuilder#create()}. The function is called when
     * a pool is built and at each of its reconfigurations. It gets the pool's changes to a builder as a function, calls that
     * once and may change the builder before and after. The pool sets everything except the default request configuration;
     * customizers run later still.
     *
     * @param begin begins a builder, lets the pool do its part and returns the builder
     * @return a framework that does
     */
    public Framework client(Function<Consumer<HttpClientBuilder>, HttpClientBuilder> begin) {
        return new Framework(settingNames, connect, read, begin, asyncClient);
    }

    /**
     * Begins the builder of each asynchronous client; see {@link #client(Function)}.
     *
     * @param begin begins a builder, lets the pool do its part and returns the builder
     * @return a framework that does
     */
    public Framework asyncClient(Function<Consumer<HttpAsyncClientBuilder>, HttpAsyncClientBuilder> begin) {
        return new Framework(settingNames, connect, read, client, begin);
    }

    /**
     * Takes over timeouts that were meant for HTTP clients in general.
     *
     * @param connect the time to establish a connection; null for none
     * @param read the time between bytes, zero for no limit; null for none
     * @return a framework that does
     */
    public Framework timeouts(@Nullable Duration connect, @Nullable Duration read) {
        return new Framework(settingNames, connect, read, client, asyncClient);
    }
}
