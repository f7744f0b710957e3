package dev.weir.browser;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** Looks for what keeps people from using a page, by the rules of WCAG 2.2, levels A and AA, that a program can check. */
public final class Axe {

    private static final String SCRIPT = "/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";
    private static final String RUN =
            "axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa',"
                    + " 'best-practice']}).then((found) => found.violations.flatMap((one) =>"
                    + " one.nodes.map((node) => one.id + ': ' + node.html + ' ' + node.failureSummary)))";

    private Axe() {}

    public static List<String> violations(BrowserPage page) throws Exception {
        page.evaluate(script() + "; null");
        return page.evaluate(RUN).valueStream().map(JsonNode::asString).toList();
    }

    private static String script() throws Exception {
        try (InputStream script = Objects.requireNonNull(Axe.class.getResourceAsStream(SCRIPT), SCRIPT)) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
