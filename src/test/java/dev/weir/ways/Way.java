package dev.weir.ways;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;

/** Which way the requests of a blocking client go. */
enum Way {
    /** As the pool chooses. */
    CHOSEN {
        @Override
        WayPool build(HttpPoolBuilder pool) {
            HttpPool built = pool.build();
            return new WayPool(built, built.client());
        }
    },

    /** Through HttpClient's chain: a step that is not the pool's own stands in it, and does nothing. */
    CHAIN {
        @Override
        WayPool build(HttpPoolBuilder pool) {
            pool.customizeClient(client ->
                    client.addExecInterceptorLast("idle", (request, scope, chain) -> chain.proceed(request, scope)));
            return CHOSEN.build(pool);
        }
    },

    /** As an asynchronous pool chooses. */
    ASYNC_CHOSEN {
        @Override
        WayPool build(HttpPoolBuilder pool) {
            AsyncHttpPool built = pool.buildAsync();
            return new WayPool(built, built.blockingClient());
        }
    },

    /** Through the chain of an asynchronous pool's client. */
    ASYNC_CHAIN {
        @Override
        WayPool build(HttpPoolBuilder pool) {
            pool.customizeAsyncClient(client -> client.addExecInterceptorLast(
                    "idle", (request, body, scope, chain, callback) -> chain.proceed(request, body, scope, callback)));
            return ASYNC_CHOSEN.build(pool);
        }
    };

    boolean isAsync() {
        return this == ASYNC_CHOSEN || this == ASYNC_CHAIN;
    }

    abstract WayPool build(HttpPoolBuilder pool);
}
