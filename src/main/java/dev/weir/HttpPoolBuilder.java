package dev.weir;

import dev.weir.config.InvalidPoolConfigException;
import dev.weir.config.PoolConfig;
import dev.weir.config.PoolSettings;
import dev.weir.event.PoolListener;
import dev.weir.failure.HttpClientVersionException;
import dev.weir.internal.diagnosis.SettingNames;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.io.HttpConnectionFactory;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;

/**
 * Builds an {@link HttpPool}. Not thread-safe; may build several pools, which are independent of each other.
 *
 * <p>A null fails at once with a {@link NullPointerException}; every other wrong value, and every contradiction between
 * values, fails in {@link #build()}, all of them together. What is not set keeps its default, which yields to what is
 * set; see {@link PoolConfig}.
 */
public final class HttpPoolBuilder extends PoolSettings<HttpPoolBuilder> {

    private final Collaborators collaborators = new Collaborators();

    HttpPoolBuilder(String name) {
        super(name);
    }

    @Override
    protected HttpPoolBuilder self() {
        return this;
    }

    /**
     * Sets who answers to a proxy that asks for a name and a password.
     *
     * @param user the name
     * @param password the password; copied
     * @return this builder
     */
    public HttpPoolBuilder proxyCredentials(String user, char[] password) {
        collaborators.proxyCredentials =
                new UsernamePasswordCredentials(Objects.requireNonNull(user, "user"), password.clone());
        return this;
    }

    /**
     * Sets where addresses come from, below the cache of {@link #dns}.
     *
     * @param dnsResolver any resolver of HttpClient's; default the JDK's
     * @return this builder
     */
    public HttpPoolBuilder dnsResolver(DnsResolver dnsResolver) {
        collaborators.dnsResolver = Objects.requireNonNull(dnsResolver, "dnsResolver");
        return this;
    }

    /**
     * Sets keys and trust of TLS connections.
     *
     * @param sslContext the context; default the JDK's
     * @return this builder
     */
    public HttpPoolBuilder sslContext(SSLContext sslContext) {
        collaborators.sslContext = Objects.requireNonNull(sslContext, "sslContext");
        return this;
    }

    /**
     * Sets how a socket becomes a TLS socket, in place of {@link #sslContext} and {@link #tls}. Whoever sets this answers
     * for the verification of the peer.
     *
     * @param tlsStrategy the strategy; default HttpClient's, which verifies certificate and host name
     * @return this builder
     */
    public HttpPoolBuilder tlsStrategy(TlsSocketStrategy tlsStrategy) {
        collaborators.tlsStrategy = Objects.requireNonNull(tlsStrategy, "tlsStrategy");
        return this;
    }

    /**
     * Sets how a connection of an asynchronous pool becomes one with TLS, in place of {@link #sslContext} and {@link #tls}.
     * Whoever sets this answers for the verification of the peer, and for offering HTTP/2. Has no effect on a blocking pool.
     *
     * @param tlsStrategy the strategy; default HttpClient's, which verifies certificate and host name
     * @return this builder
     */
    public HttpPoolBuilder asyncTlsStrategy(TlsStrategy tlsStrategy) {
        collaborators.asyncTlsStrategy = Objects.requireNonNull(tlsStrategy, "tlsStrategy");
        return this;
    }

    /**
     * Sets what makes connections, for other buffer sizes, character sets or limits of lines and headers than
     * HttpClient's.
     *
     * <p>How responses are framed is then up to the factory: {@code ManagedHttpClientConnectionFactory.INSTANCE} takes
     * {@code Content-Length: +2} and a bare line feed between chunks, as HttpClient does, where the default refuses them (RFC
     * 9112, sections 6.3 and 7.1). Bytes that no request asked for end such a connection, too; but to see those that it has
     * buffered takes a read that waits for a millisecond behind each response.
     *
     * @param connectionFactory the factory; default one like HttpClient's with strict framing
     * @return this builder
     */
    public HttpPoolBuilder connectionFactory(HttpConnectionFactory<ManagedHttpClientConnection> connectionFactory) {
        collaborators.connectionFactory = Objects.requireNonNull(connectionFactory, "connectionFactory");
        return this;
    }

    /**
     * Adds somebody who hears what happens in the pool.
     *
     * @param listener the listener; several may be added
     * @return this builder
     */
    public HttpPoolBuilder listener(PoolListener listener) {
        collaborators.listeners.add(Objects.requireNonNull(listener, "listener"));
        return this;
    }

    /**
     * Changes HttpClient's own builder, after everything else. This can undo settings of the pool; a connection
     * manager other than the pool's is refused with an {@link IllegalArgumentException} in {@code build}.
     *
     * @param customizer what to change; several may be added, which run in that order, and again at every
     *     {@link HttpPool#reconfigure}
     * @return this builder
     */
    public HttpPoolBuilder customizeClient(Consumer<HttpClientBuilder> customizer) {
        collaborators.customizers.add(Objects.requireNonNull(customizer, "customizer"));
        return this;
    }

    /**
     * Changes HttpClient's own builder of an asynchronous client, after everything else. This can undo settings of the pool; a connection
     * manager other than the pool's is refused with an {@link IllegalArgumentException} in {@code buildAsync}.
     *
     * @param customizer what to change; several may be added, which run in that order, and again at every
     *     {@link AsyncHttpPool#reconfigure}
     * @return this builder
     */
    public HttpPoolBuilder customizeAsyncClient(Consumer<HttpAsyncClientBuilder> customizer) {
        collaborators.asyncCustomizers.add(Objects.requireNonNull(customizer, "customizer"));
        return this;
    }

    /**
     * Lets a framework begin the builder of the client in place of {@link HttpClientBuilder#create()}, with settings of its
     * own. The function is called at {@link #build()} and at every {@link HttpPool#reconfigure}; it gets what the pool does to
     * a builder, calls it once and may change the builder before and after. All but the default request configuration is the
     * pool's part. What {@link #customizeClient} added comes later still.
     *
     * @param framework begins a builder, lets the pool do its part and returns the builder
     * @return this builder
     */
    public HttpPoolBuilder clientBuilder(Function<Consumer<HttpClientBuilder>, HttpClientBuilder> framework) {
        collaborators.framework = Objects.requireNonNull(framework, "framework");
        return this;
    }

    /**
     * Lets a framework begin the builder of the asynchronous client; see {@link #clientBuilder}.
     *
     * @param framework begins a builder, lets the pool do its part and returns the builder
     * @return this builder
     */
    public HttpPoolBuilder asyncClientBuilder(
            Function<Consumer<HttpAsyncClientBuilder>, HttpAsyncClientBuilder> framework) {
        collaborators.asyncFramework = Objects.requireNonNull(framework, "framework");
        return this;
    }

    /**
     * Sets how settings are called in findings, in {@link dev.weir.failure.PoolExhaustedException}s and in the log, for a framework
     * whose users write them in another way.
     *
     * @param names gets the name of a setting, such as {@code timeouts.read}, {@code route[https://recs:8443].maxConnections} or
     *     {@code timeouts.unordered}, and what else findings advise to call; returns what the user would write, or the same for what has
     *     no other name. Thread-safe and quick, as each caller that gets no connection may need it
     * @return this builder
     */
    public HttpPoolBuilder settingNames(UnaryOperator<String> names) {
        collaborators.settingNames = new SettingNames(Objects.requireNonNull(names, "names"));
        return this;
    }

    HttpPoolBuilder nanoClock(LongSupplier nanoClock) {
        collaborators.nanoClock = nanoClock;
        return this;
    }

    /**
     * Checks what was set so far, and builds nothing.
     *
     * @return the configuration that {@link #build()} would give the pool
     * @throws InvalidPoolConfigException if values are wrong or contradict each other; it lists all violations
     */
    public PoolConfig config() {
        return checked();
    }

    /**
     * Checks what was set so far for a pool of {@link #buildAsync()}, and builds nothing.
     *
     * @return the configuration that {@link #buildAsync()} would give the pool
     * @throws InvalidPoolConfigException if values are wrong or contradict each other; it lists all violations
     */
    public PoolConfig asyncConfig() {
        return checkedAsync();
    }

    /**
     * Builds the pool. No connection is opened yet.
     *
     * @return a pool of its own, to be closed by the caller
     * @throws InvalidPoolConfigException if values are wrong or contradict each other; it lists all violations
     * @throws IllegalArgumentException if {@link #customizeClient} sets another connection manager than the pool's
     * @throws HttpClientVersionException if the HttpClient on the class path is too old
     */
    public HttpPool build() {
        return collaborators.assemble(checked());
    }

    /**
     * Builds a pool for callers that do not block, which also gives HTTP/2 to blocking code. No connection is opened yet.
     *
     * <p>{@link #protocol} is {@link dev.weir.config.Protocol#NEGOTIATE} unless it was set. {@link #connectionFactory},
     * {@link #tlsStrategy} and {@link #customizeClient} are for blocking pools and have no effect here.
     *
     * @return a pool of its own, to be closed by the caller
     * @throws InvalidPoolConfigException if values are wrong or contradict each other; it lists all violations
     * @throws IllegalArgumentException if {@link #customizeAsyncClient} sets another connection manager than the pool's
     * @throws HttpClientVersionException if the HttpClient on the class path is too old
     */
    public AsyncHttpPool buildAsync() {
        return collaborators.assembleAsync(checkedAsync());
    }
}
