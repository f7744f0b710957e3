package dev.weir.spring.actuate;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.HtmlUtils;

/**
 * The page in one piece, whose policy lets run and fetch nothing but what it came with. Immutable.
 *
 * <p>The policy stands in the page, with the hashes of what it is made of; {@link AnswerHeaders} adds what a page cannot
 * say.
 */
final class StatsPage {

    private static final List<String> SCRIPTS = List.of(
            "stats-words.js", "stats-state.js", "stats-view.js", "stats-detail.js", "stats-rows.js", "stats-page.js");

    private final String template;

    private StatsPage(String template) {
        this.template = template;
    }

    static StatsPage load() {
        String style = lean(resource("stats-page.css"));
        String script =
                SCRIPTS.stream().map(StatsPage::resource).map(StatsPage::lean).collect(Collectors.joining());
        return new StatsPage(resource("stats-page.html")
                .replace("@policy@", policy(script, style))
                .replace("@style@", style)
                .replace("@script@", script));
    }

    private static String policy(String script, String style) {
        return "default-src 'none'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; script-src "
                + hash(script) + "; style-src " + hash(style);
    }

    /** Leaves out comments and indentation, which a browser has no use for. */
    private static String lean(String text) {
        return text.replaceAll("(?m)^ +", "").replaceAll("(?m)^(//.*|/\\*.*\\*/)\n", "");
    }

    /**
     * Returns the page for an application, with the path at which it finds the figures, and a link to its dashboards if it
     * has any.
     */
    String of(String application, String source, @Nullable String dashboards) {
        return template.replace("@application@", HtmlUtils.htmlEscape(application))
                .replace("@source@", HtmlUtils.htmlEscape(source))
                .replace("@dashboards@", dashboards == null ? "" : link(dashboards));
    }

    private static String link(String dashboards) {
        return "<a href=\"" + HtmlUtils.htmlEscape(dashboards) + "\" rel=\"noreferrer\">Dashboards</a>\n";
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException impossible) {
            // Every Java platform has it.
            throw new IllegalStateException(impossible);
        }
    }

    private static String resource(String name) {
        try (InputStream stream = Objects.requireNonNull(StatsPage.class.getResourceAsStream(name), name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
