package dev.weir.dns;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.config.Spread;
import dev.weir.testpool.SwitchedNames;
import dev.weir.testserver.BlackHole;
import dev.weir.testserver.LoopbackServer;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FailingAddressIT {

    @Test
    void anAddressThatDoesNotAnswerDelaysOneCallOnly() throws Exception {
        try (BlackHole dead = BlackHole.open(InetAddress.getByName("127.0.0.2"));
                LoopbackServer alive = LoopbackServer.http()
                        .address(InetAddress.getByName("127.0.0.3"))
                        .port(dead.port())
                        .start();
                HttpPool pool = HttpPool.builder("test")
                        .dnsResolver(new SwitchedNames("127.0.0.2", "127.0.0.3"))
                        .dns(d -> d.spread(Spread.FIRST))
                        .timeouts(t -> t.connect(ofSeconds(8)))
                        .build()) {
            Duration first = call(pool, alive.port());
            List<Duration> others = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                pool.evictIdle();
                others.add(call(pool, alive.port()));
            }
            Collections.sort(others);

            assertThat(first).isGreaterThan(ofMillis(3_900));
            // Not the longest, because the machine may stand still.
            assertThat(others.get(2)).isLessThan(ofMillis(3_900));
            assertThat(alive.accepted()).isEqualTo(6);
        }
    }

    private static Duration call(HttpPool pool, int port) throws IOException {
        long startNanos = System.nanoTime();
        pool.client()
                .execute(
                        new HttpGet("http://service.test:" + port + "/"),
                        response -> EntityUtils.toString(response.getEntity()));
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }
}
