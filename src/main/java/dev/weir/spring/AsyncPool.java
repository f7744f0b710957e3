package dev.weir.spring;

import dev.weir.AsyncHttpPool;
import java.util.function.Consumer;
import org.springframework.boot.http.client.HttpClientSettings;

/**
 * An asynchronous pool, and how its keys are renewed.
 *
 * @param pool the pool
 * @param renewal takes settings with another bundle
 */
record AsyncPool(AsyncHttpPool pool, Consumer<HttpClientSettings> renewal) implements BuiltPool {}
