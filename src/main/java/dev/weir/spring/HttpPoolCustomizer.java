package dev.weir.spring;

import dev.weir.HttpPoolBuilder;

/**
 * Changes the builder of each pool of the application, after the properties: a bean of this type is found by itself. For
 * what properties cannot say, such as a listener. It is called when a pool is built, on the thread of its first request.
 */
@FunctionalInterface
public interface HttpPoolCustomizer {

    /**
     * Changes the builder of a pool.
     *
     * @param pool the name of the pool
     * @param builder its builder
     */
    void customize(String pool, HttpPoolBuilder builder);
}
