package dev.weir.it.upstream;

import java.nio.ByteBuffer;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hc.client5.http.async.methods.AbstractBinResponseConsumer;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.async.methods.SimpleRequestProducer;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpResponse;

/** Counts the bytes of a body, and grants nothing, or what it has taken; or throws. */
final class Consumer extends AbstractBinResponseConsumer<Integer> {

    enum Habit {
        GRANTS_NOTHING,
        GRANTS_WHAT_IT_TOOK,
        THROWS
    }

    private final Habit habit;
    private int bytes;
    private int granted;

    Consumer(Habit habit) {
        this.habit = habit;
    }

    static SimpleRequestProducer get(String uri) {
        return SimpleRequestProducer.create(SimpleRequestBuilder.get(uri).build());
    }

    static String end(Future<Integer> call) throws InterruptedException {
        try {
            return "all " + call.get(5, TimeUnit.SECONDS) + " bytes";
        } catch (ExecutionException e) {
            return Calls.FAILS;
        } catch (TimeoutException e) {
            return "nothing within 5 s";
        }
    }

    @Override
    protected void start(HttpResponse response, ContentType type) {
        // nothing to begin
    }

    @Override
    protected int capacityIncrement() {
        int taken = bytes - granted;
        granted = bytes;
        return habit == Habit.GRANTS_WHAT_IT_TOOK ? taken : 0;
    }

    @Override
    protected void data(ByteBuffer data, boolean end) {
        if (habit == Habit.THROWS) {
            throw new IllegalStateException("of one consumer");
        }
        bytes += data.remaining();
        data.position(data.limit());
    }

    @Override
    protected Integer buildResult() {
        return bytes;
    }

    @Override
    public void releaseResources() {
        // holds nothing
    }
}
