package dev.weir.internal.pool;

import java.util.concurrent.CompletableFuture;

/** A caller that is told when its exchange can begin. */
record ToldReady(CompletableFuture<Void> call) implements StreamLease.Ready {

    ToldReady() {
        this(new CompletableFuture<>());
    }

    @Override
    public void ready() {
        call.complete(null);
    }

    @Override
    public void failed(Exception cause) {
        call.completeExceptionally(cause);
    }
}
