package dev.weir.internal.pool;

import dev.weir.config.PoolConfig;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.ManagedConnPool;
import org.apache.hc.core5.pool.StrictConnPool;
import org.jspecify.annotations.Nullable;

/**
 * What a program may set on the connection manager: limits, which it carries into the configuration of the pool, so that the
 * next reconfiguration keeps them. It refuses everything else. Thread-safe.
 */
public final class ManagerSettings {

    private final String pool;

    // Written once, before the pool is handed out.
    private volatile @Nullable Consumer<UnaryOperator<PoolConfig>> reconfiguration;

    ManagerSettings(String pool) {
        this.pool = pool;
    }

    /**
     * Sets how to reconfigure the pool.
     *
     * @param change takes a function from the present configuration to the next
     */
    public void writeTo(Consumer<UnaryOperator<PoolConfig>> change) {
        reconfiguration = change;
    }

    /**
     * Sets {@code maxTotal}.
     *
     * @param max the limit
     */
    public void maxTotal(int max) {
        change(builder -> builder.maxTotal(max));
    }

    /**
     * Sets {@code maxPerRoute}.
     *
     * @param max the limit
     */
    public void maxPerRoute(int max) {
        change(builder -> builder.maxPerRoute(max));
    }

    /**
     * Sets {@code maxConnections} of the rule for the origin of a route, which is added if there is none.
     *
     * @param route the route
     * @param max the limit
     */
    public void maxPerRoute(HttpRoute route, int max) {
        String origin = origin(route.getTargetHost());
        change(builder -> builder.route(origin, rule -> rule.maxConnections(max)));
    }

    /**
     * Refuses a setting that the configuration of the pool decides together with others.
     *
     * @param instead the methods of the builder to use instead
     * @return to be thrown
     */
    public UnsupportedOperationException refusal(String instead) {
        return new UnsupportedOperationException("The connection manager of pool '" + pool
                + "' takes no configuration of its own; use " + instead
                + " of the pool's builder, or reconfigure(...).");
    }

    /**
     * Returns what HttpClient's managers are given as their pool. Ours override all their methods, so none is called; a
     * method that a later release adds finds a closed pool, which leases nothing.
     *
     * @param <C> the connections of the manager
     * @return a pool that was never open
     */
    public static <C extends ModalCloseable> ManagedConnPool<HttpRoute, C> closedPool() {
        StrictConnPool<HttpRoute, C> closed = new StrictConnPool<>(1, 1);
        closed.close();
        return closed;
    }

    private void change(UnaryOperator<PoolConfig.Builder> settings) {
        Objects.requireNonNull(reconfiguration, "the pool is not built yet")
                .accept(config -> settings.apply(config.toBuilder()).build());
    }

    static String origin(HttpHost host) {
        String scheme = host.getSchemeName().toLowerCase(Locale.ROOT);
        int port = host.getPort() > 0 ? host.getPort() : scheme.equals("https") ? 443 : 80;
        String name = host.getHostName().toLowerCase(Locale.ROOT);
        return scheme + "://" + (name.indexOf(':') < 0 ? name : "[" + name + "]") + ":" + port;
    }
}
