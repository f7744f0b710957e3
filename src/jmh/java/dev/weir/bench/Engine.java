package dev.weir.bench;

import dev.weir.engine.SegmentedPool;
import org.apache.hc.core5.pool.LaxConnPool;
import org.apache.hc.core5.pool.ManagedConnPool;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.pool.RouteSegmentedConnPool;
import org.apache.hc.core5.pool.StrictConnPool;
import org.apache.hc.core5.util.TimeValue;

/** The engines that are compared: HttpCore's three and Weir's. */
public enum Engine {
    /** HttpCore's default: one lock. */
    STRICT {
        @Override
        ManagedConnPool<Integer, StubConnection> open(int perRoute, int total) {
            return new StrictConnPool<>(perRoute, total, TimeValue.NEG_ONE_MILLISECOND, PoolReusePolicy.LIFO, null);
        }
    },
    /** HttpCore's without a total limit. */
    LAX {
        @Override
        ManagedConnPool<Integer, StubConnection> open(int perRoute, int total) {
            return new LaxConnPool<>(perRoute, TimeValue.NEG_ONE_MILLISECOND, PoolReusePolicy.LIFO, null);
        }
    },
    /** HttpCore's newest: segments without a lock. */
    OFFLOCK {
        @Override
        ManagedConnPool<Integer, StubConnection> open(int perRoute, int total) {
            return new RouteSegmentedConnPool<>(
                    perRoute, total, TimeValue.NEG_ONE_MILLISECOND, PoolReusePolicy.LIFO, StubConnection::close);
        }
    },
    /** Weir's. */
    WEIR {
        @Override
        ManagedConnPool<Integer, StubConnection> open(int perRoute, int total) {
            return new SegmentedPool<>(perRoute, total, PoolReusePolicy.LIFO);
        }
    };

    abstract ManagedConnPool<Integer, StubConnection> open(int perRoute, int total);
}
