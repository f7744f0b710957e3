package dev.weir.engine;

import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.pool.PoolEntry;

/** A caller that fails whenever it is told something. */
final class ThrowingCallback implements FutureCallback<PoolEntry<String, FakeConnection>> {

    @Override
    public void completed(PoolEntry<String, FakeConnection> entry) {
        throw new IllegalStateException("as told");
    }

    @Override
    public void failed(Exception failure) {
        throw new IllegalStateException("as told");
    }

    @Override
    public void cancelled() {
        throw new IllegalStateException("as told");
    }
}
