package dev.weir.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The public API changes on purpose only: docs/api-policy.md says what may change when. */
class PublicApiTest {
    private static final Path FILE = Path.of("src/test/resources/dev/weir/build/public-api.txt");
    private static final String RENEW = "api.renew";

    @Test
    void isTheCommittedOne() throws IOException {
        Set<String> current = ApiSignatures.current();
        if (Boolean.getBoolean(RENEW)) {
            Files.write(FILE, current);
        }

        Set<String> committed = new TreeSet<>(Files.readAllLines(FILE));

        assertThat(current)
                .withFailMessage(() -> difference(committed, current))
                .isEqualTo(committed);
    }

    @Test
    void holdsTypesMembersConstantsAndNullness() {
        List<String> lines = ApiSignatures.linesOf(Sample.class).toList();

        assertThat(lines)
                .containsExactlyInAnyOrder(
                        Sample.class.getName() + " : public abstract static class " + Sample.class.getTypeName()
                                + " extends " + Hidden.class.getTypeName(),
                        Sample.class.getName() + " : public static final int LIMIT = 3",
                        Sample.class.getName() + " : public static final java.time.Duration TIME = PT1S",
                        Sample.class.getName() + " : protected " + Sample.class.getTypeName() + "()",
                        Sample.class.getName() + " : public java.lang.String " + Sample.class.getTypeName()
                                + ".find(int,java.lang.String) throws java.io.IOException"
                                + " [null as parameter 2] [null as result]");
    }

    @Test
    void leavesOutWhatProgramsCannotReach() {
        assertThat(ApiSignatures.current())
                .isNotEmpty()
                .noneMatch(line -> line.startsWith("dev.weir.internal") || line.startsWith("dev.weir.engine"))
                .noneMatch(line -> line.startsWith("dev.weir.config.KnobSheet"));
    }

    @Test
    void tellsWhatWasAddedAndRemovedAndHowToRenew() {
        assertThat(difference(Set.of("both", "old"), Set.of("both", "new"))).isEqualTo("""
                        The public API is not that of src/test/resources/dev/weir/build/public-api.txt.
                        Added:
                          new
                        Removed:
                          old
                        docs/api-policy.md says what may change when. If this is on purpose, renew the file with\
                         mvn test -Dtest=PublicApiTest -Dapi.renew=true, commit it, and add a line to CHANGELOG.md.""");
    }

    private static String difference(Set<String> committed, Set<String> current) {
        return "The public API is not that of " + FILE.toString().replace('\\', '/') + ".\n"
                + "Added:\n" + without(current, committed)
                + "Removed:\n" + without(committed, current)
                + "docs/api-policy.md says what may change when. If this is on purpose, renew the file with"
                + " mvn test -Dtest=PublicApiTest -D" + RENEW + "=true, commit it, and add a line to CHANGELOG.md.";
    }

    private static String without(Set<String> lines, Set<String> others) {
        StringBuilder rest = new StringBuilder();
        lines.stream()
                .filter(line -> !others.contains(line))
                .forEach(line -> rest.append("  ").append(line).append('\n'));
        return rest.isEmpty() ? "  nothing\n" : rest.toString();
    }

    /** Stands for a type of the API. */
    public abstract static class Sample extends Hidden {
        public static final int LIMIT = 3;
        public static final Duration TIME = Duration.ofSeconds(1);

        static final int OWN = 4;

        protected Sample() {}

        void hidden() {}
    }

    /** Stands for a type that programs cannot name, but whose methods they can call. */
    static class Hidden {
        public synchronized @Nullable String find(int number, @Nullable String name) throws IOException {
            return number == 0 ? name : Files.readString(Path.of("/" + number));
        }
    }
}
