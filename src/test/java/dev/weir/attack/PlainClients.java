package dev.weir.attack;

import java.net.URI;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.ClientTlsStrategyBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** Apache HttpClient 5 as it is, with the timeouts of the others. */
final class PlainClients {

    private PlainClients() {}

    static Victim blocking(Setup setup) {
        var manager = PoolingHttpClientConnectionManagerBuilder.create()
                .setTlsSocketStrategy(new DefaultClientTlsStrategy(setup.sslContext()))
                .setDefaultConnectionConfig(timeouts())
                .build();
        HttpClientBuilder client =
                HttpClients.custom().setConnectionManager(manager).setProxy(host(setup.proxy()));
        setup.allowLogins(client);
        return new BlockingVictim(client.build(), () -> {});
    }

    static Victim async(Setup setup) {
        HttpVersionPolicy policy = setup.isHttp2() ? HttpVersionPolicy.FORCE_HTTP_2 : HttpVersionPolicy.FORCE_HTTP_1;
        var manager = PoolingAsyncClientConnectionManagerBuilder.create()
                .setTlsStrategy(ClientTlsStrategyBuilder.create()
                        .setSslContext(setup.sslContext())
                        .buildAsync())
                .setDefaultConnectionConfig(timeouts())
                .setDefaultTlsConfig(TlsConfig.custom().setVersionPolicy(policy).build())
                .build();
        HttpAsyncClientBuilder builder =
                HttpAsyncClients.custom().setConnectionManager(manager).setProxy(host(setup.proxy()));
        setup.allowLogins(builder);
        CloseableHttpAsyncClient client = builder.build();
        client.start();
        return new AsyncVictim(client, () -> {});
    }

    private static ConnectionConfig timeouts() {
        Timeout limit = Timeout.of(ClientKind.READ);
        return ConnectionConfig.custom()
                .setConnectTimeout(limit)
                .setSocketTimeout(limit)
                .build();
    }

    private static @Nullable HttpHost host(@Nullable String proxy) {
        return proxy == null ? null : HttpHost.create(URI.create(proxy));
    }
}
