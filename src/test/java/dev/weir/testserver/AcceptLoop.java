package dev.weir.testserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Accepts connections on a daemon thread and serves each on a daemon thread of its own. */
final class AcceptLoop implements AutoCloseable {

    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

    private final String name;
    private final ServerSocket listener;
    private final Service service;
    private final Thread acceptor;
    private final Map<Socket, Thread> serving = new ConcurrentHashMap<>();
    private int accepted; // acceptor thread only

    /** What is done with an accepted connection; the socket is closed when it returns. */
    interface Service {

        /** Serves one connection until it ends; the id counts from one. */
        void serve(Socket socket, int id) throws IOException;
    }

    AcceptLoop(String kind, ServerSocket listener, Service service) {
        this.name = kind + "-" + listener.getLocalPort();
        this.listener = listener;
        this.service = service;
        this.acceptor = daemon(this::accept, name + "-accept");
    }

    static ServerSocket bind(InetAddress address, int port, int backlog) {
        requireLoopback(address);
        try {
            ServerSocket listener = new ServerSocket();
            listener.setReuseAddress(true);
            listener.bind(new InetSocketAddress(address, port), backlog);
            return listener;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    AcceptLoop start() {
        acceptor.start();
        return this;
    }

    int port() {
        return listener.getLocalPort();
    }

    InetAddress address() {
        return listener.getInetAddress();
    }

    /** Returns when dials are refused, which the kernel does only once the thread in accept has left it. */
    void stopAccepting() {
        closeQuietly(listener);
        join(acceptor, System.nanoTime() + STOP_LIMIT.toNanos());
    }

    @Override
    public void close() {
        close(() -> {});
    }

    /** Lets the owner end its connections in its own way first; returns when all threads have ended, or too late. */
    void close(Runnable endConnections) {
        stopAccepting();
        List<Thread> threads = List.copyOf(serving.values());
        endConnections.run();
        serving.forEach(AcceptLoop::stop);
        long deadlineNanos = System.nanoTime() + STOP_LIMIT.toNanos();
        threads.forEach(thread -> join(thread, deadlineNanos));
    }

    private static void requireLoopback(InetAddress address) {
        if (!address.isLoopbackAddress()) {
            throw new IllegalArgumentException("address must be a loopback address, but was " + address);
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                begin(listener.accept());
            } catch (IOException e) {
                failUnlessClosed(e);
            }
        }
    }

    private void begin(Socket socket) {
        int id = ++accepted;
        Thread thread = daemon(() -> serve(socket, id), name + "-" + id);
        serving.put(socket, thread);
        thread.start();
    }

    private void serve(Socket socket, int id) {
        try (socket) {
            socket.setTcpNoDelay(true);
            service.serve(socket, id);
        } catch (IOException e) {
            // The peer went away or the server was closed: either way this connection has ended.
        } finally {
            serving.remove(socket);
        }
    }

    private void failUnlessClosed(IOException failure) {
        if (!listener.isClosed()) {
            closeQuietly(listener);
            throw new UncheckedIOException(failure);
        }
    }

    private static void stop(Socket socket, Thread thread) {
        closeQuietly(socket);
        thread.interrupt();
    }

    static void closeQuietly(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            // A socket that fails to close is closed all the same.
        }
    }

    static void join(Thread thread, long deadlineNanos) {
        long leftMillis = (deadlineNanos - System.nanoTime()) / 1_000_000;
        if (leftMillis <= 0 || thread == Thread.currentThread()) {
            return;
        }
        try {
            thread.join(leftMillis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Makes the socket end by a reset when it is closed. */
    static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException e) {
            // Closed already, by the client or by another thread.
        }
    }

    /** Waits until the condition holds, and fails with the description otherwise. */
    static void await(BooleanSupplier condition, Duration limit, Supplier<String> expected) {
        if (!holdsWithin(condition, limit.toNanos())) {
            throw new AssertionError("expected " + expected.get() + " after " + limit.toMillis() + " ms");
        }
    }

    /** Waits until the condition holds, and says whether it did. */
    static boolean holdsWithin(BooleanSupplier condition, long limitNanos) {
        long startNanos = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - startNanos > limitNanos) {
                return false;
            }
            LockSupport.parkNanos(100_000);
        }
        return true;
    }

    /** Returns when the time is over, or throws at once if the server is closed, which interrupts its threads. */
    static void pause(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(nanos); // what a server takes, not what a test waits
    }
}
