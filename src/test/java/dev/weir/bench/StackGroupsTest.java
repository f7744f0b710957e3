package dev.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StackGroupsTest {

    @Test
    void namesWeirsWorkByItsPackage() {
        assertThat(StackGroups.of(List.of("dev.weir.engine.Segment", "dev.weir.internal.pool.SegmentedPool")))
                .isEqualTo("Weir engine");
        assertThat(StackGroups.of(List.of("dev.weir.internal.pool.SegmentedPool")))
                .isEqualTo("Weir pool");
        assertThat(StackGroups.of(List.of("dev.weir.HttpPool"))).isEqualTo("Weir API");
    }

    @Test
    void countsTheJdksCollectionsForTheirCaller() {
        assertThat(StackGroups.of(List.of(
                        "java.util.concurrent.ConcurrentHashMap",
                        "java.lang.String",
                        "org.apache.hc.core5.http.message.BasicHeader")))
                .isEqualTo("HttpCore");
    }

    @Test
    void countsSocketsTlsAndWaitingForThemselves() {
        assertThat(StackGroups.of(List.of("sun.nio.ch.NioSocketImpl", "org.apache.hc.core5.http.impl.io.X")))
                .isEqualTo("sockets");
        assertThat(StackGroups.of(List.of("sun.security.ssl.SSLCipher", "sun.nio.ch.NioSocketImpl")))
                .isEqualTo("TLS");
        assertThat(StackGroups.of(List.of("jdk.internal.misc.Unsafe", "java.util.concurrent.locks.LockSupport")))
                .isEqualTo("waiting");
    }

    @Test
    void tellsHttp2FromTheRestOfHttpCore() {
        assertThat(StackGroups.of(List.of("org.apache.hc.core5.http2.impl.nio.AbstractH2StreamMultiplexer")))
                .isEqualTo("HttpCore HTTP/2");
    }

    @Test
    void tellsTheBenchmarkItselfFromWeir() {
        assertThat(StackGroups.of(List.of("dev.weir.load.Latencies", "dev.weir.bench.SteadyCaller")))
                .isEqualTo("benchmark");
    }

    @Test
    void knowsWhatItDoesNotKnow() {
        assertThat(StackGroups.of(List.of("java.lang.Thread"))).isEqualTo("other");
        assertThat(StackGroups.of(List.of())).isEqualTo("other");
    }
}
