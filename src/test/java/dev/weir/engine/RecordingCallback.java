package dev.weir.engine;

import java.util.ArrayList;
import java.util.List;
import org.apache.hc.core5.concurrent.FutureCallback;

/** Remembers what it was told, in order. */
class RecordingCallback implements FutureCallback<Entry> {

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
