package dev.weir.engine;

import java.util.ArrayList;
import java.util.List;

/** Remembers what it was told, in order. */
class RecordingCallback implements Waiter.Caller<String, FakeConnection> {

    final List<Entry<String, FakeConnection>> entries = new ArrayList<>();
    final List<Exception> failures = new ArrayList<>();
    int cancelled;

    @Override
    public void completed(Entry<String, FakeConnection> entry) {
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
