package dev.weir.testpool;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.Protocol;

/** The kinds of pools that keep the same promises to callers that block. */
public enum PoolKind {
    BLOCKING {
        @Override
        public PoolInUse build(HttpPoolBuilder builder) {
            HttpPool pool = builder.build();
            return new PoolInUse(
                    pool, pool.client(), () -> pool.connectionManager().closeExpired());
        }
    },

    ASYNC_OVER_HTTP_1 {
        @Override
        public PoolInUse build(HttpPoolBuilder builder) {
            return async(builder.protocol(Protocol.HTTP_1_1));
        }
    },

    ASYNC_OVER_HTTP_2 {
        @Override
        public PoolInUse build(HttpPoolBuilder builder) {
            return async(builder.protocol(Protocol.HTTP_2));
        }
    };

    public abstract PoolInUse build(HttpPoolBuilder builder);

    private static PoolInUse async(HttpPoolBuilder builder) {
        AsyncHttpPool pool = builder.buildAsync();
        return new PoolInUse(
                pool, pool.blockingClient(), () -> pool.connectionManager().closeExpired());
    }
}
