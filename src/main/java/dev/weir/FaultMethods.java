package dev.weir;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Calls ahead the methods of the JDK that a call may need for the first time in the middle of a fault. The JVM links the
 * variable handles in them when they first run, and needs memory for that: an entry that could not forget its connection
 * because {@link AtomicReference#getAndSet} had never run kept its socket open.
 */
final class FaultMethods {

    private static final String VALUE = "";

    private FaultMethods() {}

    /** Links them. What fails is tried again by the next pool. */
    static void link() {
        reference(new AtomicReference<>(VALUE));
        bool(new AtomicBoolean());
        array(new AtomicReferenceArray<>(1));
        new AtomicMarkableReference<>(VALUE, false).compareAndSet(VALUE, VALUE, false, true);
        future(new CompletableFuture<>());
        new CompletableFuture<String>().cancel(true);
        new FutureTask<>(() -> VALUE).cancel(true);
        task(new FutureTask<>(() -> VALUE));
        queue(new ConcurrentLinkedQueue<>());
        queue(new ConcurrentLinkedDeque<>());
        queue(new SynchronousQueue<>()); // that of a pool of threads; no thread waits at this one
    }

    private static void reference(AtomicReference<String> reference) {
        reference.compareAndSet(VALUE, VALUE);
        reference.compareAndExchange(VALUE, VALUE);
        reference.lazySet(VALUE);
        reference.getAndSet(VALUE);
        reference.updateAndGet(value -> value);
        reference.getAndUpdate(value -> value);
        reference.accumulateAndGet(VALUE, (value, given) -> given);
    }

    private static void bool(AtomicBoolean bool) {
        bool.compareAndSet(false, true);
        bool.lazySet(true);
        bool.getAndSet(false);
    }

    private static void array(AtomicReferenceArray<String> array) {
        array.compareAndSet(0, null, VALUE);
        array.lazySet(0, VALUE);
        array.set(0, array.get(0));
        array.getAndSet(0, null);
    }

    private static void future(CompletableFuture<String> future) {
        CompletableFuture<String> told = future.whenComplete((value, failure) -> {});
        CompletableFuture<String> handled = future.thenAccept(value -> {}).handle((value, failure) -> VALUE);
        future.complete(VALUE);
        future.completeExceptionally(new IllegalStateException());
        told.join();
        handled.join();
    }

    private static void task(FutureTask<String> task) {
        task.run();
        task.cancel(true);
    }

    private static void queue(Queue<String> queue) {
        if (queue.offer(VALUE)) {
            queue.remove(VALUE);
            queue.offer(VALUE);
        }
        queue.poll();
    }
}
