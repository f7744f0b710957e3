package dev.weir.bench;

import static java.time.Duration.ofSeconds;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.PoolConfig;
import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.InetNameResolver;
import io.netty.resolver.RoundRobinInetAddressResolver;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Promise;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.eclipse.jetty.client.RoundRobinConnectionPool;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import reactor.netty.resources.ConnectionProvider;

/**
 * Clients of a name with several addresses, each with its own features: to use all of them, to skip one that does not
 * respond, and to send a failed request again. All have the same resolver, which keeps one order, as the cache of the JVM
 * does.
 */
final class AddressPeers {

    static final int CONNECTIONS = 40;
    private static final Duration CONNECT = ofSeconds(2);
    private static final Duration READ = ofSeconds(5);

    private AddressPeers() {}

    /** A pool with its defaults, except for a retry and a DNS lookup each second. */
    static Peer weir(AddressServers servers) {
        HttpPool pool = builder(servers).retry(r -> r.maxRetries(1)).build();
        return new Peer("Weir", new ClassicSender(pool.client()), pool);
    }

    static HttpPoolBuilder builder(AddressServers servers) {
        return HttpPool.builder("addresses")
                .maxTotal(CONNECTIONS)
                .maxPerRoute(CONNECTIONS)
                .dnsResolver(servers.names())
                .dns(d -> d.ttl(ofSeconds(1)))
                .timeouts(t -> t.connect(CONNECT).read(READ));
    }

    /** With HttpClient's own retry. */
    static Peer httpClient(AddressServers servers) {
        PoolConfig like;
        try (HttpPool pool = builder(servers).build()) {
            like = pool.config();
        }
        CloseableHttpClient client = PlainClient.tuned(like, DefaultClientTlsStrategy.createDefault(), servers.names());
        return new Peer("HttpClient 5 tuned", new ClassicSender(client), client);
    }

    /** Retries by itself where no response has begun, and tries addresses side by side. */
    static Peer okHttp(AddressServers servers) {
        ConnectionPool pool = new ConnectionPool(CONNECTIONS, 30, TimeUnit.SECONDS);
        OkHttpClient client = new OkHttpClient.Builder()
                .connectionPool(pool)
                .protocols(List.of(okhttp3.Protocol.HTTP_1_1))
                .dns(host -> servers.lookUp())
                .connectTimeout(CONNECT)
                .readTimeout(READ)
                .build();
        Sender sender = uri -> {
            Request request = new Request.Builder().url(uri.toURL()).build();
            try (Response response = client.newCall(request).execute()) {
                return response.body().bytes().length;
            }
        };
        return new Peer("OkHttp", sender, pool::evictAll);
    }

    /** Takes its connections in turn. */
    static Peer jetty(AddressServers servers) throws Exception {
        HttpClientTransportOverHTTP transport = new HttpClientTransportOverHTTP(1);
        transport.setConnectionPoolFactory(destination -> new RoundRobinConnectionPool(destination, CONNECTIONS));
        org.eclipse.jetty.client.HttpClient client = new org.eclipse.jetty.client.HttpClient(transport);
        client.setMaxConnectionsPerDestination(CONNECTIONS);
        client.setConnectTimeout(CONNECT.toMillis());
        client.setIdleTimeout(READ.toMillis());
        client.setSocketAddressResolver((host, port, context, promise) -> promise.succeeded(servers.lookUp().stream()
                .map(address -> new InetSocketAddress(address, port))
                .toList()));
        client.start();
        return new Peer("Jetty", uri -> client.GET(uri).getContent().length, client::stop);
    }

    /** Takes the addresses in turn for new connections, and retries by itself where a connection was closed. */
    static Peer reactorNetty(AddressServers servers) {
        ConnectionProvider provider = ConnectionProvider.builder("addresses")
                .maxConnections(CONNECTIONS)
                .build();
        reactor.netty.http.client.HttpClient client = reactor.netty.http.client.HttpClient.create(provider)
                .resolver(new InTurn(servers))
                .responseTimeout(READ);
        Sender sender = uri -> {
            byte[] body = client.get()
                    .uri(uri)
                    .responseSingle((head, content) -> content.asByteArray())
                    .block(PeerTerms.TOTAL);
            return body == null ? 0 : body.length;
        };
        return new Peer("Reactor Netty", sender, () -> provider.disposeLater().block(ofSeconds(5)));
    }

    private static final class InTurn extends AddressResolverGroup<InetSocketAddress> {
        private final AddressServers servers;

        InTurn(AddressServers servers) {
            this.servers = servers;
        }

        @Override
        protected AddressResolver<InetSocketAddress> newResolver(EventExecutor executor) {
            return new RoundRobinInetAddressResolver(executor, new Names(executor, servers)).asAddressResolver();
        }
    }

    private static final class Names extends InetNameResolver {
        private final AddressServers servers;

        Names(EventExecutor executor, AddressServers servers) {
            super(executor);
            this.servers = servers;
        }

        @Override
        protected void doResolve(String host, Promise<InetAddress> answer) {
            answer.setSuccess(servers.lookUp().get(0));
        }

        @Override
        protected void doResolveAll(String host, Promise<List<InetAddress>> answer) {
            answer.setSuccess(servers.lookUp());
        }
    }
}
