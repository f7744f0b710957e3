package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What IDEs know of the properties, which Boot's annotation processor writes in Maven's build. */
class MetadataTest {

    private static final String FILE = "META-INF/spring-configuration-metadata.json";

    @Test
    void describesEachProperty() throws IOException {
        Map<String, String> ours = new TreeMap<>();
        for (URL file : Collections.list(WeirProperties.class.getClassLoader().getResources(FILE))) {
            try (InputStream stream = file.openStream()) {
                for (JsonNode property :
                        JsonMapper.shared().readTree(stream.readAllBytes()).get("properties")) {
                    if (property.get("name").asString().startsWith("weir.")) {
                        ours.put(
                                property.get("name").asString(),
                                property.path("description").asString());
                    }
                }
            }
        }

        assumeThat(ours).as("a build with annotation processing").isNotEmpty();
        assertThat(ours).containsKeys(names()).doesNotContainValue("");
    }

    private static String[] names() {
        List<String> names = PropertyNames.Known.OF_POOL;
        return names.stream().map(name -> "weir.defaults." + name).toArray(String[]::new);
    }
}
