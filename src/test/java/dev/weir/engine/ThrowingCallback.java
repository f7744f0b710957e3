package dev.weir.engine;

import org.apache.hc.core5.concurrent.FutureCallback;

/** A caller that fails whenever it is told something. */
final class ThrowingCallback implements FutureCallback<Entry<String, FakeConnection>> {

    @Override
    public void completed(Entry<String, FakeConnection> entry) {
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
