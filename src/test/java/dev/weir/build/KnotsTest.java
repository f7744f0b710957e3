package dev.weir.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KnotsTest {

    @Test
    void holdWhatReachesEachOther() {
        Map<String, List<String>> graph = Map.of(
                "a", List.of("b"),
                "b", List.of("c", "d"),
                "c", List.of("a"),
                "d", List.of("d"),
                "e", List.of("a"));

        assertThat(Knots.of(graph)).containsExactlyInAnyOrder(Set.of("a", "b", "c"), Set.of("d"), Set.of("e"));
    }

    @Test
    void areOneNodeEachWhereNothingIsReachedTwice() {
        Map<String, List<String>> graph = Map.of("a", List.of("b", "c"), "b", List.of("c"), "c", List.of());

        assertThat(Knots.of(graph)).allMatch(knot -> knot.size() == 1).hasSize(3);
    }

    /** Run this alone for the figures: {@code mvn test -Dtest=KnotsTest#areShownWithTheOtherFiguresOfTheCode}. */
    @Test
    void areShownWithTheOtherFiguresOfTheCode() {
        String tables = new CodeFigures(SourceFigures.ofWeir()).tables();

        System.out.println(tables);
        assertThat(tables).contains("| `dev.weir.config` |", "| instance fields that are final |");
    }
}
