package dev.weir.testserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.junit.jupiter.api.Test;

class SocksProxyServerIT {

    @Test
    void tunnelsToANameThatIsNotLookedUp() throws Exception {
        try (LoopbackServer server = LoopbackServer.http().start();
                SocksProxyServer proxy = SocksProxyServer.start();
                Socket socket = new Socket(proxy.proxy())) {
            socket.connect(InetSocketAddress.createUnresolved("recs.weir.test", server.port()));

            assertThat(RawClient.over(socket).get("/").body()).isEqualTo("ok");
            assertThat(proxy.log().targets()).containsExactly("recs.weir.test:" + server.port());
        }
    }

    @Test
    void tunnelsToAddressesOfBothFamilies() throws Exception {
        assumeTrue(hasIpv6(), "this machine has no IPv6");
        try (LoopbackServer four = LoopbackServer.http().start();
                LoopbackServer six = LoopbackServer.http()
                        .address(LoopbackNames.literal("::1"))
                        .start();
                SocksProxyServer proxy = SocksProxyServer.start()) {
            assertThat(getThrough(proxy, four)).isEqualTo("ok");
            assertThat(getThrough(proxy, six)).isEqualTo("ok");
            assertThat(proxy.log().connects()).isEqualTo(2);
        }
    }

    private static boolean hasIpv6() {
        try (ServerSocket six = new ServerSocket(0, 1, LoopbackNames.literal("::1"))) {
            return six.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void servesApacheHttpClient() throws Exception {
        try (LoopbackServer server = LoopbackServer.http().start();
                SocksProxyServer proxy = SocksProxyServer.start();
                CloseableHttpClient client = apacheClient(proxy)) {
            String body = client.execute(
                    new HttpGet(server.uri("/")), response -> EntityUtils.toString(response.getEntity()));

            assertThat(body).isEqualTo("ok");
            assertThat(proxy.log().connects()).isEqualTo(1);
        }
    }

    @Test
    void demandsUserAndPassword() throws Exception {
        try (LoopbackServer server = LoopbackServer.http().start();
                SocksProxyServer proxy = SocksProxyServer.start("ann", "pw")) {
            String target = "\5\1\0\3\11localhost" + (char) (server.port() >> 8) + (char) (server.port() & 0xFF);
            try (RawClient friend = RawClient.to(proxy.address(), proxy.port())) {
                friend.send("\5\1\2\1\3ann\2pw" + target + "GET / HTTP/1.1\r\n\r\n");
                assertThat(friend.line()).endsWith("HTTP/1.1 200 OK");
            }
            try (RawClient stranger = RawClient.to(proxy.address(), proxy.port())) {
                assertThat(stranger.send("\5\1\2\1\3bob\2pw").bytes(4)).containsExactly(5, 2, 1, 1);
                assertThat(stranger.isAtEnd()).isTrue();
            }

            assertThat(proxy.log().sawCredentials()).isTrue();
            assertThat(proxy.log().refused()).isEqualTo(1);
            assertThat(proxy.log().connects()).isEqualTo(1);
        }
    }

    private static String getThrough(SocksProxyServer proxy, LoopbackServer server) throws Exception {
        try (Socket socket = new Socket(proxy.proxy())) {
            socket.connect(new InetSocketAddress(server.address(), server.port()));
            return RawClient.over(socket).get("/").body();
        }
    }

    private static CloseableHttpClient apacheClient(SocksProxyServer proxy) {
        SocketConfig config = SocketConfig.custom()
                .setSocksProxyAddress(new InetSocketAddress(proxy.address(), proxy.port()))
                .build();
        return HttpClientBuilder.create()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setDefaultSocketConfig(config)
                        .build())
                .build();
    }
}
