package dev.weir.engine;

import java.util.ArrayList;
import java.util.List;
import org.apache.hc.core5.concurrent.FutureCallback;

/** Remembers what it was told, in order. */
class RecordingCallback implements FutureCallback<Entry<String, FakeConnection>> {

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
