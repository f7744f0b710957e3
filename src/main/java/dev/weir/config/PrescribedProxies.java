package dev.weir.config;

import java.io.IOException;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The proxies of schemes. Immutable and thread-safe. */
final class PrescribedProxies extends ProxySelector {
    private final Map<String, PrescribedProxy> proxies;

    PrescribedProxies(Map<String, PrescribedProxy> proxies) {
        this.proxies = proxies;
    }

    @Override
    public List<Proxy> select(@Nullable URI uri) {
        if (uri == null || uri.getScheme() == null || uri.getRawAuthority() == null) {
            throw new IllegalArgumentException("uri must have a scheme and a host");
        }
        String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
        PrescribedProxy proxy = proxies.get(scheme);
        return List.of(proxy == null ? Proxy.NO_PROXY : proxy.proxyFor(DirectHost.of(host(uri)), port(uri, scheme)));
    }

    /** A name with an underscore is no host to the JDK, and an authority all the same. */
    private static String host(URI uri) {
        return uri.getHost() != null ? uri.getHost() : authority(uri).replaceFirst(":\\d*$", "");
    }

    private static int port(URI uri, String scheme) {
        String digits = authority(uri).replaceFirst("^.*?(?::(\\d{1,5}))?$", "$1");
        return digits.isEmpty() ? scheme.equals("https") ? 443 : 80 : Integer.parseInt(digits);
    }

    private static String authority(URI uri) {
        String authority = Objects.requireNonNull(uri.getRawAuthority(), "authority");
        return authority.substring(authority.lastIndexOf('@') + 1);
    }

    @Override
    public void connectFailed(URI uri, SocketAddress address, IOException failure) {
        // There is no other proxy to prefer.
    }
}
