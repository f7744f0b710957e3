package dev.weir.proxy;

import static java.time.Duration.ZERO;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.testpool.PatientPool;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.SocksProxyServer;
import java.net.InetAddress;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SocksNamesIT {

    @Test
    void aNameThatTheResolverLeavesOpenIsLookedUpByTheProxy() throws Exception {
        try (LoopbackServer server = LoopbackServer.http().start();
                SocksProxyServer proxy = SocksProxyServer.start();
                HttpPool pool = PatientPool.builder("test")
                        .dnsResolver(new LeaveOpen())
                        .dns(d -> d.ttl(ZERO))
                        .proxy("socks://127.0.0.1:" + proxy.port())
                        .build()) {
            String answer = pool.client()
                    .execute(
                            new HttpGet("http://service.test:" + server.port() + "/"),
                            response -> EntityUtils.toString(response.getEntity()));

            assertThat(answer).isEqualTo("ok");
            assertThat(proxy.log().targets()).containsExactly("service.test:" + server.port());
        }
    }

    private static final class LeaveOpen implements DnsResolver {

        @Override
        public InetAddress @Nullable [] resolve(String host) {
            return null;
        }

        @Override
        public String resolveCanonicalHostname(String host) {
            return host;
        }
    }
}
