package dev.weir.config;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The proxies of the JDK's system properties. */
final class ProxyProperties {
    private static final String NON_PROXY_HOSTS = "http.nonProxyHosts";

    /** The JDK's, where the property is not set. */
    private static final String LOOPBACK = "localhost|127.*|[::1]|0.0.0.0|[::0]";

    private ProxyProperties() {}

    static Optional<PrescribedProxy> find(String scheme, Map<String, String> properties) {
        String host = properties.getOrDefault(scheme + ".proxyHost", "").strip();
        return host.isEmpty()
                ? Optional.empty()
                : Optional.of(new PrescribedProxy(host, port(scheme, properties), exclusions(properties)));
    }

    private static int port(String scheme, Map<String, String> properties) {
        String name = scheme + ".proxyPort";
        String port = properties.getOrDefault(name, "").strip();
        if (port.isEmpty()) {
            return scheme.equals("https") ? 443 : 80;
        }
        if (!ProxyAddress.isPort(port)) {
            throw new IllegalArgumentException(
                    name + " must be a port from 1 to 65535, but was " + UserInfo.hidden(port) + "; such as 3128");
        }
        return Integer.parseInt(port);
    }

    private static List<ProxyExclusion> exclusions(Map<String, String> properties) {
        return Arrays.stream(properties.getOrDefault(NON_PROXY_HOSTS, LOOPBACK).split("\\|"))
                .map(String::strip)
                .filter(entry -> !entry.isEmpty())
                .map(ProxyProperties::exclusion)
                .toList();
    }

    private static ProxyExclusion exclusion(String entry) {
        return ProxyExclusion.parse(entry)
                .or(() -> ProxyExclusion.wildcard(entry))
                .orElseThrow(() -> new IllegalArgumentException(NON_PROXY_HOSTS
                        + " must have only host names and addresses, with * for any characters, between its |, but has "
                        + UserInfo.hidden(entry) + "; such as localhost|*.internal|10.*"));
    }
}
