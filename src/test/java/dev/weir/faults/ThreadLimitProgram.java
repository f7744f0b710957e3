package dev.weir.faults;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Sends requests while the process has as many threads as it may have, and prints the state of its pool afterwards. */
final class ThreadLimitProgram {

    private static final int CALLS = 20;
    private static final int SMALL_STACK = 1 << 16;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private static final CountDownLatch OVER = new CountDownLatch(1);

    private ThreadLimitProgram() {}

    public static void main(String[] arguments) throws Exception {
        try (Subject subject = Subject.of(arguments[0], Integer.parseInt(arguments[1]))) {
            subject.get("/");
            awaitEndOf("weir-deadlines");
            List<Thread> takers = new ArrayList<>();
            Set<String> ends = new TreeSet<>();
            for (int i = 0; i < CALLS; i++) {
                take(takers);
                ends.add(end(subject));
            }
            OVER.countDown();
            for (Thread taker : takers) {
                taker.join();
            }
            System.out.println("taken " + !takers.isEmpty());
            System.out.println("ends " + ends);
            Aftermath.of(subject).forEach(System.out::println);
        }
        System.out.println("END");
        System.exit(0);
    }

    // It ends by itself, so that the next call has to start it.
    private static void awaitEndOf(String thread) {
        long startNanos = System.nanoTime();
        while (Aftermath.hasThread(thread) && System.nanoTime() - startNanos < PATIENCE_NANOS) {
            LockSupport.parkNanos(10_000_000);
        }
    }

    private static void take(List<Thread> takers) {
        try {
            while (true) {
                Thread taker = new Thread(null, ThreadLimitProgram::stay, "taker", SMALL_STACK);
                taker.setDaemon(true);
                taker.start();
                takers.add(taker);
            }
        } catch (OutOfMemoryError e) {
            // There are as many as there may be.
        }
    }

    private static void stay() {
        try {
            OVER.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String end(Subject subject) {
        try {
            return String.valueOf(subject.get("/"));
        } catch (IOException | RuntimeException e) {
            return e.getClass().getSimpleName();
        }
    }
}
