package dev.weir.spring;

import dev.weir.HttpPoolBuilder;

/**
 * Changes the builder of each pool of the application, after the properties; beans of this type are found automatically. For
 * settings that properties cannot express, such as a listener. It is called when a pool is built, on the thread of its first
 * request.
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
