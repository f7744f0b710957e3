package dev.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import org.junit.jupiter.api.Test;

class FigureLineTest {

    @Test
    void readsWhatItHasWritten() {
        var figures =
                FigureLine.read(List.of(FigureLine.of("cpu", 23_456.78), FigureLine.of("samples Weir engine", 12)));

        assertThat(figures).containsExactly(entry("cpu", 23_456.78), entry("samples Weir engine", 12.0));
    }

    @Test
    void readsWhatCouldNotBeMeasured() {
        assertThat(FigureLine.read(List.of(FigureLine.of("serverCpu", Double.NaN))))
                .containsEntry("serverCpu", Double.NaN);
    }

    @Test
    void passesOverOtherLines() {
        assertThat(FigureLine.read(List.of("", "WARNING: x=1", "figure", FigureLine.of("p50", 1))))
                .containsExactly(entry("p50", 1.0));
    }
}
