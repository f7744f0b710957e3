package dev.weir.testserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.junit.jupiter.api.Test;

class HttpProxyServerIT {

    @Test
    void forwardsByNameOnOneClientConnection() throws Exception {
        try (LoopbackServer server = LoopbackServer.http()
                        .handler(e -> e.ok(e.target() + " " + e.bodyText()))
                        .start();
                HttpProxyServer proxy = HttpProxyServer.start();
                CloseableHttpClient client = client(proxy).build()) {
            HttpPost post = new HttpPost("http://recs.weir.test:" + server.port() + "/a?b=c");
            post.setEntity(new StringEntity("hello"));

            assertThat(execute(client, post)).isEqualTo("200 /a?b=c hello");
            assertThat(execute(client, new HttpGet("http://recs.weir.test:" + server.port() + "/d")))
                    .isEqualTo("200 /d ");
            assertThat(proxy.log().forwarded()).isEqualTo(2);
            assertThat(proxy.log().accepted()).isEqualTo(1);
            assertThat(proxy.log().targets()).containsOnly("recs.weir.test:" + server.port());
        }
    }

    @Test
    void tunnelsTlsByName() throws Exception {
        try (LoopbackServer server =
                        LoopbackServer.https(TestCertificates.trusted()).start();
                HttpProxyServer proxy = HttpProxyServer.start();
                CloseableHttpClient client = client(proxy).build()) {
            String uri = "https://recs.weir.test:" + server.port() + "/";

            assertThat(execute(client, new HttpGet(uri))).isEqualTo("200 ok");
            assertThat(execute(client, new HttpGet(uri))).isEqualTo("200 ok");
            assertThat(proxy.log().connects()).isEqualTo(1);
            assertThat(proxy.log().sawCredentials()).isFalse();
            assertThat(proxy.log().targets()).containsExactly("recs.weir.test:" + server.port());
            assertThat(server.accepted()).isEqualTo(1);

            server.closeIdleNow(false);
            proxy.log().awaitOpen(1, Duration.ofSeconds(10)); // the client holds its end until the next lease
        }
    }

    @Test
    void demandsCredentials() throws Exception {
        try (LoopbackServer server =
                        LoopbackServer.https(TestCertificates.trusted()).start();
                HttpProxyServer proxy = HttpProxyServer.start("ann", "secret");
                CloseableHttpClient stranger = client(proxy).build();
                CloseableHttpClient friend = withCredentials(client(proxy)).build()) {
            assertThat(execute(stranger, new HttpGet(server.uri("/")))).startsWith("407");
            assertThat(proxy.log().sawCredentials()).isFalse();

            assertThat(execute(friend, new HttpGet(server.uri("/")))).isEqualTo("200 ok");
            assertThat(proxy.log().sawCredentials()).isTrue();
            assertThat(proxy.log().refused()).isGreaterThanOrEqualTo(2);
        }
    }

    @Test
    void answersBadGatewayForADeadTargetAndForAnAddressOutsideOfLoopback() throws Exception {
        try (HttpProxyServer proxy = HttpProxyServer.start();
                CloseableHttpClient client = client(proxy).build()) {
            LoopbackServer dead = LoopbackServer.http().start();
            dead.close();

            assertThat(execute(client, new HttpGet(dead.uri("/")))).startsWith("502");
            assertThat(execute(client, new HttpGet("http://192.0.2.1/"))).startsWith("502");
        }
    }

    private static HttpClientBuilder client(HttpProxyServer proxy) {
        return HttpClientBuilder.create()
                .disableAutomaticRetries()
                .setProxy(new HttpHost("http", proxy.address(), proxy.port()))
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setTlsSocketStrategy(new DefaultClientTlsStrategy(
                                TestCertificates.trusted().clientContext()))
                        .build());
    }

    private static HttpClientBuilder withCredentials(HttpClientBuilder builder) {
        BasicCredentialsProvider provider = new BasicCredentialsProvider();
        provider.setCredentials(
                new AuthScope(null, -1), new UsernamePasswordCredentials("ann", "secret".toCharArray()));
        return builder.setDefaultCredentialsProvider(provider);
    }

    private static String execute(CloseableHttpClient client, HttpUriRequestBase request) throws Exception {
        return client.execute(
                request, response -> response.getCode() + " " + EntityUtils.toString(response.getEntity()));
    }
}
