package dev.weir.ways;

import java.io.IOException;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;

/** Notes what another selector is asked. */
final class WatchedSelector extends ProxySelector {

    private final ProxySelector delegate;
    private final List<URI> asked;

    WatchedSelector(ProxySelector delegate, List<URI> asked) {
        this.delegate = delegate;
        this.asked = asked;
    }

    @Override
    public List<Proxy> select(URI uri) {
        asked.add(uri);
        return delegate.select(uri);
    }

    @Override
    public void connectFailed(URI uri, SocketAddress address, IOException failure) {
        delegate.connectFailed(uri, address, failure);
    }
}
