package dev.weir.spring;

import org.springframework.boot.http.client.HttpClientSettings;

/**
 * What clients must have in common to share a pool.
 *
 * @param pool the name in the properties
 * @param settings Boot's settings
 */
record PoolKey(String pool, HttpClientSettings settings) {}
