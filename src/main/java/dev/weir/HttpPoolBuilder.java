package dev.weir;

import dev.weir.config.Dialing;
import dev.weir.config.Dns;
import dev.weir.config.Eviction;
import dev.weir.config.InvalidPoolConfigException;
import dev.weir.config.KeepAlive;
import dev.weir.config.PoolConfig;
import dev.weir.config.Protocol;
import dev.weir.config.Retry;
import dev.weir.config.ReusePolicy;
import dev.weir.config.RouteRule;
import dev.weir.config.SocketOptions;
import dev.weir.config.Timeouts;
import dev.weir.config.Tls;
import dev.weir.event.PoolListener;
import dev.weir.failure.HttpClientVersionException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.io.HttpConnectionFactory;

/**
 * Builds an {@link HttpPool}. Not thread-safe; may build several pools, which are independent of each other.
 *
 * <p>A null fails at once with a {@link NullPointerException}; every other wrong value, and every contradiction between
 * values, fails in {@link #build()}, all of them together. What is not set keeps its default, which yields to what is
 * set; see {@link PoolConfig}.
 */
public final class HttpPoolBuilder {

    private final PoolConfig.Builder config;
    private final Collaborators collaborators = new Collaborators();

    HttpPoolBuilder(String name) {
        this.config = PoolConfig.builder(name);
    }

    /**
     * Limits the connections over all routes.
     *
     * @param maxTotal most connections, leased and idle together; at least 1; default 100, or the largest limit of a route
     * @return this builder
     * @see PoolConfig#maxTotal()
     */
    public HttpPoolBuilder maxTotal(int maxTotal) {
        config.maxTotal(maxTotal);
        return this;
    }

    /**
     * Limits the connections of each route that has no limit of its own.
     *
     * @param maxPerRoute most connections; at least 1, at most {@code maxTotal}; default 20
     * @return this builder
     * @see PoolConfig#maxPerRoute()
     */
    public HttpPoolBuilder maxPerRoute(int maxPerRoute) {
        config.maxPerRoute(maxPerRoute);
        return this;
    }

    /**
     * Limits the idle connections that a route keeps.
     *
     * @param maxIdlePerRoute most idle connections; 0 keeps none; at most the route's limit; default the route's limit
     * @return this builder
     * @see PoolConfig#maxIdlePerRoute()
     */
    public HttpPoolBuilder maxIdlePerRoute(int maxIdlePerRoute) {
        config.maxIdlePerRoute(maxIdlePerRoute);
        return this;
    }

    /**
     * Limits the callers that wait for a connection of a route. One more is refused at once with
     * {@link dev.weir.failure.PoolExhaustedException}.
     *
     * @param maxPending most waiting callers; 0 lets nobody wait; default 1,000
     * @return this builder
     * @see PoolConfig#maxPending()
     */
    public HttpPoolBuilder maxPending(int maxPending) {
        config.maxPending(maxPending);
        return this;
    }

    /**
     * Gives a target, or all targets that match a pattern, values of their own.
     *
     * @param target {@code scheme://host[:port]}, where the host may begin with {@code *.}; the most specific match wins
     * @param route sets what differs from the pool
     * @return this builder
     * @see RouteRule
     */
    public HttpPoolBuilder route(String target, Consumer<RouteRule.Builder> route) {
        config.route(target, route);
        return this;
    }

    /**
     * Sets the times that bound a call.
     *
     * @param timeouts sets {@code poolWait}, {@code connect}, {@code read} and {@code total}
     * @return this builder
     * @see Timeouts
     */
    public HttpPoolBuilder timeouts(Consumer<Timeouts.Builder> timeouts) {
        config.timeouts(timeouts);
        return this;
    }

    /**
     * Sets how long an idle connection may be used again.
     *
     * @param keepAlive sets {@code serverIdle}, {@code max}, {@code margin} and {@code learn}
     * @return this builder
     * @see KeepAlive
     */
    public HttpPoolBuilder keepAlive(Consumer<KeepAlive.Builder> keepAlive) {
        config.keepAlive(keepAlive);
        return this;
    }

    /**
     * Sets when connections are closed.
     *
     * @param eviction sets {@code idle}, {@code maxLifetime}, {@code jitter}, {@code maxRequests}, {@code validateAfter}
     *     and {@code interval}
     * @return this builder
     * @see Eviction
     */
    public HttpPoolBuilder eviction(Consumer<Eviction.Builder> eviction) {
        config.eviction(eviction);
        return this;
    }

    /**
     * Sets how long name lookups are remembered.
     *
     * @param dns sets {@code ttl}, {@code negativeTtl}, {@code serveStale} and {@code drainOnChange}
     * @return this builder
     * @see Dns
     */
    public HttpPoolBuilder dns(Consumer<Dns.Builder> dns) {
        config.dns(dns);
        return this;
    }

    /**
     * Sets how connections are dialled.
     *
     * @param dialing sets {@code maxConcurrent}
     * @return this builder
     * @see Dialing
     */
    public HttpPoolBuilder dialing(Consumer<Dialing.Builder> dialing) {
        config.dialing(dialing);
        return this;
    }

    /**
     * Sets which requests may ride on a connection that was used before.
     *
     * @param reuse the policy; default {@link ReusePolicy#ALWAYS}
     * @return this builder
     * @see ReusePolicy
     */
    public HttpPoolBuilder reuse(ReusePolicy reuse) {
        config.reuse(reuse);
        return this;
    }

    /**
     * Sets the protocol. {@link #build()} speaks HTTP/1.1 only and refuses any other.
     *
     * @param protocol the protocol
     * @return this builder
     * @see Protocol
     */
    public HttpPoolBuilder protocol(Protocol protocol) {
        config.protocol(protocol);
        return this;
    }

    /**
     * Sets when a lease is suspected to be forgotten.
     *
     * @param leakDetection the time; {@link Duration#ZERO}, the default, for never
     * @return this builder
     * @see PoolConfig#leakDetection()
     */
    public HttpPoolBuilder leakDetection(Duration leakDetection) {
        config.leakDetection(leakDetection);
        return this;
    }

    /**
     * Sets the proxy of all requests.
     *
     * @param proxy {@code http://host:port}, {@code https://host:port} or {@code socks://host:port}; default none
     * @return this builder
     * @see #proxyCredentials(String, char[])
     */
    public HttpPoolBuilder proxy(String proxy) {
        config.proxy(proxy);
        return this;
    }

    /**
     * Sets whether the client follows redirects.
     *
     * @param redirects whether it does; default true
     * @return this builder
     */
    public HttpPoolBuilder redirects(boolean redirects) {
        config.redirects(redirects);
        return this;
    }

    /**
     * Sets whether the client keeps cookies. All users of the client share them.
     *
     * @param cookies whether it does; default false
     * @return this builder
     */
    public HttpPoolBuilder cookies(boolean cookies) {
        config.cookies(cookies);
        return this;
    }

    /**
     * Sets whether a connection belongs to the identity that it was authenticated for (client certificate, NTLM).
     *
     * @param connectionState whether it does; default false, so that any request may use any connection
     * @return this builder
     */
    public HttpPoolBuilder connectionState(boolean connectionState) {
        config.connectionState(connectionState);
        return this;
    }

    /**
     * Sets whether plain requests offer to change to TLS with an {@code Upgrade} header. Many proxies refuse that.
     *
     * @param protocolUpgrade whether they do; default false
     * @return this builder
     */
    public HttpPoolBuilder protocolUpgrade(boolean protocolUpgrade) {
        config.protocolUpgrade(protocolUpgrade);
        return this;
    }

    /**
     * Sets which responses are asked for again.
     *
     * @param retry sets {@code onStatus}, {@code maxRetries} and {@code interval}
     * @return this builder
     * @see Retry
     */
    public HttpPoolBuilder retry(Consumer<Retry.Builder> retry) {
        config.retry(retry);
        return this;
    }

    /**
     * Sets the limits of TLS. Verification stays on whatever is set here.
     *
     * @param tls sets {@code protocols}, {@code cipherSuites}, {@code handshake} and {@code hostnameVerifier}
     * @return this builder
     * @see Tls
     */
    public HttpPoolBuilder tls(Consumer<Tls.Builder> tls) {
        config.tls(tls);
        return this;
    }

    /**
     * Sets the options of the TCP sockets.
     *
     * @param socket sets the options
     * @return this builder
     * @see SocketOptions
     */
    public HttpPoolBuilder socket(Consumer<SocketOptions.Builder> socket) {
        config.socket(socket);
        return this;
    }

    /**
     * Sets the local address that connections leave from.
     *
     * @param localAddress an address of this machine; default any
     * @return this builder
     */
    public HttpPoolBuilder localAddress(InetAddress localAddress) {
        config.localAddress(localAddress);
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
     * Sets what makes connections, for other buffer sizes, character sets or limits of lines and headers than
     * HttpClient's.
     *
     * @param connectionFactory the factory; default HttpClient's
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
     * Changes HttpClient's own builder, after everything else. This can undo settings of the pool.
     *
     * @param customizer what to change; several may be added, which run in that order, and again at every
     *     {@link HttpPool#reconfigure}
     * @return this builder
     */
    public HttpPoolBuilder customizeClient(Consumer<HttpClientBuilder> customizer) {
        collaborators.customizers.add(Objects.requireNonNull(customizer, "customizer"));
        return this;
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
     * @throws HttpClientVersionException if the HttpClient on the class path is too old
     */
    public HttpPool build() {
        return collaborators.assemble(config.build());
    }
}
