package dev.weir.build;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMember;
import java.io.IOException;
import java.lang.reflect.Executable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What Weir uses of the types and members that HttpClient and HttpCore mark as internal: any of their releases may change
 * them. To write the list again, run this test with {@code -Dhttpclient.internals.write=true}.
 */
class HttpClientInternalsTest {

    private static final String INTERNAL = "org.apache.hc.core5.annotation.Internal";
    private static final Path LIST = Path.of("src", "test", "resources", "httpclient-internals.txt");

    @Test
    void internalsThatAreUsedAreThoseOfTheList() throws IOException {
        SortedSet<String> used = used();
        if (Boolean.getBoolean("httpclient.internals.write")) {
            Files.write(LIST, used);
        }

        assertThat(used)
                .as("internal types and members of HttpClient in use; after a look at each, write %s again", LIST)
                .containsExactlyElementsOf(listed());
    }

    @Test
    void internalsThatAreUsedExist() throws IOException {
        List<String> moved = listed().stream().filter(line -> !isThere(line)).toList();

        assertThat(moved)
                .as("internal types and members that this release of HttpClient has removed or changed")
                .isEmpty();
    }

    private static List<String> listed() throws IOException {
        return Files.readAllLines(LIST);
    }

    private static SortedSet<String> used() {
        SortedSet<String> used = new TreeSet<>();
        for (JavaClass type : ImportedClasses.WEIR) {
            Stream.concat(type.getRawSuperclass().stream(), type.getRawInterfaces().stream())
                    .filter(HttpClientInternalsTest::isInternal)
                    .forEach(parent -> used.add(parent.getName()));
            type.getAccessesFromSelf().stream()
                    .map(JavaAccess::getTarget)
                    .filter(target ->
                            !target.getName().equals("toString")) // newer compilers call it where texts are joined
                    .filter(HttpClientInternalsTest::isInternal)
                    .forEach(target -> used.add(line(target)));
        }
        return used;
    }

    private static boolean isInternal(JavaClass type) {
        return type.getName().startsWith("org.apache.hc.") && type.isAnnotatedWith(INTERNAL);
    }

    private static boolean isInternal(AccessTarget target) {
        return isInternal(target.getOwner())
                || target.resolveMember().stream().anyMatch(HttpClientInternalsTest::isMarked);
    }

    private static boolean isMarked(JavaMember member) {
        return member.getOwner().getName().startsWith("org.apache.hc.") && member.isAnnotatedWith(INTERNAL);
    }

    private static String line(AccessTarget target) {
        return target.getOwner().getName() + "#"
                + target.getFullName().substring(target.getOwner().getName().length() + 1);
    }

    private static boolean isThere(String line) {
        String[] parts = line.split("#", 2);
        try {
            Class<?> type = Class.forName(parts[0], false, HttpClientInternalsTest.class.getClassLoader());
            return parts.length == 1 || members(type).anyMatch(parts[1]::equals);
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    // Those that it inherits, too: a call names the type by which it is made.
    private static Stream<String> members(Class<?> type) {
        Stream<String> own = Stream.of(
                        Arrays.stream(type.getDeclaredConstructors()).map(made -> signature("<init>", made)),
                        Arrays.stream(type.getDeclaredMethods()).map(method -> signature(method.getName(), method)),
                        Arrays.stream(type.getDeclaredFields()).map(field -> field.getName()))
                .flatMap(members -> members);
        Stream<Class<?>> parents =
                Stream.concat(Stream.ofNullable(type.getSuperclass()), Arrays.stream(type.getInterfaces()));
        return Stream.concat(own, parents.flatMap(HttpClientInternalsTest::members));
    }

    private static String signature(String name, Executable member) {
        return Arrays.stream(member.getParameterTypes())
                .map(Class::getName)
                .collect(Collectors.joining(", ", name + "(", ")"));
    }
}
