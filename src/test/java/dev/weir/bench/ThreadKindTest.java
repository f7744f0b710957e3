package dev.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadKindTest {

    @ParameterizedTest
    @CsvSource({
        "caller, CALLERS",
        "ForkJoinPool-1-, CALLERS",
        "ForkJoinPool.co, REST",
        "weir-deadlines, ALARMS",
        "weir-peers-dial, REST",
        "GC Thread#1, GC",
        "G1 Conc#0, GC",
        "C2 CompilerThre, COMPILERS",
        "java, BENCHMARK",
        "Sweeper thread, REST"
    })
    void tellsThreadsByTheirNames(String name, ThreadKind kind) {
        assertThat(ThreadKind.of(name)).isEqualTo(kind);
    }
}
