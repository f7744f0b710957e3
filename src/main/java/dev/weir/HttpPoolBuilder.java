package dev.weir;

import dev.weir.config.ConfigBuilder;
import dev.weir.config.InvalidPoolConfigException;
import dev.weir.config.PoolConfig;
import dev.weir.event.PoolListener;
import dev.weir.internal.client.Framework;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;

/**
 * Builds an {@link HttpPool}. Not thread-safe; may build several pools, which are independent of each other.
 *
 * <p>A null fails at once with a {@link NullPointerException}; every other wrong value, and every contradiction between
 * values, fails in {@link #build()}, which reports all of them together. A setting that is not set has its default, which
 * adapts to those that are set; see {@link PoolConfig}.
 */
public final class HttpPoolBuilder extends ConfigBuilder<HttpPoolBuilder> {

    private final Collaborators collaborators = new Collaborators();

    HttpPoolBuilder(String name) {
        super(name);
    }

    /**
     * Sets the name and password for a proxy that requires them. Needs an {@code http} or {@code https} {@link #proxy}.
     *
     * @param user the name
     * @param password the password; copied
     * @return this builder
     */
    public HttpPoolBuilder proxyCredentials(String user, char[] password) {
        collaborators.proxyCredentials = new UsernamePasswordCredentials(
                given("proxyCredentials user", user),
                given("proxyCredentials password", password).clone());
        return object("proxyCredentials", true);
    }

    /**
     * Sets the source of addresses, below the cache of {@link #dns}.
     *
     * @param dnsResolver any resolver of HttpClient's; default the JDK's
     * @return this builder
     */
    public HttpPoolBuilder dnsResolver(DnsResolver dnsResolver) {
        collaborators.dnsResolver = given("dnsResolver", dnsResolver);
        return this;
    }

    /**
     * Sets the keys and trusted certificates of TLS connections.
     *
     * @param sslContext the context; default the JDK's
     * @return this builder
     */
    public HttpPoolBuilder sslContext(SSLContext sslContext) {
        collaborators.sslContext = given("sslContext", sslContext);
        return object("sslContext", sslContext);
    }

    /**
     * Sets how a socket of a blocking pool becomes a TLS socket, in place of {@link #sslContext} and the protocols, cipher
     * suites and verifier of {@link #tls}. The strategy is responsible for verifying the peer. A violation in {@link
     * #buildAsync()}.
     *
     * @param tlsStrategy the strategy; default HttpClient's, which verifies certificate and host name
     * @return this builder
     */
    public HttpPoolBuilder tlsStrategy(TlsSocketStrategy tlsStrategy) {
        collaborators.tlsStrategy = given("tlsStrategy", tlsStrategy);
        return object("tlsStrategy", tlsStrategy);
    }

    /**
     * Sets how a connection of an asynchronous pool starts TLS, in place of {@link #sslContext} and {@link #tls}. The
     * strategy is responsible for verifying the peer, and for offering HTTP/2. A violation in {@link #build()}.
     *
     * @param tlsStrategy the strategy; default HttpClient's, which verifies certificate and host name
     * @return this builder
     */
    public HttpPoolBuilder asyncTlsStrategy(TlsStrategy tlsStrategy) {
        collaborators.asyncTlsStrategy = given("asyncTlsStrategy", tlsStrategy);
        return object("asyncTlsStrategy", tlsStrategy);
    }

    /**
     * Adds a listener for the events of the pool.
     *
     * @param listener the listener; several may be added, each once
     * @return this builder
     */
    public HttpPoolBuilder listener(PoolListener listener) {
        collaborators.listeners.add(given("listener", listener));
        return this;
    }

    /**
     * Lets a framework begin HttpClient's builders and name the settings. For the integrations that come with this library;
     * its type is not part of the API.
     *
     * @param framework takes part in building the pool
     * @return this builder
     */
    public HttpPoolBuilder framework(Framework framework) {
        collaborators.framework = given("framework", framework);
        return framework(framework.settingNames(), framework.connect(), framework.read());
    }

    /**
     * Changes HttpClient's own builder of a blocking pool's client, after everything else. A violation in {@link
     * #buildAsync()}, whose {@code blockingClient()} has no such builder. This can undo settings of the pool; a connection
     * manager other than the pool's is refused with an {@link IllegalArgumentException} in {@code build}. {@code
     * disableAutomaticRetries()} and a retry strategy of your own also switch off the replay of requests that met a closed
     * connection.
     *
     * @param customizer what to change; several may be added, which run in that order, and again at every
     *     {@link HttpPool#reconfigure}
     * @return this builder
     */
    public HttpPoolBuilder customizeClient(Consumer<HttpClientBuilder> customizer) {
        collaborators.customizers.add(given("customizeClient", customizer));
        return object("customizeClient", customizer);
    }

    /**
     * Changes HttpClient's own builder of an asynchronous client, after everything else. A violation in {@link #build()}.
     * This can undo settings of the pool; a connection manager other than the pool's is refused with an {@link
     * IllegalArgumentException} in {@code buildAsync}. {@code disableAutomaticRetries()} and a retry strategy of your own
     * also switch off the replay of requests that met a closed connection.
     *
     * @param customizer what to change; several may be added, which run in that order, and again at every
     *     {@link AsyncHttpPool#reconfigure}
     * @return this builder
     */
    public HttpPoolBuilder customizeAsyncClient(Consumer<HttpAsyncClientBuilder> customizer) {
        collaborators.asyncCustomizers.add(given("customizeAsyncClient", customizer));
        return object("customizeAsyncClient", customizer);
    }

    private static <T> T given(String name, T value) {
        return Objects.requireNonNull(value, name + " must not be null");
    }

    static PoolConfig next(PoolConfig next, PoolConfig previous) {
        return following(next, previous);
    }

    HttpPoolBuilder nanoClock(LongSupplier nanoClock) {
        collaborators.nanoClock = nanoClock;
        return this;
    }

    /**
     * Builds the pool. No connection is opened yet.
     *
     * @return a pool of its own, to be closed by the caller
     * @throws InvalidPoolConfigException if values are wrong or contradict each other; it lists all violations
     * @throws IllegalArgumentException if {@link #customizeClient} sets another connection manager than the pool's
     * @throws IllegalStateException if the HttpClient on the class path is too old
     * @throws IllegalStateException if the JVM runs without the module {@code jdk.net}, which HttpClient needs
     */
    public HttpPool build() {
        return HttpPool.of(config(), collaborators);
    }

    /**
     * Builds a pool for callers that do not block, which also gives HTTP/2 to blocking code. No connection is opened yet.
     *
     * <p>{@link #protocol} is {@link dev.weir.config.Protocol#NEGOTIATE} unless it was set. {@link #tlsStrategy} and
     * {@link #customizeClient} are for blocking pools and violations here.
     *
     * @return a pool of its own, to be closed by the caller
     * @throws InvalidPoolConfigException if values are wrong or contradict each other; it lists all violations
     * @throws IllegalArgumentException if {@link #customizeAsyncClient} sets another connection manager than the pool's
     * @throws IllegalStateException if the HttpClient on the class path is too old
     * @throws IllegalStateException if the JVM runs without the module {@code jdk.net}, which HttpClient needs
     */
    public AsyncHttpPool buildAsync() {
        return AsyncHttpPool.of(asyncConfig(), collaborators);
    }
}
