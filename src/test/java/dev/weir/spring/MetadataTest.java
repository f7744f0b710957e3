package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What IDEs know of the properties, which Boot's annotation processor writes in Maven's build. */
class MetadataTest {

    private static final String FILE = "/META-INF/spring-configuration-metadata.json";

    @Test
    void describesEachProperty() throws IOException {
        try (InputStream stream = WeirProperties.class.getResourceAsStream(FILE)) {
            assumeThat(stream).as("a build with annotation processing").isNotNull();
            JsonNode metadata = JsonMapper.shared().readTree(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
            Map<String, String> ours = new java.util.TreeMap<>();
            metadata.get("properties").forEach(property -> {
                if (property.get("name").asString().startsWith("weir.")) {
                    ours.put(
                            property.get("name").asString(),
                            property.path("description").asString());
                }
            });

            assertThat(ours).containsKeys(names()).doesNotContainValue("");
        }
    }

    private static String[] names() {
        List<String> names = PropertyNames.Known.OF_POOL;
        return names.stream().map(name -> "weir.defaults." + name).toArray(String[]::new);
    }
}
