package dev.weir.internal.pool;

import dev.weir.config.PoolConfig;
import dev.weir.config.Protocol;
import org.apache.hc.client5.http.HttpRoute;
import org.jspecify.annotations.Nullable;

/**
 * The settings of exchanges that share a connection.
 *
 * @param protocol the versions of HTTP
 * @param maxStreams most exchanges of a connection at once, whatever the server allows
 */
public record StreamSettings(Protocol protocol, int maxStreams) {

    /**
     * Reads them from a configuration.
     *
     * @param config the configuration of the pool
     * @return the settings of its shared connections
     */
    public static StreamSettings of(PoolConfig config) {
        return new StreamSettings(
                config.effective().protocol(), config.http2Config().getMaxConcurrentStreams());
    }

    /** Returns the settings of a route, which may have its own protocol. */
    StreamSettings over(@Nullable Protocol own) {
        return own == null || own == protocol ? this : new StreamSettings(own, maxStreams);
    }

    /** Tells whether a connection of a route can carry only one exchange at a time, as far as known in advance. */
    boolean isSingle(HttpRoute route) {
        return protocol == Protocol.HTTP_1_1
                || route.isTunnelled()
                || (protocol == Protocol.NEGOTIATE && !FirstHop.isSecure(route));
    }

    /** Tells whether it is known in advance that a connection carries several. */
    boolean isMultiplexed() {
        return protocol == Protocol.HTTP_2;
    }
}
