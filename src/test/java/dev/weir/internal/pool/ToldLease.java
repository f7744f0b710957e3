package dev.weir.internal.pool;

import java.util.concurrent.CompletableFuture;

/** A caller that is told how its lease ended. */
record ToldLease(CompletableFuture<StreamLease> lease) implements AsyncPool.Answer {

    ToldLease() {
        this(new CompletableFuture<>());
    }

    @Override
    public void leased(StreamLease granted) {
        lease.complete(granted);
    }

    @Override
    public void refused(Exception cause) {
        lease.completeExceptionally(cause);
    }

    @Override
    public void cancelled() {
        lease.cancel(false);
    }
}
