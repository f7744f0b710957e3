package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.TypeHint;
import org.springframework.boot.json.JsonParserFactory;

/** What a native image without Spring is told: the same about HttpClient as one with Spring. */
class ReachabilityMetadataTest {
    private static final String PATH = "/META-INF/native-image/dev.weir/weir/reachability-metadata.json";
    private static final Pattern TYPE = Pattern.compile("\"type\": \"([^\"]+)\", \"allDeclaredFields\": true");

    /** Only the part for Spring reads these. */
    private static final List<String> OF_SPRING = List.of(
            PoolingHttpClientConnectionManagerBuilder.class.getName(),
            PoolingAsyncClientConnectionManagerBuilder.class.getName());

    private final RuntimeHints hints = new RuntimeHints();

    @Test
    void namesEveryTypeOfHttpClientWhoseFieldsAreRead() throws IOException {
        new ReflectionHints().registerHints(hints, null);
        List<String> hinted = hints.reflection()
                .typeHints()
                .filter(hint -> hint.getMemberCategories().contains(MemberCategory.ACCESS_DECLARED_FIELDS))
                .map(TypeHint::getType)
                .map(Object::toString)
                .filter(name -> name.startsWith("org.apache.hc."))
                .filter(name -> !OF_SPRING.contains(name))
                .toList();

        List<String> named =
                TYPE.matcher(text()).results().map(result -> result.group(1)).toList();

        assertThat(named).isNotEmpty().containsExactlyInAnyOrderElementsOf(hinted);
    }

    @Test
    void namesTheVersionsOfHttpClientAndTypesThatAreThereOrNot() throws IOException {
        assertThat(text())
                .contains(
                        "\"glob\": \"org/apache/hc/client5/version.properties\"",
                        "\"glob\": \"org/apache/hc/core5/version.properties\"",
                        "\"type\": \"reactor.core.scheduler.NonBlocking\"",
                        "\"type\": \"jdk.jfr.Event\"");
    }

    @Test
    void isJsonWithTheTwoPartsThatTheImageBuilderKnows() throws IOException {
        assertThat(JsonParserFactory.getJsonParser().parseMap(text())).containsOnlyKeys("reflection", "resources");
    }

    private static String text() throws IOException {
        try (InputStream stream = Objects.requireNonNull(ReachabilityMetadataTest.class.getResourceAsStream(PATH))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
