package dev.weir.spring;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Connections that are opened when the application starts.
 *
 * @param targets Servers such as https://recs:8443 that the pool connects to when the application starts. In weir.defaults,
 *     those of the pool default
 * @param connections Connections to open to each of these servers
 * @param reactive Whether to warm up the pool of WebClient if blocking clients have another one
 * @param required Whether the application does not start if one of them cannot be opened
 */
record WarmUpProperties(
        @Nullable List<String> targets,
        @Nullable Integer connections,
        @Nullable Boolean reactive,
        @Nullable Boolean required) {}
