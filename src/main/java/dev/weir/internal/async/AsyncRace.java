package dev.weir.internal.async;

import dev.weir.failure.NoThreadException;
import dev.weir.internal.callback.CallbackExecutor;
import dev.weir.internal.callback.CallerErrors;
import dev.weir.internal.callback.NoMemoryException;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.manager.AddressTries;
import dev.weir.internal.manager.ExtraPlaces;
import dev.weir.internal.race.AddressRace;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.reactor.ProtocolIOSession;
import org.jspecify.annotations.Nullable;

/**
 * Connects to the first address of a host that accepts a connection, without a thread of its own. Thread-safe: the sockets
 * belong to several I/O threads.
 */
final class AsyncRace {

    /** What a race is run for. */
    interface Runner {

        /** Begins to connect a socket. */
        Future<IOSession> connect(SocketAddress address, FutureCallback<IOSession> callback);

        /** Adds the host and the address to the failure of an address. */
        Exception explained(Exception failure, SocketAddress address);

        /** Goes on with the session that is connected, on its I/O thread. */
        void connected(ProtocolIOSession session);

        /** Fails the dial: no address accepts a connection. */
        void failed(Exception cause);
    }

    private final Runner runner;
    private final ReentrantLock lock = new ReentrantLock();
    // How often it was asked to go on. The thread that finds zero does the work for all.
    private final AtomicInteger asked = new AtomicInteger();
    private final ExtraPlaces places; // for the thread that goes on

    // All guarded by the lock, under which no listener is called and nothing is connected or closed.
    private final AddressRace<SocketAddress> race;
    private final AddressTries tries;
    private final Map<SocketAddress, Socket> sockets = new HashMap<>();
    private @Nullable Exception failure;
    private @Nullable Next next;
    private boolean isOver;

    AsyncRace(AddressRace<SocketAddress> race, AddressTries tries, ExtraPlaces places, Runner runner) {
        this.race = race;
        this.tries = tries;
        this.places = places;
        this.runner = runner;
    }

    /** Tries the addresses whose time has come, or ends. */
    void goOn() {
        if (asked.getAndIncrement() != 0) {
            return;
        }
        int done = 1;
        do {
            try {
                step();
            } catch (OutOfMemoryError e) {
                lost(NoMemoryException.INSTANCE);
            } catch (Throwable e) {
                lost(CallerErrors.asException(e));
            }
            done = asked.addAndGet(-done);
        } while (done != 0);
    }

    private void step() {
        while (isDue()) {
            if (!places.cover(count())) {
                makeRoom();
            }
            begin();
        }
        places.shrinkTo(count() - 1); // the dial has one of its own
        Exception lost = failureIfLost();
        if (lost != null) {
            lost(lost);
        } else {
            goOnLater();
        }
    }

    private boolean isDue() {
        lock.lock();
        try {
            return !isOver && race.isDue(System.nanoTime());
        } finally {
            lock.unlock();
        }
    }

    private int count() {
        lock.lock();
        try {
            return tries.count();
        } finally {
            lock.unlock();
        }
    }

    private void makeRoom() {
        Socket oldest = null;
        AddressTries.Try ended = null;
        lock.lock();
        try {
            if (tries.count() > 0) { // it may have failed just now
                SocketAddress address = race.makeRoom();
                oldest = sockets.remove(address);
                ended = tries.end(address);
            }
        } finally {
            lock.unlock();
        }
        if (oldest != null && ended != null) {
            oldest.cancel();
            tries.madeRoom(ended, System.nanoTime());
        }
    }

    private void begin() {
        Socket socket;
        lock.lock();
        try {
            long nowNanos = System.nanoTime();
            if (isOver || !race.isDue(nowNanos)) {
                return;
            }
            socket = new Socket(race.begin(nowNanos));
            sockets.put(socket.address, socket);
            tries.begun(socket.address, nowNanos);
        } finally {
            lock.unlock();
        }
        socket.connect();
    }

    private @Nullable Exception failureIfLost() {
        lock.lock();
        try {
            return isOver || !race.isLost() ? null : failure;
        } finally {
            lock.unlock();
        }
    }

    private void lost(Exception cause) {
        try {
            stop(cause);
        } finally {
            runner.failed(cause);
        }
    }

    private void goOnLater() {
        lock.lock();
        try {
            long nowNanos = System.nanoTime();
            if (isOver || next != null || !race.hasNext() || race.isOver(nowNanos)) {
                return;
            }
            next = new Next(nowNanos + race.waitNanos(nowNanos));
            Alarms.shared().set(next);
        } catch (NoThreadException e) {
            // The next address has its turn when one has failed.
        } finally {
            lock.unlock();
        }
    }

    private final class Next extends Alarm {

        Next(long atNanos) {
            super(atNanos);
        }

        @Override
        protected void ring() {
            CallbackExecutor.run(this::timeHasCome);
        }

        private void timeHasCome() {
            lock.lock();
            try {
                next = null;
            } finally {
                lock.unlock();
            }
            goOn();
        }
    }

    /** Closes the sockets that are being connected, because the dial has ended. */
    void stop(Exception cause) {
        List<Socket> left;
        List<AddressTries.Try> ended;
        lock.lock();
        try {
            left = end();
            ended = tries.endAll();
        } finally {
            lock.unlock();
        }
        left.forEach(Socket::cancel);
        for (AddressTries.Try each : ended) {
            tries.abandoned(each, cause, System.nanoTime());
        }
        goOn(); // this gives places back
    }

    // With the lock.
    private List<Socket> end() {
        isOver = true; // first: without memory for the rest, each socket ends by itself
        List<Socket> left = List.copyOf(sockets.values());
        sockets.clear();
        if (next != null) {
            Alarms.shared().off(next);
        }
        return left;
    }

    /** One socket that is being connected. */
    private final class Socket implements FutureCallback<IOSession> {
        private final SocketAddress address;

        // Written by the thread that begins it; read by the one that cancels it.
        private volatile @Nullable Future<IOSession> future;

        Socket(SocketAddress address) {
            this.address = address;
        }

        void connect() {
            future = runner.connect(address, this);
            if (!isWanted()) {
                cancel(); // the result came before its future was known
            }
        }

        void cancel() {
            Future<IOSession> connecting = future;
            if (connecting != null) {
                connecting.cancel(true);
            }
        }

        private boolean isWanted() {
            lock.lock();
            try {
                return sockets.get(address) == this;
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void completed(IOSession session) {
            try {
                if (wins()) {
                    goOn();
                    runner.connected((ProtocolIOSession) session);
                } else {
                    session.close(CloseMode.IMMEDIATE);
                }
            } catch (OutOfMemoryError e) {
                unusable(session, NoMemoryException.INSTANCE);
            } catch (RuntimeException | Error e) {
                unusable(session, CallerErrors.asException(e));
            }
        }

        private void unusable(IOSession session, Exception cause) {
            session.close(CloseMode.IMMEDIATE); // perhaps the dial does not know it yet
            lost(cause);
        }

        private boolean wins() {
            List<Socket> losers;
            lock.lock();
            try {
                AddressTries.Try won = sockets.remove(address, this) ? tries.end(address) : null;
                if (won == null) {
                    return false;
                }
                tries.won(won, tries.endAll(), race.overtakenBy(address), System.nanoTime());
                losers = end();
            } finally {
                lock.unlock();
            }
            losers.forEach(Socket::cancel);
            tries.succeeded(address);
            return true;
        }

        @Override
        public void failed(Exception cause) {
            try {
                fail(cause);
            } catch (OutOfMemoryError e) {
                lost(cause);
            }
        }

        private void fail(Exception cause) {
            Exception explained = runner.explained(cause, address);
            long nowNanos = System.nanoTime();
            AddressTries.Try ended;
            lock.lock();
            try {
                ended = sockets.remove(address, this) ? tries.end(address) : null;
                if (ended == null) {
                    return; // it was canceled
                }
                race.failed(address, nowNanos);
                if (failure != null) {
                    explained.addSuppressed(failure);
                }
                failure = explained;
            } finally {
                lock.unlock();
            }
            tries.failed(ended, explained, nowNanos);
            goOn();
        }

        @Override
        public void cancelled() {
            try {
                failed(new ConnectionClosedException("The I/O thread that connects has ended"));
            } catch (OutOfMemoryError e) {
                lost(NoMemoryException.INSTANCE);
            }
        }
    }
}
