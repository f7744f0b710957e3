package dev.weir.bench;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import reactor.netty.http.HttpProtocol;
import reactor.netty.resources.ConnectionProvider;

/** The clients of others, each set up as its own documentation advises. */
final class OtherPeers {

    private static final PushPromiseHandler<byte[]> NO_PUSHES = (request, promise, accept) -> {};

    private OtherPeers() {}

    /**
     * Has no limit to its connections over HTTP/1.1: as many as there are callers. Over HTTP/2 a burst opens a connection
     * for each request, and an error for those beyond the streams of the one that stays; hence one request before all
     * others. It takes pushes, because a client that does not allows no streams, which HttpCore's server takes for a wrong
     * setting.
     */
    static Peer jdk(PeerTerms terms) throws Exception {
        HttpClient client = HttpClient.newBuilder()
                .version(terms.isHttp2() ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1)
                .sslContext(terms.context())
                .connectTimeout(PeerTerms.CONNECT)
                .build();
        Sender sender = uri -> client.send(
                        HttpRequest.newBuilder(uri).timeout(PeerTerms.READ).build(), BodyHandlers.ofByteArray())
                .body()
                .length;
        if (terms.isHttp2()) {
            client.sendAsync(HttpRequest.newBuilder(terms.uri()).build(), BodyHandlers.ofByteArray(), NO_PUSHES)
                    .get();
        }
        return new Peer("JDK HttpClient", sender, () -> {}); // it ends when it is collected
    }

    static Peer okHttp(PeerTerms terms) throws Exception {
        ConnectionPool pool = new ConnectionPool(terms.connections(), 30, TimeUnit.SECONDS);
        List<okhttp3.Protocol> protocols = terms.isHttp2()
                ? List.of(okhttp3.Protocol.HTTP_2, okhttp3.Protocol.HTTP_1_1)
                : List.of(okhttp3.Protocol.HTTP_1_1);
        OkHttpClient client = new OkHttpClient.Builder()
                .connectionPool(pool)
                .protocols(protocols)
                .sslSocketFactory(
                        terms.context().getSocketFactory(), terms.tls().manager())
                .connectTimeout(PeerTerms.CONNECT)
                .readTimeout(PeerTerms.READ)
                .build();
        Sender sender = uri -> {
            Request request = new Request.Builder().url(uri.toURL()).build();
            try (Response response = client.newCall(request).execute()) {
                return response.body().bytes().length;
            }
        };
        return new Peer("OkHttp", sender, pool::evictAll);
    }

    static Peer jetty(PeerTerms terms) throws Exception {
        SslContextFactory.Client tls = new SslContextFactory.Client();
        tls.setSslContext(terms.context());
        ClientConnector connector = new ClientConnector();
        connector.setSslContextFactory(tls);
        connector.setConnectTimeout(PeerTerms.CONNECT);
        connector.setIdleTimeout(PeerTerms.READ);
        org.eclipse.jetty.client.HttpClient client = new org.eclipse.jetty.client.HttpClient(
                terms.isHttp2()
                        ? new HttpClientTransportOverHTTP2(new HTTP2Client(connector))
                        : new HttpClientTransportOverHTTP(connector));
        client.setMaxConnectionsPerDestination(terms.connections());
        client.start();
        return new Peer("Jetty", uri -> client.GET(uri).getContent().length, client::stop);
    }

    static Peer reactorNetty(PeerTerms terms) throws Exception {
        ConnectionProvider provider = provider(terms);
        reactor.netty.http.client.HttpClient client = reactorNetty(terms, provider);
        Sender sender = uri -> {
            byte[] body = client.get()
                    .uri(uri)
                    .responseSingle((head, content) -> content.asByteArray())
                    .block(PeerTerms.TOTAL);
            return body == null ? 0 : body.length;
        };
        return new Peer("Reactor Netty", sender, () -> provider.disposeLater().block(Duration.ofSeconds(5)));
    }

    static ConnectionProvider provider(PeerTerms terms) {
        return ConnectionProvider.builder("peers")
                .maxConnections(terms.connections())
                .pendingAcquireTimeout(PeerTerms.POOL_WAIT)
                .build();
    }

    @SuppressWarnings("deprecation") // the one way to give Netty a context of the JDK
    static reactor.netty.http.client.HttpClient reactorNetty(PeerTerms terms, ConnectionProvider provider)
            throws Exception {
        JdkSslContext tls = new JdkSslContext(
                terms.context(), true, null, IdentityCipherSuiteFilter.INSTANCE, alpn(terms), ClientAuth.NONE);
        return reactor.netty.http.client.HttpClient.create(provider)
                .protocol(terms.isHttp2() ? HttpProtocol.H2 : HttpProtocol.HTTP11)
                .secure(spec -> spec.sslContext(tls))
                .responseTimeout(PeerTerms.READ);
    }

    private static ApplicationProtocolConfig alpn(PeerTerms terms) {
        return new ApplicationProtocolConfig(
                ApplicationProtocolConfig.Protocol.ALPN,
                ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                terms.isHttp2() ? ApplicationProtocolNames.HTTP_2 : ApplicationProtocolNames.HTTP_1_1);
    }
}
