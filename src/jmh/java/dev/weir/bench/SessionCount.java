package dev.weir.bench;

import java.net.SocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.reactor.IOSessionListener;
import org.jspecify.annotations.Nullable;

/** Counts the connections of an asynchronous server. With TLS it is told of a connection more than once. Thread-safe. */
final class SessionCount implements IOSessionListener {

    // A session that has ended no longer tells whose it was.
    private final Map<SocketAddress, String> open = new ConcurrentHashMap<>();
    private final LongAdder accepted = new LongAdder();

    Server.Connections connections() {
        return new Server.Connections(accepted.sum(), open.size());
    }

    @Override
    public void connected(IOSession session) {
        @Nullable SocketAddress peer = session.getRemoteAddress();
        if (peer != null && open.putIfAbsent(peer, session.getId()) == null) {
            accepted.increment();
        }
    }

    @Override
    public void startTls(IOSession session) {
        connected(session);
    }

    @Override
    public void disconnected(IOSession session) {
        open.values().removeIf(id -> id.equals(session.getId()));
    }

    @Override
    public void inputReady(IOSession session) {}

    @Override
    public void outputReady(IOSession session) {}

    @Override
    public void timeout(IOSession session) {}

    @Override
    public void exception(IOSession session, Exception failure) {}
}
