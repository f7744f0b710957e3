package dev.weir.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Sends requests while the heap is full for 150 ms at a time, and prints the state of its pool afterwards. */
final class HeapProgram {

    private static final int ROUNDS = 6;
    private static final int CALLERS = 6;
    private static final long FULL_NANOS = TimeUnit.MILLISECONDS.toNanos(150);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private static volatile boolean isOver;
    private static volatile boolean hasFailed;

    private HeapProgram() {}

    public static void main(String[] arguments) throws Exception {
        try (Subject subject = Subject.of(arguments[0], Integer.parseInt(arguments[1]))) {
            subject.get("/");
            List<Thread> callers = callers(subject);
            for (int i = 0; i < ROUNDS; i++) {
                fill();
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            isOver = true;
            for (Thread caller : callers) {
                caller.join();
            }
            System.out.println("failures " + hasFailed);
            Aftermath.of(subject).forEach(System.out::println);
        }
        System.out.println("END");
        System.exit(0);
    }

    private static List<Thread> callers(Subject subject) {
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            Thread caller = new Thread(() -> call(subject));
            caller.setDaemon(true);
            caller.start();
            callers.add(caller);
        }
        return callers;
    }

    private static void call(Subject subject) {
        while (!isOver) {
            try {
                subject.get("/");
            } catch (Throwable e) {
                hasFailed = true;
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    // What others free meanwhile is taken, too.
    private static void fill() {
        Object[] chain = FullHeap.filled(new Object[0]);
        long startNanos = System.nanoTime();
        while (System.nanoTime() - startNanos < FULL_NANOS) {
            chain = FullHeap.filled(chain);
            LockSupport.parkNanos(1_000_000);
        }
        if (chain.length > 2) {
            throw new AssertionError();
        }
    }
}
