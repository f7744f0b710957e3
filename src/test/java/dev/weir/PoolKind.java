package dev.weir;

import dev.weir.config.Protocol;

/** The kinds of pools that keep the same promises to callers that block. */
enum PoolKind {
    BLOCKING {
        @Override
        PoolInUse build(HttpPoolBuilder builder) {
            HttpPool pool = builder.build();
            return new PoolInUse(
                    pool, pool.client(), () -> pool.connectionManager().closeExpired());
        }
    },

    ASYNC_OVER_HTTP_1 {
        @Override
        PoolInUse build(HttpPoolBuilder builder) {
            return async(builder.protocol(Protocol.HTTP_1_1));
        }
    },

    ASYNC_OVER_HTTP_2 {
        @Override
        PoolInUse build(HttpPoolBuilder builder) {
            return async(builder.protocol(Protocol.HTTP_2));
        }
    };

    abstract PoolInUse build(HttpPoolBuilder builder);

    private static PoolInUse async(HttpPoolBuilder builder) {
        AsyncHttpPool pool = builder.buildAsync();
        return new PoolInUse(
                pool, pool.blockingClient(), () -> pool.connectionManager().closeExpired());
    }
}
