package dev.weir.internal.async;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.reactor.IOSession;
import org.jspecify.annotations.Nullable;

/** The sockets that a reactor is connecting. HttpCore forgets them when a thread ends by an {@code Error}. Thread-safe. */
final class Connects {

    private final Set<Connect> underWay = ConcurrentHashMap.newKeySet();

    // Written once, by a thread that ends.
    private volatile boolean isOver;

    /** Adds one; cancels it at once if all were canceled meanwhile. */
    Future<IOSession> begin(
            FutureCallback<IOSession> callback, Function<FutureCallback<IOSession>, Future<IOSession>> how) {
        Connect connect = new Connect(callback);
        underWay.add(connect);
        boolean isBegun = false;
        try {
            Future<IOSession> future = how.apply(connect);
            connect.future = future;
            isBegun = true;
            cancelIfOver(future);
            return future;
        } finally {
            if (!isBegun) {
                underWay.remove(connect);
            }
        }
    }

    // The thread that was to connect it may have ended before this future was known.
    private void cancelIfOver(Future<?> future) {
        if (isOver) {
            future.cancel(true);
        }
    }

    /** Cancels all of them, and any that begin later. */
    void cancel() {
        isOver = true; // first: a connect that begins now is seen below, or sees this
        for (Connect connect : underWay) {
            Future<?> future = connect.future;
            if (future != null) {
                future.cancel(true);
            }
        }
    }

    private final class Connect implements FutureCallback<IOSession> {
        private final FutureCallback<IOSession> callback;

        // Written when it has begun.
        private volatile @Nullable Future<?> future;

        Connect(FutureCallback<IOSession> callback) {
            this.callback = callback;
        }

        @Override
        public void completed(IOSession session) {
            underWay.remove(this);
            callback.completed(session);
        }

        @Override
        public void failed(Exception cause) {
            underWay.remove(this);
            callback.failed(cause);
        }

        @Override
        public void cancelled() {
            underWay.remove(this);
            callback.cancelled();
        }
    }
}
