package dev.weir.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The page of the attacks, and the clients of plain HttpClient on it. After a change of an attack or of HttpClient, write it
 * again: {@code mvn verify -Dit.test=AttacksPageIT -Dattacks.write}.
 */
class AttacksPageIT {

    private static final int TRIES = 3;
    private static final List<ClientKind> PLAIN = List.of(ClientKind.PLAIN_BLOCKING, ClientKind.PLAIN_ASYNC);

    @Test
    @EnabledIfSystemProperty(named = "attacks.write", matches = ".*")
    void pageOfTheAttacksIsWritten() throws Exception {
        Map<Attack, List<String>> outcomes = new LinkedHashMap<>();
        for (Attack attack : Attacks.all()) {
            List<String> row = new ArrayList<>();
            for (ClientKind kind : ClientKind.values()) {
                row.add(AttacksPage.cell(tried(attack, kind)));
            }
            outcomes.put(attack, row);
        }
        AttacksPage.write(outcomes);

        assertThat(outcomes).hasSizeGreaterThan(100);
    }

    private static List<Outcome> tried(Attack attack, ClientKind kind) throws Exception {
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < TRIES && attack.concerns(kind); i++) {
            outcomes.add(attack.play(kind));
        }
        return outcomes;
    }

    @Test
    void listsEveryAttackAndNoneThatReachesACallerOfWeir() throws IOException {
        AttacksPage page = AttacksPage.read();

        assertThat(Attacks.all())
                .allSatisfy(attack -> assertThat(Arrays.stream(ClientKind.values())
                                .filter(ClientKind::isOurs)
                                .map(kind -> page.cell(attack, kind)))
                        .as(attack.title())
                        .doesNotContainNull()
                        .noneMatch(cell -> cell.contains(Outcome.FOREIGN.toString())));
    }

    /** Fails when HttpClient no longer falls for what it fell for: the page must be rewritten then. */
    @TestFactory
    Stream<DynamicTest> plainHttpClientStillFallsForWhatThePageSays() throws IOException {
        AttacksPage page = AttacksPage.read();
        return PLAIN.stream()
                .flatMap(kind -> Attacks.all().stream()
                        .filter(attack -> Outcome.FOREIGN.toString().equals(page.cell(attack, kind)))
                        .map(attack -> dynamicTest(
                                kind.title() + ": " + attack.title(),
                                () -> assertThat(falls(attack, kind)).isTrue())));
    }

    private static boolean falls(Attack attack, ClientKind kind) throws Exception {
        boolean falls = false;
        for (int i = 0; i < TRIES && !falls; i++) {
            falls = attack.play(kind) == Outcome.FOREIGN;
        }
        return falls;
    }
}
