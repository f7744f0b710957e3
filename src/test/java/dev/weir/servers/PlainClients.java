package dev.weir.servers;

import dev.weir.testserver.TestCertificates;
import java.net.URI;
import java.time.Duration;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.ClientTlsStrategyBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** Apache HttpClient 5 as it is, with as many connections and the timeouts of the others. */
final class PlainClients {

    private PlainClients() {}

    static Client blocking(Target target, Duration patience) {
        var manager = PoolingHttpClientConnectionManagerBuilder.create()
                .setTlsSocketStrategy(
                        new DefaultClientTlsStrategy(TestCertificates.trusted().clientContext()))
                .setDefaultConnectionConfig(timeouts(patience))
                .setMaxConnPerRoute(ClientKind.CONNECTIONS)
                .setMaxConnTotal(ClientKind.CONNECTIONS)
                .build();
        return new BlockingCaller(
                HttpClients.custom()
                        .setConnectionManager(manager)
                        .setProxy(proxy(target))
                        .build(),
                () -> {});
    }

    static Client async(Target target, Duration patience, HttpVersionPolicy policy) {
        var manager = PoolingAsyncClientConnectionManagerBuilder.create()
                .setTlsStrategy(ClientTlsStrategyBuilder.create()
                        .setSslContext(TestCertificates.trusted().clientContext())
                        .buildAsync())
                .setDefaultConnectionConfig(timeouts(patience))
                .setDefaultTlsConfig(TlsConfig.custom().setVersionPolicy(policy).build())
                .setMaxConnPerRoute(ClientKind.CONNECTIONS)
                .setMaxConnTotal(ClientKind.CONNECTIONS)
                .build();
        CloseableHttpAsyncClient client = HttpAsyncClients.custom()
                .setConnectionManager(manager)
                .setProxy(proxy(target))
                .build();
        client.start();
        return new AsyncCaller(client, () -> {});
    }

    private static ConnectionConfig timeouts(Duration patience) {
        Timeout limit = Timeout.of(patience);
        return ConnectionConfig.custom()
                .setConnectTimeout(limit)
                .setSocketTimeout(limit)
                .build();
    }

    private static @Nullable HttpHost proxy(Target target) {
        return target.proxy().isEmpty() ? null : HttpHost.create(URI.create(target.proxy()));
    }
}
