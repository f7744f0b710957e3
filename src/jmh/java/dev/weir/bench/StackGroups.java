package dev.weir.bench;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whose work a sample of a profile shows: that of the innermost class that belongs to a group. Sockets, TLS and waiting of
 * the JDK are groups; its other classes work for their callers.
 */
final class StackGroups {

    static final String OTHER = "other";

    private record Group(Pattern classes, Function<Matcher, String> name) {

        static Group of(String name, String classes) {
            return new Group(Pattern.compile("(?:" + classes + ")\\..*"), match -> name);
        }

        Optional<String> nameOf(String className) {
            Matcher match = classes.matcher(className);
            return match.matches() ? Optional.of(name.apply(match)) : Optional.empty();
        }
    }

    private static final List<Group> GROUPS = List.of(
            Group.of("benchmark", "dev\\.weir\\.(?:bench|load)"),
            new Group(
                    Pattern.compile("dev\\.weir\\.(?:internal\\.)?([a-z]\\w*)\\..*"),
                    match -> "Weir " + match.group(1)),
            Group.of("Weir API", "dev\\.weir"),
            Group.of("HttpClient", "org\\.apache\\.hc\\.client5"),
            Group.of("HttpCore HTTP/2", "org\\.apache\\.hc\\.core5\\.http2"),
            Group.of("HttpCore", "org\\.apache\\.hc\\.core5"),
            Group.of("OkHttp", "okhttp3|okio"),
            Group.of("Jetty", "org\\.eclipse\\.jetty"),
            Group.of("sockets", "sun\\.nio\\.ch|java\\.net|java\\.nio\\.channels"),
            Group.of("TLS", "sun\\.security|javax\\.net\\.ssl|javax\\.crypto|com\\.sun\\.crypto"),
            Group.of("waiting", "java\\.util\\.concurrent\\.locks"));

    private StackGroups() {}

    /**
     * Returns whose work it is.
     *
     * @param classNames the classes of the stack, the innermost first
     * @return the name of the group, or {@link #OTHER}
     */
    static String of(List<String> classNames) {
        return classNames.stream()
                .flatMap(name -> group(name).stream())
                .findFirst()
                .orElse(OTHER);
    }

    private static Optional<String> group(String className) {
        return GROUPS.stream()
                .flatMap(group -> group.nameOf(className).stream())
                .findFirst();
    }
}
