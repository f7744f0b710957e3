package dev.weir.internal.async;

import dev.weir.internal.callback.CallbackExecutor;
import dev.weir.internal.callback.CallerErrors;
import dev.weir.internal.deadline.Alarm;
import dev.weir.internal.deadline.Alarms;
import dev.weir.internal.manager.AddressRace;
import dev.weir.internal.thread.NoThreadException;
import java.net.SocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.reactor.ProtocolIOSession;
import org.jspecify.annotations.Nullable;

/** The sockets of a race without a thread of its own: they belong to several I/O threads. Thread-safe. */
final class AsyncRace {

    private final AddressRace race;
    private final AsyncDial dial;
    private final Map<SocketAddress, Socket> sockets = new ConcurrentHashMap<>();
    private final AtomicReference<@Nullable Next> next = new AtomicReference<>();

    // Set before its sockets are canceled: one that begins to connect at that moment sees it and cancels itself.
    private volatile boolean isOver;

    AsyncRace(AddressRace race, AsyncDial dial) {
        this.race = race;
        this.dial = dial;
    }

    /** Tries the addresses whose time has come, or ends. */
    void goOn() {
        try {
            SocketAddress due = race.begin(System.nanoTime());
            while (due != null) {
                new Socket(due).connect();
                due = race.begin(System.nanoTime());
            }
            Exception failure = race.failure();
            if (failure != null && race.isLost()) {
                dial.failed(failure);
            } else {
                goOnLater();
            }
        } catch (RuntimeException | Error e) {
            dial.failed(CallerErrors.asException(e));
        }
    }

    private void goOnLater() {
        long nowNanos = System.nanoTime();
        long waitNanos = race.nextNanos(nowNanos);
        if (waitNanos == Long.MAX_VALUE) {
            return;
        }
        Next alarm = new Next(nowNanos + waitNanos);
        if (next.compareAndSet(null, alarm)) {
            try {
                Alarms.shared().set(alarm);
            } catch (NoThreadException e) {
                // The next address has its turn when one has failed.
            }
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
            next.set(null);
            goOn();
        }
    }

    /** Closes the sockets that are being connected, because the dial has ended. */
    void stop(Exception cause) {
        race.abandon(cause, System.nanoTime());
        cancelAll();
    }

    private void cancelAll() {
        isOver = true;
        Next alarm = next.get();
        if (alarm != null) {
            Alarms.shared().off(alarm);
        }
        sockets.values().forEach(Socket::cancel);
        sockets.clear();
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
            sockets.put(address, this);
            future = dial.connect(address, this);
            if (isOver) {
                cancel();
            }
        }

        void cancel() {
            Future<IOSession> connecting = future;
            if (connecting != null) {
                connecting.cancel(true);
            }
        }

        @Override
        public void completed(IOSession session) {
            try {
                if (!race.won(address, System.nanoTime())) {
                    session.close(CloseMode.IMMEDIATE);
                    return;
                }
                sockets.remove(address);
                cancelAll();
                dial.connected((ProtocolIOSession) session);
            } catch (RuntimeException | Error e) {
                session.close(CloseMode.IMMEDIATE); // perhaps the dial does not know it yet
                dial.failed(CallerErrors.asException(e));
            }
        }

        @Override
        public void failed(Exception cause) {
            sockets.remove(address);
            if (race.failed(address, dial.explained(cause, address), System.nanoTime())) {
                goOn();
            }
        }

        @Override
        public void cancelled() {
            failed(new ConnectionClosedException("The I/O thread that connects has ended"));
        }
    }
}
