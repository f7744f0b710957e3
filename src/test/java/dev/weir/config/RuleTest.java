package dev.weir.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Each rule at its limit and above it, with the whole message and with what it suggests. */
class RuleTest {

    @ParameterizedTest
    @CsvFileSource(resources = "/dev/weir/config/rules.txt", delimiter = '|', quoteCharacter = '~')
    void passesAtTheLimitAndAboveItTellsAllThatHelps(String passing, String failing, String message) {
        Map<String, String> settings = ExplicitKnob.map(failing);
        List<Violation> violations = Violations.of(ExplicitKnob.builder(settings));

        assertThat(Violations.of(ExplicitKnob.builder(ExplicitKnob.map(passing))))
                .isEmpty();
        assertThat(violations).extracting(Violation::message).containsExactly(message);
        assertThat(message).endsWith("[" + violations.get(0).rule() + "]");
        assertThat(settings).containsAllEntriesOf(violations.get(0).values());
        assertThat(Suggestions.heal(settings, violations.get(0).suggestion(), message))
                .allSatisfy(healed ->
                        assertThat(Violations.of(ExplicitKnob.builder(healed))).isEmpty());
    }
}
