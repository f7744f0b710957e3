package dev.weir.faults;

import dev.weir.internal.thread.NoThreadException;
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

    private ThreadLimitProgram() {}

    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[1]);
        Takers early = new Takers();
        early.take();
        System.out.println("build " + build(arguments[0], port));
        early.end();
        try (Subject subject = Subject.of(arguments[0], port)) {
            subject.get("/");
            Takers takers = new Takers();
            Set<String> ends = new TreeSet<>();
            for (int i = 0; i < CALLS; i++) {
                awaitEndOf(
                        "weir-deadlines"); // whose place may be free only after the takers came: then a call starts it
                takers.take();
                ends.add(end(subject));
            }
            takers.end();
            System.out.println("taken " + takers.areAny());
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

    // What a pool needs to keep its promises must run, or it is none.
    private static String build(String kind, int port) {
        try {
            Subject.of(kind, port).close();
            return "succeeded";
        } catch (IllegalStateException e) {
            return e.getCause() instanceof NoThreadException ? "refused" : String.valueOf(e.getCause());
        } catch (OutOfMemoryError e) { // of an I/O thread
            return String.valueOf(e.getMessage()).contains("native thread") ? "refused" : e.toString();
        } catch (Exception e) {
            return e.toString();
        }
    }

    /** All threads that the process may still have. */
    private static final class Takers {
        private final CountDownLatch over = new CountDownLatch(1);
        private final List<Thread> threads = new ArrayList<>();

        void take() {
            try {
                while (true) {
                    Thread taker = new Thread(null, this::stay, "taker", SMALL_STACK);
                    taker.setDaemon(true);
                    taker.start();
                    threads.add(taker);
                }
            } catch (OutOfMemoryError e) {
                // There are as many as there may be.
            }
        }

        boolean areAny() {
            return !threads.isEmpty();
        }

        private void stay() {
            try {
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        void end() throws InterruptedException {
            over.countDown();
            for (Thread thread : threads) {
                thread.join();
            }
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
