package dev.weir.internal.pool;

import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLSession;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.ProtocolVersion;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** A shared connection without a socket. Thread-safe. */
final class FakeTransport extends SharedTransport {

    final AtomicInteger streams = new AtomicInteger();

    /** Runs once, when a caller has asked for how many streams there is room. */
    final AtomicReference<@Nullable Runnable> afterLook = new AtomicReference<>();

    /** How it was closed. */
    final List<CloseMode> closes = new CopyOnWriteArrayList<>();

    volatile boolean open = true;

    @Override
    int seats() {
        int seats = super.seats();
        Runnable meanwhile = afterLook.getAndSet(null);
        if (meanwhile != null) {
            meanwhile.run();
        }
        return seats;
    }

    @Override
    public boolean isMultiplexed() {
        return true;
    }

    @Override
    protected int streams() {
        return streams.get();
    }

    @Override
    protected void settingsChanged() {}

    @Override
    protected boolean pingIfDue(StreamSettings settings) {
        return true;
    }

    @Override
    protected List<ActiveExchange> holdings() {
        return List.of();
    }

    @Override
    public String getId() {
        return "fake";
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public void close() {}

    @Override
    public void close(CloseMode mode) {
        closes.add(mode);
    }

    @Override
    public @Nullable SSLSession getSSLSession() {
        return null;
    }

    @Override
    public @Nullable EndpointDetails getEndpointDetails() {
        return null;
    }

    @Override
    public ProtocolVersion getProtocolVersion() {
        return HttpVersion.HTTP_2;
    }

    @Override
    public @Nullable SocketAddress getLocalAddress() {
        return null;
    }

    @Override
    public @Nullable SocketAddress getRemoteAddress() {
        return null;
    }

    @Override
    public Timeout getSocketTimeout() {
        return Timeout.DISABLED;
    }

    @Override
    public void setSocketTimeout(Timeout timeout) {}
}
