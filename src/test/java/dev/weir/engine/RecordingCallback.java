package dev.weir.engine;

import java.util.ArrayList;
import java.util.List;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.pool.PoolEntry;

/** Remembers what it was told, in order. */
class RecordingCallback implements FutureCallback<PoolEntry<String, FakeConnection>> {

    final List<PoolEntry<String, FakeConnection>> entries = new ArrayList<>();
    final List<Exception> failures = new ArrayList<>();
    int cancelled;

    @Override
    public void completed(PoolEntry<String, FakeConnection> entry) {
        entries.add(entry);
    }

    @Override
    public void failed(Exception failure) {
        failures.add(failure);
    }

    @Override
    public void cancelled() {
        cancelled++;
    }
}
