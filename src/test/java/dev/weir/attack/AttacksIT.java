package dev.weir.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every attack against every client of Weir. */
class AttacksIT {

    @TestFactory
    Stream<DynamicContainer> neverGiveACallerWhatIsNotItsOwn() {
        return Arrays.stream(ClientKind.values()).map(kind -> dynamicContainer(kind.title(), attacksOn(kind)));
    }

    private static Stream<DynamicTest> attacksOn(ClientKind kind) {
        return Attacks.all().stream()
                .filter(attack -> attack.concerns(kind))
                .map(attack -> dynamicTest(
                        attack.title(), () -> assertThat(attack.play(kind)).isNotEqualTo(Outcome.FOREIGN)));
    }
}
