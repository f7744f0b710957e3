package dev.weir.faults;

import dev.weir.HttpPool;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.util.TimeValue;

/** Discards the first connection of its JVM, and does other things for the first time, while the heap is full. */
final class FirstDiscardProgram {

    // All made before the heap is full.
    private static final AtomicBoolean BOOL = new AtomicBoolean();
    private static final AtomicReferenceArray<String> ARRAY = new AtomicReferenceArray<>(1);
    private static final Runnable[] STEPS = {
        discarding(new PoolEntry<String, ModalCloseable>("route", TimeValue.NEG_ONE_MILLISECOND, (closed, mode) -> {})),
        () -> BOOL.getAndSet(true),
        () -> ARRAY.getAndSet(0, null),
        () -> ARRAY.compareAndSet(0, null, "")
    };
    private static final Throwable[] FAILURES = new Throwable[STEPS.length];

    private static final class Nothing implements ModalCloseable {

        @Override
        public void close(CloseMode mode) {}

        @Override
        public void close() {}
    }

    private FirstDiscardProgram() {}

    private static Runnable discarding(PoolEntry<String, ModalCloseable> entry) {
        entry.assignConnection(new Nothing());
        return () -> entry.discardConnection(CloseMode.IMMEDIATE);
    }

    public static void main(String[] arguments) {
        if (arguments[0].equals("pool")) {
            HttpPool.builder("first").build().close();
        }
        Object[] chain = FullHeap.filled(new Object[0]);
        for (int i = 0; i < STEPS.length; i++) {
            try {
                STEPS[i].run();
            } catch (Throwable e) {
                FAILURES[i] = e;
            }
        }
        chain[0] = null;
        for (Throwable failure : FAILURES) {
            System.out.println("failure " + failure);
        }
        System.out.println("END");
        System.exit(0);
    }
}
