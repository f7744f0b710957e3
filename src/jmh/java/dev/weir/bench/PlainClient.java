package dev.weir.bench;

import dev.weir.config.PoolConfig;
import java.util.Iterator;
import org.apache.hc.client5.http.ConnectionKeepAliveStrategy;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.HeaderElement;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.message.MessageSupport;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * Plain HttpClient 5 as an expert sets it up by hand, to the same limits and times as a pool's. It has
 * nothing for {@code timeouts.total}, and records nothing.
 */
final class PlainClient {

    private PlainClient() {}

    static CloseableHttpClient tuned(PoolConfig like, TlsSocketStrategy tls) {
        return builder(like, tls).build();
    }

    private static HttpClientBuilder builder(PoolConfig like, TlsSocketStrategy tls) {
        return HttpClients.custom()
                .setConnectionManager(manager(like, tls))
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(Timeout.of(like.timeouts().poolWait()))
                        .setProtocolUpgradeEnabled(false)
                        .build())
                .setKeepAliveStrategy(keepAlive(like))
                .evictExpiredConnections()
                .evictIdleConnections(TimeValue.of(like.effective().eviction().idle()))
                .disableConnectionState()
                .disableCookieManagement();
    }

    private static HttpClientConnectionManager manager(PoolConfig like, TlsSocketStrategy tls) {
        return PoolingHttpClientConnectionManagerBuilder.create()
                .setMaxConnTotal(like.maxTotal())
                .setMaxConnPerRoute(like.maxPerRoute())
                .setTlsSocketStrategy(tls)
                .setDefaultSocketConfig(SocketConfig.custom()
                        .setSoTimeout(Timeout.of(like.timeouts().read()))
                        .setTcpNoDelay(true)
                        .setSoKeepAlive(true)
                        .build())
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(Timeout.of(like.timeouts().connect()))
                        .setSocketTimeout(Timeout.of(like.timeouts().read()))
                        .setValidateAfterInactivity(
                                TimeValue.of(like.effective().eviction().validateAfter()))
                        .setTimeToLive(TimeValue.of(like.effective().eviction().maxLifetime()))
                        .build())
                .build();
    }

    private static ConnectionKeepAliveStrategy keepAlive(PoolConfig like) {
        TimeValue max = TimeValue.of(like.effective().keepAlive().max());
        TimeValue margin = TimeValue.of(like.effective().keepAlive().margin());
        return (response, context) -> hint(response, max, margin);
    }

    private static TimeValue hint(HttpResponse response, TimeValue max, TimeValue margin) {
        Iterator<HeaderElement> elements = MessageSupport.iterate(response, "Keep-Alive");
        while (elements.hasNext()) {
            HeaderElement element = elements.next();
            if (element.getName().equalsIgnoreCase("timeout")) {
                long millis = Long.parseLong(element.getValue()) * 1_000 - margin.toMilliseconds();
                return TimeValue.ofMilliseconds(Math.max(0, Math.min(max.toMilliseconds(), millis)));
            }
        }
        return max;
    }
}
