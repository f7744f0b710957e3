package dev.weir.config;

import java.net.ProxySelector;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Finds the proxies that the machine or the command line of the JVM prescribes, for
 * {@code HttpPool.builder(name).proxySelector(SystemProxy.current())}.
 *
 * <table>
 *   <caption>Where they are set; the first that is set counts for its scheme</caption>
 *   <tr><th>For</th><th>System properties</th><th>Environment</th></tr>
 *   <tr><td>{@code http}</td><td>{@code http.proxyHost}, {@code http.proxyPort} (80)</td>
 *       <td>{@code HTTP_PROXY}, {@code http_proxy}</td></tr>
 *   <tr><td>{@code https}</td><td>{@code https.proxyHost}, {@code https.proxyPort} (443)</td>
 *       <td>{@code HTTPS_PROXY}, {@code https_proxy}</td></tr>
 *   <tr><td>direct</td><td>{@code http.nonProxyHosts}, for both schemes; by default the JDK's</td>
 *       <td>{@code NO_PROXY}, {@code no_proxy}, and always the loopback</td></tr>
 * </table>
 *
 * <p>Exclusions apply to the proxies of their own column. In {@code NO_PROXY}, separated by commas, a name stands for itself
 * and all names below it, {@code .name} only for those below it, and addresses, CIDR blocks, {@code *} and {@code :port}
 * mean the same as in {@code noProxy}. In {@code http.nonProxyHosts}, separated by {@code |}, names stand for themselves,
 * and {@code *} for any characters. No name is looked up. {@code HTTP_PROXY} in capitals does not count in a CGI program
 * (where {@code REQUEST_METHOD} is set), because clients of a web server can set it there.
 *
 * <p>Connections to the proxies have no TLS ({@code http://}). User info in a variable is ignored, and shown nowhere; a
 * program with credentials gives the client a credentials provider.
 *
 * @see <a href="https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/net/doc-files/net-properties.html">the
 *     JDK's properties</a>
 */
public final class SystemProxy {

    private SystemProxy() {}

    /**
     * Reads the system properties and the environment as they are now.
     *
     * @return the proxies that they prescribe; direct connections where they are not set Immutable and thread-safe
     * @throws IllegalArgumentException if one of them cannot be read; the message names it, and shows no user info
     */
    public static ProxySelector current() {
        Map<String, String> properties = new LinkedHashMap<>();
        System.getProperties()
                .stringPropertyNames()
                .forEach(name -> properties.put(name, System.getProperty(name, "")));
        return of(properties, System.getenv());
    }

    /**
     * Reads given values, for tests and for programs with other sources.
     *
     * @param properties such as {@code https.proxyHost}
     * @param environment such as {@code HTTPS_PROXY}
     * @return the proxies that they prescribe; direct connections where they are not set Immutable and thread-safe
     * @throws IllegalArgumentException if one of them cannot be read; the message names it, and shows no user info
     */
    public static ProxySelector of(Map<String, String> properties, Map<String, String> environment) {
        Map<String, PrescribedProxy> proxies = new LinkedHashMap<>();
        for (String scheme : new String[] {"http", "https"}) {
            ProxyProperties.find(scheme, properties)
                    .or(() -> ProxyVariables.find(scheme, environment))
                    .ifPresent(proxy -> proxies.put(scheme, proxy));
        }
        return new PrescribedProxies(Map.copyOf(proxies));
    }
}
