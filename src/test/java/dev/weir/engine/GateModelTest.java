package dev.weir.engine;

import static dev.weir.engine.GateModel.Role.CANCEL;
import static dev.weir.engine.GateModel.Role.CLOSE;
import static dev.weir.engine.GateModel.Role.LEASE;
import static dev.weir.engine.GateModel.Role.LOOK;
import static dev.weir.engine.GateModel.Role.RELEASE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.GateModel.Role;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * In whatever order threads take the steps at the gate, no entry is lost, none has two owners and no thread is left behind.
 */
class GateModelTest {

    static List<List<Role>> threads() {
        return List.of(
                List.of(RELEASE, LOOK),
                List.of(RELEASE, LEASE, LOOK),
                List.of(RELEASE, RELEASE, LEASE),
                List.of(RELEASE, LEASE, LEASE, LOOK),
                List.of(RELEASE, RELEASE, LEASE, LEASE),
                List.of(RELEASE, RELEASE, LEASE, LOOK),
                List.of(RELEASE, LEASE, LEASE, CANCEL),
                List.of(RELEASE, RELEASE, LEASE, CLOSE),
                List.of(RELEASE, LEASE, LOOK, CLOSE));
    }

    @ParameterizedTest
    @MethodSource("threads")
    void holdsInEveryOrderOfSteps(List<Role> roles) {
        int states = new GateModel(roles).explore();

        assertThat(states).isGreaterThan(20);
    }
}
