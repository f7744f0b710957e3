package dev.weir.engine;

import java.util.ArrayList;
import java.util.List;

/** Remembers what it was told, in order. */
class RecordingCallback implements Waiter.Caller {

    final List<FakeConnection> entries = new ArrayList<>();
    final List<Exception> failures = new ArrayList<>();
    int cancelled;

    @Override
    public void completed(Entry entry) {
        entries.add((FakeConnection) entry);
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
