package dev.weir.ways;

import dev.weir.HttpPoolBuilder;

/** Which way the requests of a blocking client go. */
enum Way {
    /** As the pool chooses. */
    CHOSEN {
        @Override
        void of(HttpPoolBuilder pool) {
            // Nothing stands in the way.
        }
    },

    /** Through HttpClient's chain: a step that is not the pool's own stands in it, and does nothing. */
    CHAIN {
        @Override
        void of(HttpPoolBuilder pool) {
            pool.customizeClient(client ->
                    client.addExecInterceptorLast("idle", (request, scope, chain) -> chain.proceed(request, scope)));
        }
    };

    abstract void of(HttpPoolBuilder pool);
}
